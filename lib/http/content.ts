import Negotiator from 'negotiator'
import { refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { headerValues } from './raw-headers.ts'

const JSON_TYPE = /^[\t ]*application\/json[\t ]*(?:;|$)/i
const STREAM_TYPE = 'text/event-stream'
const ANSWER_TYPES = ['application/json', STREAM_TYPE]
/** What MCP clients send, word for word: no parsing for those. */
const USUAL_ACCEPT = 'application/json, text/event-stream'

/** Strict in what a body is, lenient in what the client takes. */
export function checkContent (rawHeaders: readonly string[], accept: string | undefined): Refusal | undefined {
  const contentType = headerValues(rawHeaders, 'content-type')
  if (contentType.length === 0 || !contentType.every((type) => JSON_TYPE.test(type))) return refusal(415, INVALID_REQUEST, 'Unsupported media type: send Content-Type: application/json')
  if (accept === undefined || accept === USUAL_ACCEPT || new Negotiator({ headers: { accept } }).mediaTypes(ANSWER_TYPES).length > 0) return undefined
  return refusal(406, INVALID_REQUEST, 'Not acceptable: send Accept: application/json, text/event-stream')
}

/** Whether an answer may be a stream: `Accept` admits it, or says nothing. */
export function acceptsStream (accept: string | undefined): boolean {
  return accept === undefined || accept === USUAL_ACCEPT || new Negotiator({ headers: { accept } }).mediaType([STREAM_TYPE]) !== undefined
}
