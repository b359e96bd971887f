import type { Readable } from 'node:stream'
import { refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { kBody } from '../symbols.ts'
import type { HttpExchange } from './exchange.ts'
import { sendRefusal } from './reply.ts'

export interface BodyLimits {
  /** Bytes. */
  readonly maxBodyBytes: number
  /** Milliseconds for the whole body. */
  readonly bodyTimeoutMs: number
}

type Done = (error: null, body: Buffer) => void

/**
 * Reads a whole body within its bounds. It answers for itself, and never through the parser's `done`:
 * Fastify would add headers of its own. A client that goes away in the midst of its body gets no answer.
 */
export function readBody (exchange: HttpExchange, payload: Readable, done: Done): void {
  const { maxBodyBytes } = exchange.endpoint.options
  if (Number(exchange.request.headers['content-length']) > maxBodyBytes) sendRefusal(exchange, tooLarge(maxBodyBytes))
  else new BodyReading(exchange, payload, done).start()
}

function tooLarge (maxBodyBytes: number): Refusal {
  return refusal(413, INVALID_REQUEST, `Content too large: a body has at most ${maxBodyBytes} bytes`)
}

/** One body on its way. The payload carries it, so that its listeners need no closure for each request. */
class BodyReading {
  readonly #exchange: HttpExchange
  readonly #payload: Readable & { [kBody]?: BodyReading }
  readonly #done: Done
  readonly #timer: NodeJS.Timeout
  #chunks: Buffer[] = []

  constructor (exchange: HttpExchange, payload: Readable, done: Done) {
    this.#exchange = exchange
    this.#payload = payload
    this.#done = done
    this.#timer = setTimeout(onTimeout, exchange.endpoint.options.bodyTimeoutMs, this)
  }

  start (): void {
    this.#payload[kBody] = this
    this.#payload.on('data', onData).on('end', onEnd).on('close', onGone)
    // Stays to the end: an error without a listener would be the host's uncaught exception.
    this.#payload.on('error', onGone)
  }

  add (chunk: Buffer): void {
    const { maxBodyBytes } = this.#exchange.endpoint.options
    this.#exchange.received += chunk.length
    if (this.#exchange.received > maxBodyBytes) this.#refuse(tooLarge(maxBodyBytes))
    else this.#chunks.push(chunk)
  }

  end (): void {
    this.detach()
    const [first] = this.#chunks
    const bytes = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks, this.#exchange.received)
    this.#exchange.bytes = bytes
    this.#exchange.bodyRead = true
    this.#done(null, bytes)
  }

  timeout (): void {
    this.#refuse(refusal(408, INVALID_REQUEST, `Request timeout: a body has to arrive within ${this.#exchange.endpoint.options.bodyTimeoutMs} ms`))
  }

  detach (): void {
    clearTimeout(this.#timer)
    this.#payload.off('data', onData).off('end', onEnd).off('close', onGone)
  }

  #refuse (refused: Refusal): void {
    this.detach()
    this.#chunks = []
    this.#payload.pause()
    sendRefusal(this.#exchange, refused)
  }
}

interface Carrying { [kBody]: BodyReading }

function onData (this: Readable, chunk: Buffer): void { (this as unknown as Carrying)[kBody].add(chunk) }
function onEnd (this: Readable): void { (this as unknown as Carrying)[kBody].end() }
function onGone (this: Readable): void { (this as unknown as Carrying)[kBody].detach() }
function onTimeout (body: BodyReading): void { body.timeout() }
