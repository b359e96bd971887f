import { Context } from '../../dispatch/context.ts'
import type { Outcome } from '../../dispatch/outcome.ts'
import type { Entry } from '../../catalog/entries.ts'
import type { RequestId } from '../../../types/protocol.ts'
import { internalError, refusal, type Answer, type Refusal } from '../answer.ts'
import { INTERNAL_ERROR, INVALID_PARAMS } from '../codes.ts'
import { RoundTripInput, untried, type CallInput } from '../input.ts'
import { LegacyInput } from '../legacy-input.ts'
import { isObject, type JsonObject } from '../message.ts'
import { bindingOf, openState, sealState, type StateOptions } from '../request-state.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { MODERN } from '../versions.ts'

/** A request that runs code of the host's: what it was and for whom. */
export interface Call {
  readonly id: RequestId
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read'
  readonly params: JsonObject
  readonly exchange: Exchange
  readonly server: McpServer
}

/** Runs the host's code for one try of a call. */
type Run<Result> = (context: Context) => Outcome<Result> | Promise<Outcome<Result>>

/**
 * Runs the host's code and answers with what comes of it. A promise comes back only where there is something
 * to wait for.
 *
 * @param run calls the entry
 * @param succeed makes an answer of a result
 */
export function runEntry<Result> (call: Call, entry: Entry, run: Run<Result>, succeed: (result: Result, call: Call) => Answer): Answer | Promise<Answer> {
  const input = openInput(call)
  return input instanceof Promise ? input.then((input) => withInput(input, call, entry, run, succeed)) : withInput(input, call, entry, run, succeed)
}

function withInput<Result> (input: CallInput | Refusal, call: Call, entry: Entry, run: Run<Result>, succeed: (result: Result, call: Call) => Answer): Answer | Promise<Answer> {
  if ('code' in input) return input
  const outcome = run(new Context(call.exchange, call.server, entry, call.id, input))
  return outcome instanceof Promise
    ? outcome.then((outcome) => conclude(outcome, input, call, entry, succeed))
    : conclude(outcome, input, call, entry, succeed)
}

function conclude<Result> (outcome: Outcome<Result>, input: CallInput, call: Call, entry: Entry, succeed: (result: Result, call: Call) => Answer): Answer | Promise<Answer> {
  const { id, exchange, method } = call
  if ('result' in outcome) return succeed(outcome.result, call)
  if ('suspended' in outcome) return input.refused ?? askClient(input as RoundTripInput, call, entry)
  if ('failure' in outcome) return refusal(200, INTERNAL_ERROR, outcome.failure, id)
  if ('notFound' in outcome) return notFound(call)
  exchange.log.error({ err: outcome.fault, [entry.kind]: entry.name }, `${method} failed: the caller was told nothing of this`)
  return internalError(200, id)
}

/** There is no such resource for this caller (specification: server/resources, Error Handling). */
export function notFound ({ id, params, exchange }: Pick<Call, 'id' | 'params' | 'exchange'>): Refusal {
  return refusal(200, exchange.revision.resourceNotFound, 'Resource not found', id, { uri: params.uri })
}

/** Whether a request is the retry of an earlier one: such a result depends on more than what it asks for. */
export function isRetry ({ inputResponses, requestState }: JsonObject): boolean {
  return inputResponses !== undefined || requestState !== undefined
}

function stateOptions ({ options: { stateCodec, stateTtlMs } }: McpServer): StateOptions {
  return { codec: stateCodec, ttlMs: stateTtlMs }
}

/** What the handler can ask, with the answers that came and what an earlier try has left. */
function openInput (call: Call): CallInput | Refusal | Promise<CallInput | Refusal> {
  const { id, params: { inputResponses, requestState }, exchange, server } = call
  if (exchange.session !== undefined && exchange.protocolVersion !== MODERN) return new LegacyInput(id, exchange, exchange.session)
  if (inputResponses !== undefined && !isObject(inputResponses)) return complaint(id, '"inputResponses" has to be an object of answers by their names')
  const responses = inputResponses ?? {}
  const { capabilities } = exchange.client
  const keepsState = server.options.stateCodec !== undefined
  if (requestState === undefined) return new RoundTripInput(id, responses, untried, capabilities, keepsState)
  return reopen(call).then((tried) => tried === undefined ? complaint(id, '"requestState" is not one of this request, or has expired: begin again without it') : new RoundTripInput(id, responses, tried, capabilities, keepsState))
}

async function reopen ({ method, params, exchange, server }: Call) {
  if (typeof params.requestState !== 'string' || server.options.stateCodec === undefined) return undefined
  return await openState(params.requestState, bindingOf(method, params, server.principalId(exchange.principal)), stateOptions(server))
}

/** Ends the request with what the client has to be asked first (specification: basic/patterns/mrtr, InputRequiredResult). */
async function askClient ({ pending, asksAgain, answers, state }: RoundTripInput, { id, method, params, exchange, server }: Call, entry: Entry): Promise<Answer> {
  const seals = asksAgain || state !== undefined || (server.options.stateCodec !== undefined && Object.keys(answers).length > 0)
  try {
    const sealed = seals ? await sealState({ answers, state }, bindingOf(method, params, server.principalId(exchange.principal)), stateOptions(server), entry.owner) : undefined
    return {
      status: 200,
      id,
      result: {
        resultType: 'input_required',
        inputRequests: Object.fromEntries(pending),
        ...(sealed === undefined ? {} : { requestState: sealed }),
        _meta: server.meta
      }
    }
  } catch (fault) {
    exchange.log.error({ err: fault, [entry.kind]: entry.name }, `${method} failed: the caller was told nothing of this`)
    return internalError(200, id)
  }
}

/** A method's own complaint about its params: 200 over HTTP, since clients show the error of a 200. */
export function complaint (id: RequestId, problem: string): Refusal {
  return refusal(200, INVALID_PARAMS, `Invalid params: ${problem}`, id)
}
