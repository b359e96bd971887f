import type { Entry } from '../catalog/entries.ts'
import type { AnswersOf, AskOptions, InputRequest } from '../../types/input.ts'
import type { Dispatch } from '../../types/catalog.ts'
import type { ClientDetails, HandlerContext, Logger, Principal } from '../../types/dispatch.ts'
import type { LiveServer } from '../../types/fastify.ts'
import type { DispatchInfo, Instrumentation, TraceContext } from '../../types/observability.ts'
import type { LoggingLevel, RequestId } from '../../types/protocol.ts'
import { partName } from './channel.ts'
import { Progress, type Reporting } from './progress.ts'

/** Tells when a call is no longer wanted. Made by the transport, which knows how a client leaves. */
export interface Cancellation {
  /** The signal of this call. Made when first asked for: most handlers never do. */
  signal (): AbortSignal
}

/** What the transport and the protocol know of a call before the host's code runs. */
export interface CallDetails extends Reporting {
  readonly protocolVersion: string
  readonly client: ClientDetails
  readonly principal: unknown
  readonly request: HandlerContext['request']
  readonly log: Logger
  readonly cancellation: Cancellation
  readonly carrier: 'http' | 'stdio'
  /** The trace context of the request. */
  readonly trace: TraceContext
  /** The least severe messages that the client wants to be sent; none where it is `undefined`. */
  readonly logLevel: LoggingLevel | undefined
}

/** The server that a call belongs to, as far as the host's code has to do with it. */
export interface DispatchHost {
  readonly live: LiveServer
  /** Serves what has no handler of its own. */
  readonly dispatch: Dispatch | undefined
  /** Milliseconds between two reports of progress. */
  readonly progressIntervalMs: number
  /** Whether log messages are offered: none are sent otherwise. */
  readonly offersLogging: boolean
  /** Runs around each call. */
  readonly instrumentation: Instrumentation | undefined
}

/** What a handler asks of the client, in the way of the revision. */
export interface Input {
  /** What an earlier try left. */
  readonly state: unknown
  /** Whether the call ends here, to be tried again: whatever the handler made of that. */
  readonly suspended: boolean
  ask (requests: Record<string, InputRequest>, options: AskOptions): Promise<Record<string, unknown>>
}

const METHODS = { tool: 'tools/call', resource: 'resources/read', resource_template: 'resources/read', prompt: 'prompts/get' } as const

/** Severities from the least on (RFC 5424, 6.2.1). */
export const LOGGING_LEVELS: readonly LoggingLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** A handler's context. Its costly members are made when first read, which destructuring does too. */
export class Context implements HandlerContext {
  readonly #call: CallDetails
  readonly #host: DispatchHost
  readonly #entry: Entry
  readonly #input: Input
  readonly requestId: RequestId
  #log: Logger | undefined
  #progress: Progress | undefined
  #ended = false

  constructor (call: CallDetails, host: DispatchHost, entry: Entry, requestId: RequestId, input: Input) {
    this.#call = call
    this.#host = host
    this.#entry = entry
    this.requestId = requestId
    this.#input = input
  }

  get signal (): AbortSignal { return this.#call.cancellation.signal() }
  get principal (): Principal { return this.#call.principal as Principal }
  get request (): HandlerContext['request'] { return this.#call.request }
  get protocolVersion (): string { return this.#call.protocolVersion }
  get client (): ClientDetails { return this.#call.client }
  get server (): LiveServer { return this.#host.live }
  get state (): unknown { return this.#input.state }
  get log (): Logger { return (this.#log ??= this.#call.log.child({ [this.#entry.kind]: this.#entry.name })) }

  get progress (): HandlerContext['progress'] {
    this.#progress ??= new Progress(this.#call, this.#host.progressIntervalMs)
    const reporter = this.#progress
    return (progress, total, message) => { if (!this.#ended) reporter.report(progress, total, message) }
  }

  get notify (): HandlerContext['notify'] {
    return (level, data, logger) => this.#notify(level, data, logger)
  }

  get ask (): HandlerContext['ask'] {
    return <const Requests extends Record<string, InputRequest>>(requests: Requests, options: AskOptions = {}) => {
      const answers = this.#input.ask(requests, options)
      // A handler that does not wait for it must not take the process down.
      answers.catch(() => {})
      return answers as Promise<AnswersOf<Requests>>
    }
  }

  /** The handler is done: nothing may follow its result. */
  end (): void {
    this.#progress?.end()
    this.#ended = true
  }

  /** What may be told of the call to whoever watches it. */
  describe (server: string): DispatchInfo {
    const { kind } = this.#entry
    const { protocolVersion, carrier, trace } = this.#call
    return { server, method: METHODS[kind], kind, name: partName(this.#entry), requestId: this.requestId, protocolVersion, carrier, trace }
  }

  /** Whether the call ends here, to be tried again. */
  get suspended (): boolean { return this.#input.suspended }

  #notify (level: LoggingLevel, data: unknown, logger: string | undefined): void {
    const { logLevel } = this.#call
    if (this.#ended || logLevel === undefined) return
    if (!this.#host.offersLogging) {
      this.log.warn({}, 'a log message for the client was dropped: write capabilities: { logging: true } among the options')
      return
    }
    const severity = LOGGING_LEVELS.indexOf(level)
    if (severity < 0 || severity < LOGGING_LEVELS.indexOf(logLevel) || data === undefined) return
    this.#call.notify('notifications/message', { level, ...(logger === undefined ? {} : { logger }), data })
  }
}
