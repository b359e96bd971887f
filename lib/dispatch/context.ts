import type { ClientDetails, HandlerContext, Logger, Principal } from '../../types/dispatch.ts'
import type { RequestId } from '../../types/protocol.ts'

/** Tells when a call is no longer wanted. Made by the transport, which knows how a client leaves. */
export interface Cancellation {
  /** The signal of this call. Made when first asked for: most handlers never do. */
  signal (): AbortSignal
}

/** What the transport and the protocol know of a call before the host's code runs. */
export interface CallDetails {
  readonly protocolVersion: string
  readonly client: ClientDetails
  readonly principal: unknown
  readonly request: HandlerContext['request']
  readonly log: Logger
  readonly cancellation: Cancellation
}

/** A handler's context. Its costly members are made when first read, which destructuring does too. */
export class Context implements HandlerContext {
  readonly #call: CallDetails
  readonly #part: string
  readonly requestId: RequestId
  #log: Logger | undefined

  constructor (call: CallDetails, requestId: RequestId, part: string) {
    this.#call = call
    this.requestId = requestId
    this.#part = part
  }

  get signal (): AbortSignal { return this.#call.cancellation.signal() }
  get principal (): Principal { return this.#call.principal as Principal }
  get request (): HandlerContext['request'] { return this.#call.request }
  get protocolVersion (): string { return this.#call.protocolVersion }
  get client (): ClientDetails { return this.#call.client }
  get log (): Logger { return (this.#log ??= this.#call.log.child({ tool: this.#part })) }
}
