import { isUtf8 } from 'node:buffer'
import type { ToolEntry } from '../catalog/entries.ts'
import { valueAt, type HeaderParam } from '../catalog/header-params.ts'
import { HeaderParamInvalid } from '../errors.ts'
import { internalError, refusal, type Refusal } from '../protocol/answer.ts'
import { HEADER_MISMATCH } from '../protocol/codes.ts'
import type { NotificationMessage, RequestMessage } from '../protocol/message.ts'
import { CLIENT_CAPABILITIES, invalidParams, metaOf, PROTOCOL_VERSION, readClient, unsupportedVersion } from '../protocol/meta.ts'
import { revisionOf } from '../protocol/revisions.ts'
import { supportedVersions } from '../protocol/versions.ts'
import type { RequestId } from '../../types/protocol.ts'
import type { HttpExchange } from './exchange.ts'
import { headerValues, soleValue, trimmed } from './raw-headers.ts'

/**
 * Holds a message to its headers (specification: basic/transports/streamable-http, Server Validation), in the
 * order of docs/wire.md: the first rule that fails answers. Tells the exchange the revision and the client.
 */
export function checkHeaders (message: RequestMessage | NotificationMessage, exchange: HttpExchange): Refusal | undefined {
  return message.kind === 'request'
    ? checkVersion(message, exchange) ?? checkMethod(message, exchange) ?? checkName(message, exchange) ?? checkParams(message, exchange)
    : checkNotification(message, exchange)
}

/** `MCP-Protocol-Version` against `_meta`, and what else `_meta` has to hold. */
function checkVersion ({ id, params }: RequestMessage, exchange: HttpExchange): Refusal | undefined {
  const header = soleValue(headerValues(exchange.rawHeaders, 'mcp-protocol-version'))
  if (header === undefined) return versionMissing(exchange, id)
  const meta = metaOf(params)
  const version = meta?.[PROTOCOL_VERSION]
  if (version === undefined && revisionOf(header, 'http') === undefined) return unsupportedVersion(header, supportedVersions('http'), id)
  if (meta === undefined || typeof version !== 'string') return invalidParams(`_meta["${PROTOCOL_VERSION}"] has to be a string, and _meta["${CLIENT_CAPABILITIES}"] an object`, id)
  if (version !== header) return mismatch('MCP-Protocol-Version', `differs from _meta["${PROTOCOL_VERSION}"]`, id)
  const revision = revisionOf(version, 'http')
  if (revision === undefined) return unsupportedVersion(version, supportedVersions('http'), id)
  const client = readClient(meta, id)
  if ('code' in client) return client
  exchange.revision = revision
  exchange.client = client
  return undefined
}

/** A notification has to name its version; what else it carries is held to its body. */
function checkNotification ({ method, params }: NotificationMessage, exchange: HttpExchange): Refusal | undefined {
  const header = soleValue(headerValues(exchange.rawHeaders, 'mcp-protocol-version'))
  if (header === undefined) return versionMissing(exchange)
  const version = metaOf(params)?.[PROTOCOL_VERSION]
  if (version !== undefined && version !== header) return mismatch('MCP-Protocol-Version', `differs from _meta["${PROTOCOL_VERSION}"]`)
  const revision = revisionOf(header, 'http')
  if (revision === undefined) return unsupportedVersion(header, supportedVersions('http'))
  exchange.revision = revision
  return headerValues(exchange.rawHeaders, 'mcp-method').length === 0 ? undefined : checkMethod({ method, id: undefined }, exchange)
}

function versionMissing ({ rawHeaders }: HttpExchange, id?: RequestId): Refusal {
  const supported = supportedVersions('http')
  const problem = headerValues(rawHeaders, 'mcp-protocol-version').length === 0 ? 'is missing' : 'is malformed, or its copies differ'
  // An old client's `initialize` ends here, and this text may be all that its user sees.
  return refusal(400, HEADER_MISMATCH, `Header mismatch: MCP-Protocol-Version ${problem}; this server speaks MCP ${supported.join(' and ')} alone`, id, { supported })
}

function checkMethod ({ method, id }: { method: string, id: RequestId | undefined }, { rawHeaders }: HttpExchange): Refusal | undefined {
  const values = headerValues(rawHeaders, 'mcp-method')
  if (values.length === 0) return mismatch('Mcp-Method', 'is missing', id)
  for (const value of values) {
    if (trimmed(value) !== method) return mismatch('Mcp-Method', 'differs from the method of the body', id)
  }
  return undefined
}

/** Where the body of a method has what `Mcp-Name` repeats. */
const nameSources = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri']
])

function checkName ({ id, method, params }: RequestMessage, { rawHeaders }: HttpExchange): Refusal | undefined {
  const source = nameSources.get(method)
  const name = source === undefined ? undefined : params?.[source]
  // Without a name in the body there is nothing to compare: the method itself complains.
  if (source === undefined || typeof name !== 'string') return undefined
  const values = headerValues(rawHeaders, 'mcp-name')
  if (values.length === 0) return mismatch('Mcp-Name', 'is missing', id)
  for (const value of values) {
    if (decoded(value) !== name) return mismatch('Mcp-Name', `differs from params.${source} of the body`, id)
  }
  return undefined
}

/** `Mcp-Param-*` against the arguments that the tool's schema annotates. */
function checkParams ({ id, method, params }: RequestMessage, exchange: HttpExchange): Refusal | undefined {
  const name = method === 'tools/call' ? params?.name : undefined
  const { server } = exchange.endpoint
  const tool = typeof name === 'string' ? server.find(server.catalog.tools, name, exchange.principal) : undefined
  if (tool === undefined) return undefined
  if (tool.headers.faults.length > 0) {
    for (const fault of tool.headers.faults) exchange.log.error({ err: new HeaderParamInvalid(tool.name, fault) }, 'tools/call failed: the caller was told nothing of this')
    return internalError(500, id)
  }
  return checkAnnotated(tool, params?.arguments, exchange, id)
}

function checkAnnotated (tool: ToolEntry, args: unknown, { rawHeaders }: HttpExchange, id: RequestId): Refusal | undefined {
  for (const param of tool.headers.params) {
    const values = headerValues(rawHeaders, param.key)
    const expected = valueAt(args, param.path)
    // Objects and arrays are no header's matter: the schema refuses them.
    if (typeof expected === 'object' && expected !== null) continue
    const fault = paramFault(values, expected, param)
    if (fault !== undefined) return mismatch(param.header, fault, id)
  }
  return undefined
}

function paramFault (values: readonly string[], expected: unknown, { path }: HeaderParam): string | undefined {
  const argument = `arguments.${path.join('.')}`
  if (expected === undefined || expected === null) return values.length > 0 ? `is there, but ${argument} is not` : undefined
  if (values.length === 0) return `is missing, but ${argument} is there`
  return values.every((value) => equals(decoded(value), expected)) ? undefined : `differs from ${argument}`
}

const DECIMAL_INTEGER = /^-?\d+(?:\.0+)?$/

/** Compares by the JSON type of the value in the body, whatever its schema says. */
function equals (header: string | undefined, value: unknown): boolean {
  if (header === undefined) return false
  if (typeof value !== 'number') return header === String(value)
  if (!Number.isInteger(value)) return header === String(value)
  return Number.isSafeInteger(value) && DECIMAL_INTEGER.test(header) && Number(header) === value
}

const BASE64_START = '=?base64?'
const BASE64_END = '?='

/** A value out of its `=?base64?…?=` form, strictly: what another decoder would read otherwise is refused. */
function decoded (value: string): string | undefined {
  const literal = trimmed(value)
  if (literal === undefined || !literal.startsWith(BASE64_START) || !literal.endsWith(BASE64_END) || literal.length < BASE64_START.length + BASE64_END.length) return literal
  const base64 = literal.slice(BASE64_START.length, -BASE64_END.length)
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

/** Names our header and what is wrong with it, and never repeats what the caller sent. */
function mismatch (header: string, problem: string, id?: RequestId): Refusal {
  return refusal(400, HEADER_MISMATCH, `Header mismatch: ${header} ${problem}`, id)
}
