import type { FastifyRequest } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Icons } from './catalog/define.ts'
import { OptionInvalid, OptionRequired, OptionUnknown } from './errors.ts'
import { BODY_TIMEOUT_MS, MAX_MESSAGE_BYTES } from './limits.ts'
import type { McpServerOptions } from './protocol/server.ts'
import type { CatalogDefinition, Dispatch } from '../types/catalog.ts'
import type { Verdict } from '../types/dispatch.ts'
import type { CacheHint, Implementation } from '../types/protocol.ts'

/** What a host says of its server, whatever carries it. */
export interface HostOptions {
  /** Name and version of the host's server, told to clients. */
  serverInfo: Implementation
  /** Guidance for models on how to use the server. */
  instructions?: string
  /** What the host offers, made by `defineCatalog`. */
  catalog: CatalogDefinition
  /** Serves the tools that have no handler of their own. */
  // Every Dispatch<typeof catalog> is welcome, whatever its catalog.
  dispatch?: (call: never, context: Parameters<Dispatch>[1]) => unknown
  /** How long clients may keep discovery and lists, and whether caches may share them. Not at all, unless given. */
  cache?: CacheHint
}

/** What a host writes when it registers the plugin. */
export interface BeamMcpOptions extends HostOptions {
  /**
   * Says who may call, before the body is read. Required: to accept every caller, write
   * `authorize: () => allow()`.
   */
  authorize: (request: FastifyRequest) => Verdict | Promise<Verdict>
  /** Origins that browsers may call from, compared exactly, or `'any'`. Required: `[]` allows none. */
  allowedOrigins: readonly string[] | 'any'
  /** Looks at the body exactly as received, before it is decoded: for a signature over it, for one. */
  authorizeBody?: (request: FastifyRequest, body: Buffer) => Verdict | Promise<Verdict>
  /** Authorities (`host` or `host:port`) under which the server may be called. Unset: any. */
  allowedHosts?: readonly string[]
  /** URL path of the endpoint; `/mcp` unless given. Fastify's `prefix` stands before it. */
  path?: string
  /** Fastify's own: stands before `path`. */
  prefix?: string
  /** Bytes of a body at most; 1,048,576 unless given. One more is refused with 413. */
  maxBodyBytes?: number
  /** Milliseconds in which a whole body has to arrive; 15,000 unless given. Later is refused with 408. */
  bodyTimeoutMs?: number
}

const Text = Type.String({ minLength: 1 })
const closed = { additionalProperties: false } as const
/** A serialized origin (RFC 6454, 6.2): no path, no trailing slash, in lower case. */
const ORIGIN = '^(?:null|[a-z][a-z0-9+.\\-]*://[^/?#\\sA-Z]+)$'

/** One option: its form, and what to write. */
export interface OptionRule {
  readonly schema?: TSchema
  /** The option is a function. */
  readonly callable?: true
  readonly required?: true
  readonly write: string
}

export const hostRules: Record<keyof HostOptions, OptionRule> = {
  serverInfo: {
    required: true,
    write: 'give { name, version } of your server',
    schema: Type.Object({ name: Text, version: Text, title: Type.Optional(Text), description: Type.Optional(Text), websiteUrl: Type.Optional(Text), icons: Type.Optional(Icons) }, closed)
  },
  // Its form is checked by the catalog itself, which can say more of it.
  catalog: { required: true, write: 'give defineCatalog({ tools: […], resources: [], prompts: [] })' },
  instructions: { schema: Type.String(), write: 'give a text' },
  dispatch: { callable: true, write: 'give a function (call, context)' },
  cache: {
    write: "give { ttlMs: milliseconds, cacheScope: 'private' | 'public' }",
    schema: Type.Object({ ttlMs: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })), cacheScope: Type.Optional(Type.Union([Type.Literal('private'), Type.Literal('public')])) }, closed)
  }
}

/** A time that Node's timers can wait. */
export const Milliseconds = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

export const pluginRules: Record<keyof BeamMcpOptions, OptionRule> = {
  ...hostRules,
  authorize: { required: true, callable: true, write: 'give a function (request) => allow() | refuse(reason). To accept every caller, write authorize: () => allow()' },
  allowedOrigins: {
    required: true,
    write: "give the list of origins that browsers may call from, such as ['https://app.example.com'] (scheme and host, no path), [] for none, or 'any'",
    schema: Type.Union([Type.Array(Type.String({ pattern: ORIGIN })), Type.Literal('any')])
  },
  authorizeBody: { callable: true, write: 'give a function (request, body) => allow() | refuse(reason), or leave it out' },
  allowedHosts: { schema: Type.Array(Text, { minItems: 1 }), write: "give a list such as ['mcp.example.com', 'localhost:4000'], or leave it out" },
  path: { schema: Type.String({ pattern: '^/[^?#\\s*:]*$' }), write: 'give a path such as "/mcp"' },
  prefix: { schema: Type.String(), write: 'give a path such as "/v1"' },
  maxBodyBytes: { schema: Type.Integer({ minimum: 1 }), write: 'give a number of bytes' },
  bodyTimeoutMs: { schema: Milliseconds, write: 'give a number of milliseconds' }
}

/** Options that Fastify itself takes of every plugin. */
const FASTIFY_OPTIONS = ['logLevel', 'logSerializers']

/** Options with their defaults. */
export type ResolvedOptions = BeamMcpOptions & Required<Pick<BeamMcpOptions, 'path' | 'maxBodyBytes' | 'bodyTimeoutMs'>>

/**
 * Checks what a host wrote, and fills in the defaults in a copy.
 *
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN
 */
export function resolveOptions (given: BeamMcpOptions): ResolvedOptions {
  return { path: '/mcp', maxBodyBytes: MAX_MESSAGE_BYTES, bodyTimeoutMs: BODY_TIMEOUT_MS, ...checkOptions(given, pluginRules, FASTIFY_OPTIONS) }
}

/**
 * Holds options to their rules. An option that is there but `undefined` is not given.
 *
 * @param besides names that are let through unchecked
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN
 */
export function checkOptions<Options extends object> (given: Options, rules: Record<string, OptionRule>, besides: readonly string[] = []): Options {
  const values = new Map<string, unknown>(Object.entries(given ?? {}).filter(([, value]) => value !== undefined))
  for (const [name, rule] of Object.entries(rules)) {
    const value = values.get(name)
    if (value === undefined && rule.required === true) throw new OptionRequired(name, rule.write)
    if (value !== undefined && !fits(value, rule)) throw new OptionInvalid(name, rule.write)
  }
  for (const name of values.keys()) {
    if (!Object.hasOwn(rules, name) && !besides.includes(name)) throw new OptionUnknown(name, Object.keys(rules).join(', '))
  }
  return Object.fromEntries(values) as Options
}

function fits (value: unknown, { callable, schema }: OptionRule): boolean {
  return callable === true ? typeof value === 'function' : schema === undefined || Value.Check(schema, value)
}

/** What the protocol core is told of a host. */
export function serverOptions ({ serverInfo, instructions, dispatch, cache }: HostOptions): McpServerOptions {
  return {
    serverInfo,
    ...(instructions === undefined ? {} : { instructions }),
    ...(dispatch === undefined ? {} : { dispatch: dispatch as Dispatch }),
    ...(cache === undefined ? {} : { cache })
  }
}
