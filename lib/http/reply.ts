import { constants } from 'node:http2'
import type { FastifyReply } from 'fastify'
import { encodeAnswer, type Answer, type Refusal } from '../protocol/answer.ts'
import { LINGER_MS } from '../limits.ts'
import { EventStream } from './event-stream.ts'
import type { HttpExchange } from './exchange.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Characters from which encoding at once is faster than leaving it to the socket, which sets aside three bytes for each. */
const LONG_TEXT = 16_384
/** Bytes that Node may read of a body before a pause takes hold. */
const READ_AHEAD = 65_536

/** Sends an answer as one JSON text, or as the end of the stream that it has become. What comes after an answer is dropped. */
export function sendAnswer (exchange: HttpExchange, answer: Answer): void {
  const { stream } = exchange
  if (exchange.answered && stream === undefined) return
  const text = encodeAnswer(answer, (fault) => {
    exchange.log.error({ err: fault }, 'the result cannot be written as JSON: the caller was told nothing of this')
  })
  if (stream !== undefined) {
    exchange.stream = undefined
    stream.finish(text, exchange.endpoint.calls.closing)
    return
  }
  begin(exchange).code(answer.status).header('content-type', JSON_TYPE).send(text.length > LONG_TEXT ? Buffer.from(text) : text)
}

/** Begins an answer of several messages. */
export function openStream (exchange: HttpExchange): EventStream {
  const stream = new EventStream(exchange.reply)
  // No transformation and no buffer on the way: each message arrives when it is sent.
  begin(exchange).headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }).send(stream)
  return stream
}

/** Accepts a notification: no body at all. */
export function sendAccepted (exchange: HttpExchange): void {
  begin(exchange).code(202).send()
}

function begin (exchange: HttpExchange): FastifyReply {
  const { reply, endpoint: { calls } } = exchange
  exchange.answered = true
  if (calls.closing && reply.request.raw.httpVersionMajor < 2) reply.header('connection', 'close')
  return reply
}

/** Sends a refusal. Before the body is read it ends the connection too, without reading on for the caller. */
export function sendRefusal (exchange: HttpExchange, refused: Refusal): void {
  const { reply, bodyRead, received, endpoint: { options } } = exchange
  if (!bodyRead && hasBody(reply)) closeAfterAnswer(reply, options.maxBodyBytes - received)
  sendAnswer(exchange, refused)
}

/** The end of a step that looks at one rule. */
export function passOrRefuse (exchange: HttpExchange, refused: Refusal | undefined, done: () => void): void {
  if (refused === undefined) done()
  else sendRefusal(exchange, refused)
}

/** Whether the request says that it has a body (RFC 9112, 6.3). HTTP/2 says it otherwise: assume so. */
function hasBody (reply: FastifyReply): boolean {
  const { headers, raw } = reply.request
  if (raw.httpVersionMajor >= 2) return true
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0')
}

/** @param room bytes of the body that may still be read and dropped. */
function closeAfterAnswer (reply: FastifyReply, room: number): void {
  if (reply.request.raw.httpVersionMajor >= 2) endStream(reply)
  else lingerThenClose(reply, room)
}

/** HTTP/2 has no header for it: the stream is ended once the answer is out (RFC 9113, 8.1). */
function endStream (reply: FastifyReply): void {
  const raw: object = reply.raw
  if (!('stream' in raw)) return
  const { stream } = raw as { stream: { close (code: number): void } }
  reply.raw.once('finish', () => { stream.close(constants.NGHTTP2_NO_ERROR) })
}

/**
 * Closing a socket with unread bytes resets it, and the reset can overtake the answer (RFC 9112, 9.6).
 * So our half is closed, what may be read is read and dropped, and the rest ends with the socket.
 */
function lingerThenClose (reply: FastifyReply, room: number): void {
  reply.header('connection', 'close')
  const { raw: request } = reply.request
  const { socket } = request
  // `inject` has no socket to speak of.
  if (typeof socket?.destroySoon !== 'function') return
  // Marks the request as read by us: Node would read all of it otherwise, once the answer is out.
  request.read(0)
  let dropped = 0
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
    if (request.complete) { socket.destroy(); return }
    if (room <= READ_AHEAD) return
    request.on('error', () => socket.destroy())
    request.on('end', () => socket.destroy())
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > room - READ_AHEAD) request.pause()
    })
    request.resume()
  }
}
