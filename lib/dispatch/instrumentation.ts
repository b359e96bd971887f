import type { DispatchOutcome, Instrumentation } from '../../types/observability.ts'
import type { Context, DispatchHost } from './context.ts'
import { nameOfOutcome, type Outcome } from './outcome.ts'

/**
 * Calls the host's code within its instrumentation, which is given how the call ended and never what came of it.
 * What the instrumentation returns or throws is its own affair: the call goes on without it.
 */
export function instrument (instrumentation: Instrumentation, context: Context, host: DispatchHost, run: () => Outcome<unknown> | Promise<Outcome<unknown>>): Outcome<unknown> | Promise<Outcome<unknown>> {
  let outcome: Outcome<unknown> | Promise<Outcome<unknown>> | undefined
  const next = (): DispatchOutcome | Promise<DispatchOutcome> => {
    outcome ??= run()
    return outcome instanceof Promise ? outcome.then(nameOfOutcome) : nameOfOutcome(outcome)
  }
  const onFault = (fault: unknown): void => { context.log.error({ err: fault }, '"instrumentation" failed: the call went on without it') }
  try {
    const returned = instrumentation(context.describe(host.live.name), next)
    if (returned instanceof Promise) returned.catch(onFault)
  } catch (fault) {
    onFault(fault)
  }
  // One that has not called `next` by now calls it in vain.
  return (outcome ??= run())
}
