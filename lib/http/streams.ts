import { encodeRefusal, internalError } from '../protocol/answer.ts'
import { SHUTDOWN_TIMEOUT_MS } from '../limits.ts'
import type { EventStream } from './event-stream.ts'

/** The open streams of one endpoint. */
export class Streams {
  readonly #streams = new Set<EventStream>()
  readonly #keepAliveMs: number
  #timer: NodeJS.Timeout | undefined

  /** @param keepAliveMs milliseconds between two comments */
  constructor (keepAliveMs: number) {
    this.#keepAliveMs = keepAliveMs
  }

  add (stream: EventStream): void {
    this.#streams.add(stream)
    stream.once('close', () => this.#remove(stream))
    // One timer for all: ten thousand idle streams should cost nothing.
    this.#timer ??= setInterval(() => { for (const stream of this.#streams) stream.keepAlive() }, this.#keepAliveMs).unref()
  }

  /** The server closes: what does not end by itself is ended, since nobody else would. */
  close (): void {
    const end = (): void => { for (const stream of this.#streams) stream.finish(encodeRefusal(internalError(200)), true) }
    if (this.#streams.size > 0) setTimeout(end, SHUTDOWN_TIMEOUT_MS).unref()
  }

  #remove (stream: EventStream): void {
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
