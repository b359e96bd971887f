import type { RequestMessage } from '../protocol/message.ts'
import type { Exchange, Revision } from '../protocol/revisions.ts'
import type { Reading } from './session.ts'
import type { Cancellation } from '../dispatch/context.ts'
import type { LegacySession } from '../protocol/legacy-session.ts'
import { metaOf, traceOf } from '../protocol/meta.ts'
import { logLevelOf } from '../protocol/server.ts'
import { LEGACY } from '../protocol/versions.ts'
import { MAX_BACKLOG_BYTES } from '../limits.ts'
import type { ClientDetails, Logger } from '../../types/dispatch.ts'
import type { TraceContext } from '../../types/observability.ts'
import type { LoggingLevel, RequestId } from '../../types/protocol.ts'
import type { LineOutput } from './output.ts'

/** What the requests of one client share. */
export interface Connection {
  readonly log: Logger
  readonly session: LegacySession
  readonly output: LineOutput
}

/** One request over stdio, from its line to its answer. */
export class StdioCall implements Exchange, Cancellation {
  readonly carrier = 'stdio'
  readonly principal = undefined
  readonly request = undefined
  readonly message: RequestMessage
  readonly revision: Revision
  readonly client: ClientDetails
  readonly log: Logger
  readonly session: LegacySession
  readonly streams = true
  readonly #output: LineOutput
  /** The client wants no answer any more. */
  cancelled = false
  #aborted = false
  #droppedNotification = false
  #controller: AbortController | undefined

  constructor (message: RequestMessage, { revision, client }: Reading, { log, session, output }: Connection) {
    this.message = message
    this.revision = revision
    this.client = client
    this.log = log
    this.session = session
    this.#output = output
  }

  get protocolVersion (): string { return this.revision.version }
  get cancellation (): Cancellation { return this }

  get progressToken (): RequestId | undefined { return metaOf(this.message.params)?.progressToken as RequestId | undefined }
  get logLevel (): LoggingLevel | undefined { return this.revision.version === LEGACY ? this.session.logLevel : logLevelOf(this.message) }
  get trace (): TraceContext { return traceOf(this.message.params) }
  get backlog (): number { return this.#output.backlog }
  get congested (): boolean { return this.#output.blocked }

  /** Sends a notification that belongs to this request. Nothing follows its cancellation. */
  notify (method: string, params: object): void {
    if (this.cancelled) return
    if (this.backlog > MAX_BACKLOG_BYTES) {
      if (!this.#droppedNotification) this.log.warn({ method }, 'notifications were dropped: the client reads too slowly')
      this.#droppedNotification = true
      return
    }
    this.#output.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

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
