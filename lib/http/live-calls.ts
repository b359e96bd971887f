import type { FastifyReply } from 'fastify'

/** One call that asked to be told when it is no longer wanted. */
export type LiveCall = AbortController

/** Such calls of one endpoint. */
export class LiveCalls {
  readonly #calls = new Set<LiveCall>()
  /** Whether the server is closing: what is answered now ends its connection, which nobody would end later. */
  closing = false

  /** A call whose signal aborts when the client goes away before its answer, or when the server closes. */
  begin ({ raw }: FastifyReply): LiveCall {
    const call = new AbortController()
    if (this.closing || (raw.destroyed && !raw.writableEnded)) {
      call.abort()
      return call
    }
    this.#calls.add(call)
    // The response's close, not the request's: that one comes as soon as the body has been read.
    raw.once('close', () => {
      this.#calls.delete(call)
      if (!raw.writableEnded) call.abort()
    })
    return call
  }

  abortAll (): void {
    this.closing = true
    for (const call of this.#calls) call.abort()
    this.#calls.clear()
  }
}
