import type { ToolResult } from '../../types/dispatch.ts'
import type { DispatchOutcome } from '../../types/observability.ts'

/** How a call of the host's code ended. */
export type Outcome<Result> =
  | { readonly result: Result }
  /** For the log. */
  | { readonly fault: unknown }
  /** In words of the host's for the caller, by `ToolError`. */
  | { readonly failure: string }
  /** There is no such resource. */
  | { readonly notFound: true }
  /** The client has to be asked first. */
  | { readonly suspended: true }

/** How it ended, without what it ended with. */
export function nameOfOutcome (outcome: Outcome<unknown>): DispatchOutcome {
  if ('result' in outcome) return (outcome.result as Partial<ToolResult>).isError === true ? 'tool_error' : 'completed'
  if ('suspended' in outcome) return 'input_required'
  if ('notFound' in outcome) return 'not_found'
  return 'failure' in outcome ? 'tool_error' : 'fault'
}
