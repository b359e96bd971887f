import type { FastifyRequest } from 'fastify'
import type { AnswersOf, AskOptions, InputRequest } from './input.ts'
import type { LiveServer } from './fastify.ts'
import type { ContentBlock, ClientCapabilities, Implementation, LoggingLevel, MetaObject, RequestId } from './protocol.ts'

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
  /** A child of the request's logger, bound to the name of the tool, resource or prompt. For the host; `notify` is for the client. */
  readonly log: Logger
  /** The JSON-RPC id of the request. Two clients may use the same one at once: never a key. */
  readonly requestId: RequestId
  /** The server that serves the call: a handler that changes something says so here. */
  readonly server: LiveServer
  /**
   * Tells the client how far the call is, where it asked to be told (specification: basic/patterns/progress).
   * A value that does not exceed the last is dropped, and of values that come faster than
   * `progressIntervalMs` the newest is sent.
   */
  readonly progress: (progress: number, total?: number, message?: string) => void
  /**
   * Sends a log message to the client, where it asked for this level (specification: server/utilities/logging;
   * deprecated there). The host has to offer it: `capabilities: { logging: true }`.
   *
   * @param logger the name of what speaks
   */
  readonly notify: (level: LoggingLevel, data: unknown, logger?: string) => void
  /**
   * Asks the client for input, each question by a name of its own (specification: basic/patterns/mrtr). When
   * the answers are not there yet the call ends here, and the handler runs again from its start once they are:
   * what stands before an `ask` happens more than once.
   *
   * Ends the call with -32021 where the client has not declared that it can be asked so: look at
   * `client.capabilities` first, to ask for less.
   *
   * @throws BMCP_ERR_INPUT_REFUSED over 2025-11-25, where the client answered with an error
   */
  readonly ask: <const Requests extends Record<string, InputRequest>>(requests: Requests, options?: AskOptions) => Promise<AnswersOf<Requests>>
  /** What an earlier try of this call gave to `ask` as `state`; `undefined` on the first. */
  readonly state: unknown
}

/** What a completer is told besides. */
export interface CompletionContext extends HandlerContext {
  /** The arguments or variables that are filled in already. */
  readonly arguments: Readonly<Record<string, string>>
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
