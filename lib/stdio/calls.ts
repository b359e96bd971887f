import type { RequestMessage } from '../protocol/message.ts'
import type { Exchange, Revision } from '../protocol/revisions.ts'
import type { Cancellation } from '../dispatch/context.ts'
import type { ClientDetails, Logger } from '../../types/dispatch.ts'

/** One request over stdio, from its line to its answer. */
export class StdioCall implements Exchange, Cancellation {
  readonly carrier = 'stdio'
  readonly principal = undefined
  readonly request = undefined
  readonly message: RequestMessage
  readonly revision: Revision
  readonly client: ClientDetails
  readonly log: Logger
  /** The client wants no answer any more. */
  cancelled = false
  #aborted = false
  #controller: AbortController | undefined

  constructor (message: RequestMessage, revision: Revision, client: ClientDetails, log: Logger) {
    this.message = message
    this.revision = revision
    this.client = client
    this.log = log
  }

  get protocolVersion (): string { return this.revision.version }
  get cancellation (): Cancellation { return this }

  signal (): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted) this.#controller.abort()
    return this.#controller.signal
  }

  abort (): void {
    this.#aborted = true
    this.#controller?.abort()
  }
}
