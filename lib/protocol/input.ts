import { InputRequestInvalid } from '../errors.ts'
import type { Input } from '../dispatch/context.ts'
import { questionOf, type Question } from '../dispatch/input-request.ts'
import type { AskOptions, InputRequest } from '../../types/input.ts'
import type { ClientCapabilities, RequestId } from '../../types/protocol.ts'
import { refusal, type Refusal } from './answer.ts'
import { INVALID_PARAMS, MISSING_CLIENT_CAPABILITY } from './codes.ts'
import { isObject, type JsonObject } from './message.ts'

/** What a client has been asked and has answered, over the tries of one request. */
export interface Tried {
  readonly answers: JsonObject
  readonly state: unknown
}

/** What a handler asks with, and why its call cannot go on where it cannot. */
export interface CallInput extends Input {
  readonly refused: Refusal | undefined
}

export const untried: Tried = { answers: {}, state: undefined }

/** Ends a handler that cannot go on yet. It counts for nothing what the handler makes of it. */
class Suspension extends Error {
  override name = 'Suspension'
  constructor () { super('the call ends here, and is tried again once the client has answered: let this error pass') }
}

/**
 * What a handler asks of a 2026-07-28 client (specification: basic/patterns/mrtr): answers that have come are
 * given, and where one is missing the call ends, to be tried again.
 */
export class RoundTripInput implements CallInput {
  readonly #responses: JsonObject
  readonly #capabilities: ClientCapabilities
  readonly #id: RequestId
  /** Answers that later tries have to find again. */
  readonly answers: Record<string, unknown>
  /** What the client has to be asked now. */
  readonly pending = new Map<string, InputRequest>()
  /** Whether answers to an earlier `ask` have to come back with the next try. */
  asksAgain = false
  /** What a handler gave to find again. */
  state: unknown
  /** Why the call cannot go on at all. */
  refused: Refusal | undefined
  readonly #keepsState: boolean

  /** @param keepsState whether answers can come back sealed: without, what was half answered is asked again as a whole */
  constructor (id: RequestId, responses: JsonObject, { answers, state }: Tried, capabilities: ClientCapabilities, keepsState: boolean) {
    this.#id = id
    this.#responses = responses
    this.answers = { ...answers }
    this.state = state
    this.#capabilities = capabilities
    this.#keepsState = keepsState
  }

  get suspended (): boolean {
    return this.pending.size > 0 || this.refused !== undefined
  }

  async ask (requests: Record<string, InputRequest>, { state }: AskOptions): Promise<Record<string, unknown>> {
    const questions = readQuestions(requests)
    const earlier = Object.keys(this.answers).length > 0
    const missing = questions.filter(([name, , question]) => !this.#take(name, question))
    if (this.refused === undefined && missing.length > 0) {
      this.refused = missingCapability(missing, this.#capabilities, this.#id)
      for (const [name, request] of this.#keepsState ? missing : questions) this.pending.set(name, request)
      this.asksAgain ||= earlier
      if (state !== undefined) this.state = state
    }
    if (this.suspended) throw new Suspension()
    return Object.fromEntries(questions.map(([name]) => [name, this.answers[name]]))
  }

  /** Whether the answer is here; one that does not fit ends the call. */
  #take (name: string, question: Question): boolean {
    if (Object.hasOwn(this.answers, name)) return true
    if (!Object.hasOwn(this.#responses, name)) return false
    const fault = question.faultOf(this.#responses[name])
    if (fault === undefined) this.answers[name] = this.#responses[name]
    else this.refused ??= refusal(200, INVALID_PARAMS, `Invalid params: inputResponses[${JSON.stringify(name)}]: ${fault}`, this.#id)
    return true
  }
}

/** The questions of one `ask`. @throws BMCP_ERR_INPUT_REQUEST_INVALID */
export function readQuestions (requests: unknown): Array<[name: string, request: InputRequest, question: Question]> {
  if (!isObject(requests) || Object.keys(requests).length === 0) throw new InputRequestInvalid('ask()', 'write an object of questions by their names, such as { name: elicitForm({ … }) }')
  return Object.entries(requests).map(([name, request]) => {
    const question = questionOf(request)
    if (question === undefined) throw new InputRequestInvalid('ask()', `"${name}" is no question: write elicitForm(…), elicitUrl(…), sample(…) or listRoots()`)
    return [name, request as InputRequest, question]
  })
}

/** What the client would have to declare for these questions, where it has not (specification: basic/index, Error Codes). */
export function missingCapability (questions: ReadonlyArray<readonly [name: string, request: InputRequest, question: Question]>, declared: ClientCapabilities, id: RequestId): Refusal | undefined {
  const missing: Record<string, object> = {}
  for (const [, , { needs }] of questions) {
    for (const [capability, parts] of Object.entries(needs) as Array<[keyof ClientCapabilities, object]>) {
      if (!isDeclared(capability, parts, declared[capability])) missing[capability] = { ...missing[capability], ...parts }
    }
  }
  const names = Object.keys(missing)
  return names.length === 0 ? undefined : refusal(400, MISSING_CLIENT_CAPABILITY, `Missing required client capability: ${names.join(', ')}`, id, { requiredCapabilities: missing })
}

/** An empty `elicitation` stands for forms (specification: client/elicitation, Capabilities). */
function isDeclared (capability: keyof ClientCapabilities, parts: object, declared: object | undefined): boolean {
  if (declared === undefined) return false
  if (capability === 'elicitation' && 'form' in parts && Object.keys(declared).length === 0) return true
  return Object.keys(parts).every((part) => Object.hasOwn(declared, part))
}
