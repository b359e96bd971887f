import type { FastifyRequest } from 'fastify'
import type { ContentBlock, ClientCapabilities, Implementation, MetaObject, RequestId } from './protocol.ts'

/**
 * Open for augmentation, so that a host types its principal once:
 * `declare module 'beam-mcp' { interface McpTypes { principal: User } }`.
 */

export interface McpTypes {}

/** What `authorize` handed to `allow`: `unknown` until a host augments {@link McpTypes}. */
export type Principal = McpTypes extends { principal: infer P } ? P : unknown

/** The part of a pino logger that beam-mcp writes to. Fastify's loggers have it. */
export interface Logger {
  error (details: object, message: string): void
  warn (details: object, message: string): void
  info (details: object, message: string): void
  debug (details: object, message: string): void
  child (bindings: Record<string, unknown>): Logger
}

/** What a handler is told about the call that it serves. Every member can be destructured. */
export interface HandlerContext {
  /** Aborted when the client goes away or the server closes. */
  readonly signal: AbortSignal
  /** What `authorize` (or `authorizeBody`) gave to `allow`; `undefined` where nothing was given. */
  readonly principal: Principal
  /** Fastify's request, over HTTP; `undefined` over stdio. */
  readonly request: FastifyRequest | undefined
  /** The revision that the request names, such as `2026-07-28`. */
  readonly protocolVersion: string
  /** What the client says of itself on this request. Not verified: never decide by it who may do what. */
  readonly client: ClientDetails
  /** A child of the request's logger, bound to the tool's name. */
  readonly log: Logger
  /** The JSON-RPC id of the request. Two clients may use the same one at once: never a key. */
  readonly requestId: RequestId
}

export interface ClientDetails {
  readonly info: Implementation | undefined
  readonly capabilities: ClientCapabilities
}

declare const structured: unique symbol

/** A whole tool result, made by `toolResult`. `Value` is the type of its structured content. */
export interface ToolResult<Value = unknown> {
  readonly content: readonly ContentBlock[]
  readonly structuredContent?: Value
  readonly isError?: boolean
  readonly _meta?: MetaObject
  /** Keeps a result whose structured content has another type from passing for this one. */
  readonly [structured]?: Value
}

/** What a handler may return as its plain value: anything that JSON can carry, but not `undefined`. */
export type PlainValue = string | number | boolean | null | object

/** The answer of `authorize` and `authorizeBody`: made by `allow` and `refuse`, and by nothing else. */
export type Verdict = Allowed | Refused

export interface Allowed {
  readonly allowed: true
  readonly principal: unknown
}

export interface Refused {
  readonly allowed: false
  /** For the log alone: a caller never sees it. */
  readonly reason: string
  /** The value of `WWW-Authenticate`; with one the answer is 401, without 403. */
  readonly challenge: string | undefined
}
