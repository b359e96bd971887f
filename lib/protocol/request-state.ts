import { createHash } from 'node:crypto'
import { OptionRequired, StateCodecRequired } from '../errors.ts'
import type { StateBinding, StateCodec } from '../../types/input.ts'
import { isObject, type JsonObject } from './message.ts'
import type { Tried } from './input.ts'

/** How tries of one request find each other again, though nothing is kept between them. */
export interface StateOptions {
  readonly codec: StateCodec | undefined
  /** Milliseconds for which a client may answer. */
  readonly ttlMs: number
}

/** What a state is bound to. @throws BMCP_ERR_OPTION_REQUIRED where callers cannot be told apart */
export function bindingOf (method: string, params: JsonObject, principal: string | undefined): StateBinding {
  if (principal === undefined) throw new OptionRequired('principalId', 'give a function (principal) => string that tells callers apart: a state is bound to its caller')
  const { _meta, inputResponses, requestState, ...asked } = params
  return { principal, method, digest: createHash('sha256').update(JSON.stringify(asked, sorted)).digest('hex') }
}

/** Objects in the order of their keys: a client may write a retry in another. */
function sorted (_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)) : value
}

/**
 * Seals what the next try has to find (specification: basic/patterns/mrtr, Server Requirements).
 *
 * @param owner whose call it is, such as `tool "x"`
 * @throws BMCP_ERR_STATE_CODEC_REQUIRED, and what the codec throws
 */
export async function sealState ({ answers, state }: Tried, binding: StateBinding, { codec, ttlMs }: StateOptions, owner: string): Promise<string> {
  if (codec === undefined) throw new StateCodecRequired(owner, state === undefined ? 'it asks more than once' : 'it gave ask() a state')
  return await codec.seal(JSON.stringify({ binding, expires: Date.now() + ttlMs, answers, state }), binding)
}

/** What an earlier try has sealed, or `undefined` where the text is not that, is late, or was made for something else. */
export async function openState (sealed: string, binding: StateBinding, { codec }: StateOptions): Promise<Tried | undefined> {
  let payload: unknown
  try {
    payload = JSON.parse(await codec?.open(sealed, binding) ?? 'null')
  } catch {
    return undefined
  }
  if (!isObject(payload) || !isObject(payload.binding) || !isObject(payload.answers)) return undefined
  const { principal, method, digest } = payload.binding
  const fits = principal === binding.principal && method === binding.method && digest === binding.digest
  return fits && typeof payload.expires === 'number' && payload.expires > Date.now() ? { answers: payload.answers, state: payload.state } : undefined
}
