import type { Entry } from '../catalog/entries.ts'
import type * as types from '../../types/dispatch.ts'
import type { RequestId } from '../../types/protocol.ts'
import { Context, type CallDetails, type DispatchHost, type Input } from './context.ts'

/** A completer proposes values at once: nothing can be asked for that. */
const noInput: Input = {
  state: undefined,
  suspended: false,
  ask: () => Promise.reject(new Error('a completer cannot ask the client'))
}

/** What a completer is told. */
export class CompletionContext extends Context implements types.CompletionContext {
  readonly arguments: Readonly<Record<string, string>>

  constructor (call: CallDetails, host: DispatchHost, entry: Entry, requestId: RequestId, given: Readonly<Record<string, string>>) {
    super(call, host, entry, requestId, noInput)
    this.arguments = given
  }
}
