import { InputRefused } from '../errors.ts'
import type { InputRequest } from '../../types/input.ts'
import type { RequestId } from '../../types/protocol.ts'
import type { Refusal } from './answer.ts'
import { missingCapability, readQuestions, type CallInput } from './input.ts'
import type { LegacySession } from './legacy-session.ts'
import type { Exchange } from './revisions.ts'

/**
 * What a handler asks of a 2025-11-25 client: requests of our own, whose answers settle them while the handler
 * waits (2025-11-25: client/elicitation, client/sampling, client/roots).
 */
export class LegacyInput implements CallInput {
  readonly #id: RequestId
  readonly #exchange: Exchange
  readonly #session: LegacySession
  /** Nothing is tried twice. */
  readonly state = undefined
  refused: Refusal | undefined

  constructor (id: RequestId, exchange: Exchange, session: LegacySession) {
    this.#id = id
    this.#exchange = exchange
    this.#session = session
  }

  get suspended (): boolean {
    return this.refused !== undefined
  }

  async ask (requests: Record<string, InputRequest>): Promise<Record<string, unknown>> {
    const questions = readQuestions(requests)
    this.refused = missingCapability(questions, this.#exchange.client.capabilities, this.#id)
    if (this.refused !== undefined) throw new Error('the client cannot be asked so: look at client.capabilities first')
    const signal = this.#exchange.cancellation.signal()
    return Object.fromEntries(await Promise.all(questions.map(async ([name, { method, params }, question]) => {
      const answer = await this.#session.request(name, method, dressed(params, `${JSON.stringify(this.#id)} ${name}`), signal)
      const fault = question.faultOf(answer)
      if (fault !== undefined) throw new InputRefused(name, fault)
      return [name, answer]
    })))
  }
}

/** That revision gives each URL a name of its own. */
function dressed (params: object | undefined, elicitationId: string): object | undefined {
  return params !== undefined && 'mode' in params && params.mode === 'url' ? { ...params, elicitationId } : params
}
