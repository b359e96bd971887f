import type { FastifyRequest } from 'fastify'
import { Type, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CacheHintSchema, closed, Icons } from './catalog/members.ts'
import { OptionInvalid, OptionRequired, OptionUnknown } from './errors.ts'
import { BODY_TIMEOUT_MS, KEEP_ALIVE_MS, MAX_MESSAGE_BYTES, MAX_SUBSCRIPTIONS, MAX_SUBSCRIPTIONS_PER_PRINCIPAL, PAGE_SIZE, PROGRESS_INTERVAL_MS, STATE_TTL_MS } from './limits.ts'
import type { McpServerOptions } from './protocol/server.ts'
import type { CatalogDefinition, CatalogEntry, Dispatch } from '../types/catalog.ts'
import type { Principal, Verdict } from '../types/dispatch.ts'
import type { Broker, LiveServer } from '../types/fastify.ts'
import type { StateCodec } from '../types/input.ts'
import type { Instrumentation } from '../types/observability.ts'
import type { CacheHint, Implementation } from '../types/protocol.ts'

/** What a host says of its server, whatever carries it. */
export interface HostOptions {
  /** Name and version of the host's server, told to clients. */
  serverInfo: Implementation
  /** Guidance for models on how to use the server. */
  instructions?: string
  /** What the host offers, made by `defineCatalog`. */
  catalog: CatalogDefinition
  /** Serves what has no handler of its own. */
  // Every Dispatch<typeof catalog> is welcome, whatever its catalog.
  dispatch?: (call: never, context: Parameters<Dispatch>[1]) => unknown
  /** How long clients may keep discovery and lists, and whether caches may share them. Not at all, unless given. */
  cache?: CacheHint
  /** Capabilities to offer though nothing in the catalog uses them yet: entries that join later, and log messages to clients. */
  capabilities?: { resources?: boolean, prompts?: boolean, completions?: boolean, logging?: boolean }
  /** Entries of one page of a list; 1,000 unless given. */
  pageSize?: number
  /** Says which entries a caller may see and use. What is not visible answers as if it did not exist. All are, unless given. */
  visible?: (entry: CatalogEntry, principal: Principal) => boolean
  /** Tells callers apart: for caps and for what is bound to one. Not needed where the principal is a text or a number. */
  principalId?: (principal: Principal) => string
  /** Seals what has to come back with a client's retry. Needed by handlers that ask more than once. */
  stateCodec?: StateCodec
  /** Milliseconds for which a client may answer what it was asked; 600,000 unless given. */
  stateTtlMs?: number
  /** Milliseconds between two reports of progress of one call; 20 unless given. 0 sends each. */
  progressIntervalMs?: number
  /** Subscriptions that are open at once; 10,000 unless given. */
  maxSubscriptions?: number
  /** Subscriptions of one caller; 100 unless given. */
  maxSubscriptionsPerPrincipal?: number
  /** Takes change notices to every instance: an `mqemitter`. This instance alone, unless given. */
  broker?: Broker
  /** Runs around each call of a handler: for spans, such as those of `beam-mcp/otel`. */
  instrumentation?: Instrumentation
  /** Called once the server stands: for what changes the catalog or a resource by itself. */
  onReady?: (server: LiveServer) => void
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
  /** Milliseconds between two comments on a quiet stream; 25,000 unless given. */
  keepAliveMs?: number
}

const Text = Type.String({ minLength: 1 })
/** A serialized origin (RFC 6454, 6.2): no path, no trailing slash, in lower case. */
const ORIGIN = '^(?:null|[a-z][a-z0-9+.\\-]*://[^/?#\\sA-Z]+)$'

/** One option: its form, and what to write. */
export interface OptionRule {
  readonly schema?: TSchema
  /** The option is a function. */
  readonly callable?: true
  /** The option is an object with these methods. */
  readonly methods?: readonly string[]
  readonly required?: true
  readonly write: string
}

/** A time that Node's timers can wait. */
export const Milliseconds = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })
const Count = Type.Integer({ minimum: 1 })
const Flag = Type.Optional(Type.Boolean())

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
    schema: CacheHintSchema
  },
  capabilities: {
    write: 'give { resources: true, prompts: true, completions: true, logging: true }, or some of them',
    schema: Type.Object({ resources: Flag, prompts: Flag, completions: Flag, logging: Flag }, closed)
  },
  pageSize: { schema: Count, write: 'give a number of entries' },
  visible: { callable: true, write: 'give a function (entry, principal) => boolean' },
  principalId: { callable: true, write: 'give a function (principal) => string' },
  stateCodec: { methods: ['seal', 'open'], write: 'give { seal, open }, such as createStateCodec({ keys }) of beam-mcp/state-codec' },
  stateTtlMs: { schema: Milliseconds, write: 'give a number of milliseconds' },
  progressIntervalMs: { schema: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }), write: 'give a number of milliseconds, or 0' },
  maxSubscriptions: { schema: Count, write: 'give a number of subscriptions' },
  maxSubscriptionsPerPrincipal: { schema: Count, write: 'give a number of subscriptions' },
  broker: { methods: ['on', 'emit', 'removeListener'], write: 'give an mqemitter, or leave it out' },
  instrumentation: { callable: true, write: 'give a function (info, next), such as createInstrumentation() of beam-mcp/otel' },
  onReady: { callable: true, write: 'give a function (server)' }
}

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
  bodyTimeoutMs: { schema: Milliseconds, write: 'give a number of milliseconds' },
  keepAliveMs: { schema: Milliseconds, write: 'give a number of milliseconds' }
}

/** Options that Fastify itself takes of every plugin. */
const FASTIFY_OPTIONS = ['logLevel', 'logSerializers']

/** Options with their defaults. */
export type ResolvedOptions = BeamMcpOptions & Required<Pick<BeamMcpOptions, 'path' | 'maxBodyBytes' | 'bodyTimeoutMs' | 'keepAliveMs'>>

/**
 * Checks what a host wrote, and fills in the defaults in a copy.
 *
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN
 */
export function resolveOptions (given: BeamMcpOptions): ResolvedOptions {
  return { path: '/mcp', maxBodyBytes: MAX_MESSAGE_BYTES, bodyTimeoutMs: BODY_TIMEOUT_MS, keepAliveMs: KEEP_ALIVE_MS, ...checkOptions(given, pluginRules, FASTIFY_OPTIONS) }
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

function fits (value: unknown, { callable, methods, schema }: OptionRule): boolean {
  if (callable === true) return typeof value === 'function'
  if (methods !== undefined) return methods.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function')
  return schema === undefined || Value.Check(schema, value)
}

/**
 * What the protocol core is told of a host.
 *
 * @throws BMCP_ERR_OPTION_INVALID for a list that depends on its caller and is to be shared
 */
export function serverOptions (given: HostOptions): McpServerOptions {
  const { catalog, onReady, dispatch, ...host } = hostOptions(given)
  if (host.visible !== undefined && host.cache?.cacheScope === 'public') throw new OptionInvalid('cache', 'with "visible" lists depend on their caller, and a shared cache would hand them to others: leave cacheScope out, or write \'private\'')
  return {
    pageSize: PAGE_SIZE,
    stateTtlMs: STATE_TTL_MS,
    progressIntervalMs: PROGRESS_INTERVAL_MS,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    maxSubscriptionsPerPrincipal: MAX_SUBSCRIPTIONS_PER_PRINCIPAL,
    ...host,
    ...(dispatch === undefined ? {} : { dispatch: dispatch as Dispatch })
  }
}

/** Those options that a host has whatever carries it. */
export function hostOptions<Given extends HostOptions> (given: Given): HostOptions {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(hostRules, name))) as unknown as HostOptions
}
