import type { FastifyReply } from 'fastify'

/** The calls of one endpoint that asked to be told when they are no longer wanted. */
export class LiveCalls {
  readonly #controllers = new Set<AbortController>()
  /** Whether the server is closing: what is answered now ends its connection, which nobody would end later. */
  closing = false

  /** A signal that aborts when the client goes away before its answer, or when the server closes. */
  signal ({ raw }: FastifyReply): AbortSignal {
    const controller = new AbortController()
    if (this.closing || (raw.destroyed && !raw.writableEnded)) {
      controller.abort()
      return controller.signal
    }
    this.#controllers.add(controller)
    // The response's close, not the request's: that one comes as soon as the body has been read.
    raw.once('close', () => {
      this.#controllers.delete(controller)
      if (!raw.writableEnded) controller.abort()
    })
    return controller.signal
  }

  abortAll (): void {
    this.closing = true
    for (const controller of this.#controllers) controller.abort()
    this.#controllers.clear()
  }
}
