import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { STREAM_LINGER_MS } from '../limits.ts'

/**
 * An answer of several messages (specification: basic/transports/streamable-http, Receiving Messages; WHATWG HTML,
 * Server-sent events). Sent through Fastify like any stream, so that hooks of the host see the reply.
 */
export class EventStream extends Readable {
  readonly #reply: FastifyReply

  constructor (reply: FastifyReply) {
    super()
    this.#reply = reply
  }

  override _read (): void {}

  /** Bytes that the client has not taken yet. */
  get backlog (): number {
    return this.readableLength + this.#reply.raw.writableLength
  }

  /** @param json one message: JSON has no line ends of its own */
  event (json: string): void {
    this.push(`data: ${json}\n\n`)
  }

  /** A comment, which clients ignore and proxies take for life. One that does not read needs no more of them. */
  keepAlive (): void {
    if (this.readableLength === 0) this.push(':\n\n')
  }

  /**
   * The last message.
   *
   * @param closing whether the connection ends with it
   */
  finish (json: string, closing: boolean): void {
    if (this.destroyed) return
    const { raw, request } = this.#reply
    this.event(json)
    this.push(null)
    // A client that does not read would keep the connection for ever.
    const timer = setTimeout(() => raw.destroy(), STREAM_LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
    // Its head could not say so: it was sent before the server began to close.
    if (closing && request.raw.httpVersionMajor < 2) raw.once('finish', () => request.raw.socket.destroySoon?.())
  }
}
