import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cancellation } from '../dispatch/context.ts'
import type { NotificationMessage, RequestMessage } from '../protocol/message.ts'
import type { Exchange, Revision } from '../protocol/revisions.ts'
import { revision20260728 } from '../protocol/revisions/2026-07-28.ts'
import { kExchange } from '../symbols.ts'
import { metaOf, traceOf } from '../protocol/meta.ts'
import { logLevelOf } from '../protocol/server.ts'
import { MAX_BACKLOG_BYTES } from '../limits.ts'
import type { ClientDetails, Logger } from '../../types/dispatch.ts'
import type { TraceContext } from '../../types/observability.ts'
import type { LoggingLevel, RequestId } from '../../types/protocol.ts'
import { acceptsStream } from './content.ts'
import type { Endpoint } from './endpoint.ts'
import type { EventStream } from './event-stream.ts'
import type { LiveCall } from './live-calls.ts'

const noMessage: NotificationMessage = { kind: 'notification', method: '', params: undefined }
const noClient: ClientDetails = { info: undefined, capabilities: {} }
export const NO_BYTES = Buffer.alloc(0)

/** What one HTTP request has learned so far: each step adds what it found, and none looks back. */
export class HttpExchange implements Exchange, Cancellation {
  readonly carrier = 'http'
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[]
  principal: unknown
  /** The body as received, until it is decoded. */
  bytes: Buffer = NO_BYTES
  message: RequestMessage | NotificationMessage = noMessage
  revision: Revision = revision20260728
  client: ClientDetails = noClient
  /** Bytes of the body that have been read. */
  received = 0
  /** Whether the body has been read to its end: before that, a refusal closes the connection. */
  bodyRead = false
  /** Whether what is sent is ours: what a hook of the host sends instead is put into JSON-RPC. */
  answered = false
  /** Whether the core has the request: from here on an error carries its id. */
  handling = false
  /** The answer, where it is a stream that has begun. */
  stream: EventStream | undefined
  /** Sessions are 2025-11-25's, which is not served here. */
  readonly session = undefined
  #droppedNotification = false
  #call: LiveCall | undefined

  constructor (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.endpoint = endpoint
    this.request = request
    this.reply = reply
    this.rawHeaders = request.raw.rawHeaders
  }

  get protocolVersion (): string { return this.revision.version }
  get log (): Logger { return this.request.log }
  get cancellation (): Cancellation { return this }

  get progressToken (): RequestId | undefined { return metaOf(this.message.params)?.progressToken as RequestId | undefined }
  get logLevel (): LoggingLevel | undefined { return logLevelOf(this.message) }
  get trace (): TraceContext { return traceOf(this.message.params) }
  get streams (): boolean { return acceptsStream(this.request.headers.accept) }
  get backlog (): number { return this.stream?.backlog ?? 0 }
  get congested (): boolean { return this.stream !== undefined && this.stream.readableLength > this.stream.readableHighWaterMark }

  /** Sends a notification before the answer, which becomes a stream by that. */
  notify (method: string, params: object): void {
    if (this.stream === undefined && (this.answered || !this.streams)) return
    if (this.backlog > MAX_BACKLOG_BYTES) {
      if (!this.#droppedNotification) this.log.warn({ method }, 'notifications were dropped: the client reads too slowly')
      this.#droppedNotification = true
      return
    }
    this.stream ??= this.endpoint.openStream(this)
    this.stream.event(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  signal (): AbortSignal {
    return (this.#call ??= this.endpoint.calls.begin(this.reply)).signal
  }

  /** Tells what runs that its result is no longer wanted. */
  abort (): void {
    this.#call?.abort()
  }
}

interface Carried { [kExchange]: HttpExchange | null }

/** The exchange of a request, begun when first asked for: a hook of the host may refuse before any of ours. */
export function beginExchange (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): HttpExchange {
  const carried = request as unknown as Carried
  return (carried[kExchange] ??= new HttpExchange(endpoint, request, reply))
}

/** The exchange that the first step has begun. */
export function exchangeOf (request: FastifyRequest): HttpExchange {
  return (request as unknown as { [kExchange]: HttpExchange })[kExchange]
}
