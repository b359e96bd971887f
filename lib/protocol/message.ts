import { isAscii, isUtf8 } from 'node:buffer'
import type { RequestId } from '../../types/protocol.ts'
import { refusal, type Refusal } from './answer.ts'
import { INVALID_REQUEST, PARSE_ERROR } from './codes.ts'

export type JsonObject = { readonly [key: string]: unknown }

/** A JSON-RPC message from a client, decoded and held to the form of one. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage

export interface RequestMessage {
  readonly kind: 'request'
  readonly id: RequestId
  readonly method: string
  readonly params: JsonObject | undefined
}

export interface NotificationMessage {
  readonly kind: 'notification'
  readonly method: string
  readonly params: JsonObject | undefined
}

/** The answer to a request of ours: only a 2025-11-25 client sends one. */
export interface ResponseMessage {
  readonly kind: 'response'
  readonly id: unknown
  readonly body: JsonObject
}

const BYTE_ORDER_MARK = '\uFEFF'

/** Decodes the bytes of one message, or says why they are none (JSON-RPC 2.0, section 4). */
export function decodeMessage (bytes: Buffer): Message | Refusal {
  // ASCII, as most messages are, is copied several times faster than it is decoded.
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) return refusal(400, PARSE_ERROR, 'Parse error: the message is not valid UTF-8')
  let text = bytes.toString(ascii ? 'latin1' : 'utf8')
  if (text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refusal(400, PARSE_ERROR, 'Parse error: the message is not valid JSON')
  }
  return toMessage(value, mayHoldProto(text))
}

function toMessage (value: unknown, suspect: boolean): Message | Refusal {
  if (Array.isArray(value)) return invalid('batches are not part of MCP: send one message at a time')
  if (!isObject(value)) return invalid('a message is a JSON object')
  const id = isRequestId(value.id) ? value.id : undefined
  if (value.jsonrpc !== '2.0') return invalid('"jsonrpc" has to be "2.0"', id)
  const message = suspect && holdsProto(value)
    ? invalid('the key "__proto__" is not allowed', id)
    : isResponse(value) ? { kind: 'response', id: value.id, body: value } as const : toCall(value, id)
  return 'code' in message && typeof value.method === 'string' && !Object.hasOwn(value, 'id') ? { ...message, notification: true } : message
}

function isResponse (value: JsonObject): boolean {
  return value.method === undefined && ('result' in value || 'error' in value)
}

function toCall (value: JsonObject, id: RequestId | undefined): RequestMessage | NotificationMessage | Refusal {
  const { method, params } = value
  if (typeof method !== 'string') return invalid('"method" has to be a string', id)
  if (id === undefined && Object.hasOwn(value, 'id')) return invalid('"id" has to be a string or a safe integer')
  if (params !== undefined && !isObject(params)) return invalid('"params" has to be an object', id)
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

function invalid (problem: string, id?: RequestId): Refusal {
  return refusal(400, INVALID_REQUEST, `Invalid request: ${problem}`, id)
}

/** An integer beyond the safe range was rounded when read, and could not be echoed. */
function isRequestId (id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a text may hold the key `__proto__`, plain or escaped: a scan is far cheaper than a walk. */
function mayHoldProto (text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u00')
}

/** Iterative: a body of 1 MiB can be nested deeper than the stack. */
function holdsProto (value: object): boolean {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const child of Object.values(next)) pending.push(child)
  }
  return false
}
