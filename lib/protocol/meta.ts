import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LOGGING_LEVELS } from '../dispatch/context.ts'
import type { ClientDetails } from '../../types/dispatch.ts'
import type { TraceContext } from '../../types/observability.ts'
import type { Implementation, RequestId } from '../../types/protocol.ts'
import { refusal, type Refusal } from './answer.ts'
import { INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION } from './codes.ts'
import { isObject, type JsonObject } from './message.ts'

/** The reserved keys of a request's `_meta` (specification: basic/index, Per-request protocol fields). */
export const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
export const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
export const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
export const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
export const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId'
export const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

const open = Type.Object({})
const optionalObject = Type.Optional(open)

/** Client capabilities, as far as they have a form (schema, ClientCapabilities). */
export const Capabilities = Type.Object({
  elicitation: Type.Optional(Type.Object({ form: optionalObject, url: optionalObject })),
  sampling: Type.Optional(Type.Object({ context: optionalObject, tools: optionalObject })),
  roots: optionalObject,
  experimental: Type.Optional(Type.Record(Type.String(), open)),
  extensions: Type.Optional(Type.Record(Type.String(), open))
})

/** The optional fields. A plain object of schemas, each checked only where the field is there. */
const optionalFields: ReadonlyArray<readonly [string, (value: unknown) => boolean, string]> = [
  [CLIENT_INFO, isImplementation, 'an object with "name" and "version"'],
  [LOG_LEVEL, (value) => LEVELS.has(value), 'a log level of RFC 5424, such as "info"'],
  ['progressToken', (value) => typeof value === 'string' || Number.isInteger(value), 'a string or an integer']
]

const LEVELS = new Set<unknown>(LOGGING_LEVELS)

/** What a client calls itself, if it has the form of one. */
export function readImplementation (value: unknown): Implementation | undefined {
  return isImplementation(value) ? value : undefined
}

function isImplementation (value: unknown): value is Implementation {
  return isObject(value) && typeof value.name === 'string' && typeof value.version === 'string'
}

/** The `_meta` of a message's params, if it is an object. */
export function metaOf (params: JsonObject | undefined): JsonObject | undefined {
  return isObject(params?._meta) ? params._meta : undefined
}

/** The trace context of a message (W3C Trace Context, Baggage), as far as it is text. */
export function traceOf (params: JsonObject | undefined): TraceContext {
  const { traceparent, tracestate, baggage } = metaOf(params) ?? {}
  return {
    ...(typeof traceparent === 'string' ? { traceparent } : {}),
    ...(typeof tracestate === 'string' ? { tracestate } : {}),
    ...(typeof baggage === 'string' ? { baggage } : {})
  }
}

/** What a request's `_meta` says of its client, or what is wrong with it. */
export function readClient (meta: JsonObject, id: RequestId): ClientDetails | Refusal {
  const capabilities = meta[CLIENT_CAPABILITIES]
  if (!isCapabilities(capabilities)) return invalidParams(`_meta["${CLIENT_CAPABILITIES}"] has to be an object of client capabilities`, id)
  for (const [key, fits, wanted] of optionalFields) {
    if (meta[key] !== undefined && !fits(meta[key])) return invalidParams(`_meta["${key}"] has to be ${wanted}`, id)
  }
  return { capabilities, info: meta[CLIENT_INFO] as Implementation | undefined }
}

export function isCapabilities (value: unknown): value is Static<typeof Capabilities> {
  if (!isObject(value)) return false
  // Most clients declare nothing on most calls: no walk for those.
  for (const key in value) if (Object.hasOwn(value, key)) return Value.Check(Capabilities, value)
  return true
}

/** A request whose `_meta` is malformed: 400 over HTTP (specification: basic/index). */
export function invalidParams (problem: string, id?: RequestId): Refusal {
  return refusal(400, INVALID_PARAMS, `Invalid params: ${problem}`, id)
}

/** The revision that a request names is not one of those served (specification: basic/versioning). */
export function unsupportedVersion (requested: string, supported: readonly string[], id?: RequestId): Refusal {
  return refusal(400, UNSUPPORTED_PROTOCOL_VERSION, `Unsupported protocol version: this server speaks ${supported.join(' and ')}`, id, { supported, requested })
}
