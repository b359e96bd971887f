import type { RequestId } from '../../types/protocol.ts'
import { INTERNAL_ERROR } from './codes.ts'

/** A rule that fails answers with one of these; transports write it, nobody throws it. */
export interface Refusal {
  /** The HTTP status. */
  readonly status: number
  /** The JSON-RPC code. */
  readonly code: number
  readonly message: string
  readonly data?: object
  /** Of the request, where one could be read: an error without it has no `id` member at all. */
  readonly id?: RequestId | undefined
  /** The message is a notification: over a carrier that never answers one, nothing is sent. */
  readonly notification?: true
}

/** A result that answers a request. */
export interface Success {
  readonly status: 200
  readonly id: RequestId
  readonly result: object | EncodedJson
  /** JSON members that end the result, with its closing brace, written once for all: see `Revision.tail`. */
  readonly tail?: string
}

export type Answer = Success | Refusal

/** JSON that has been written once and is sent many times, such as a list of tools. */
export class EncodedJson {
  readonly text: string
  constructor (text: string) { this.text = text }
}

export function refusal (status: number, code: number, message: string, id?: RequestId, data?: object): Refusal {
  return data === undefined ? { status, code, message, id } : { status, code, message, id, data }
}

/** What the caller is told of a fault that is not its own. The log has the rest. */
export function internalError (status: 200 | 500, id?: RequestId): Refusal {
  return { status, code: INTERNAL_ERROR, message: 'Internal error', id }
}

/**
 * Writes an answer as one JSON-RPC message.
 *
 * @param onFault told what could not be written as JSON: the answer is an internal error then.
 */
export function encodeAnswer (answer: Answer, onFault: (fault: unknown) => void): string {
  if (!('result' in answer)) return encodeRefusal(answer)
  const { id, result, tail } = answer
  try {
    // Put together by hand, so that what is JSON already is not written again.
    let json = result instanceof EncodedJson ? result.text : JSON.stringify(result)
    if (tail !== undefined) json = json.slice(0, -1) + tail
    return `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${json}}`
  } catch (fault) {
    onFault(fault)
    return encodeRefusal(internalError(200, id))
  }
}

/** Writes a refusal as one JSON-RPC error response. */
export function encodeRefusal ({ code, message, data, id }: Refusal): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })
}
