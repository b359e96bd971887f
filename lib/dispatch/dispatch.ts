import type { Entry, PromptEntry, ResourceEntry, TemplateEntry, ToolEntry } from '../catalog/entries.ts'
import type { HandlerContext, ToolResult } from '../../types/dispatch.ts'
import type { DispatchEvent } from '../../types/observability.ts'
import { isThenable } from '../thenable.ts'
import { publishEnd, publishStart } from './channel.ts'
import { isResourceNotFound, isToolError } from './content.ts'
import type { Context, DispatchHost } from './context.ts'
import { instrument } from './instrumentation.ts'
import { nameOfOutcome, type Outcome } from './outcome.ts'
import { toReading, type Reading, type ReadRequest } from './reading.ts'
import { toPromptResult, type PromptMessages } from './prompt-result.ts'
import { toToolResult } from './tool-result.ts'

type Handler = (first: unknown, context: HandlerContext) => unknown
type Settle = (entry: never, value: unknown, first: never) => unknown

/** What the host's value becomes, by the kind of what was called. */
const settlers: Record<Entry['kind'], Settle> = {
  tool: toToolResult,
  resource: toReading,
  resource_template: toReading,
  prompt: toPromptResult
}

/** Calls a tool with its arguments. */
export function callTool (entry: ToolEntry, args: unknown, context: Context, host: DispatchHost): Outcome<ToolResult> | Promise<Outcome<ToolResult>> {
  return dispatch(entry, args, context, host) as Outcome<ToolResult> | Promise<Outcome<ToolResult>>
}

/** Reads a resource. */
export function readResource (entry: ResourceEntry | TemplateEntry, request: ReadRequest, context: Context, host: DispatchHost): Outcome<Reading> | Promise<Outcome<Reading>> {
  return dispatch(entry, request, context, host) as Outcome<Reading> | Promise<Outcome<Reading>>
}

/** Gets a prompt for its arguments. */
export function getPrompt (entry: PromptEntry, args: unknown, context: Context, host: DispatchHost): Outcome<PromptMessages> | Promise<Outcome<PromptMessages>> {
  return dispatch(entry, args, context, host) as Outcome<PromptMessages> | Promise<Outcome<PromptMessages>>
}

/**
 * The one place where the host's code is called. What the handler returns or throws becomes an outcome;
 * nothing is thrown, and a promise comes back only where the handler gave one.
 */
function dispatch (entry: Entry, first: unknown, context: Context, host: DispatchHost): Outcome<unknown> | Promise<Outcome<unknown>> {
  if (host.instrumentation === undefined) return run(entry, first, context, host)
  return instrument(host.instrumentation, context, host, () => run(entry, first, context, host))
}

function run (entry: Entry, first: unknown, context: Context, host: DispatchHost): Outcome<unknown> | Promise<Outcome<unknown>> {
  const event = publishStart(entry, host.live)
  let returned: unknown
  try {
    returned = entry.handler !== undefined
      ? (entry.handler as Handler)(first, context)
      : (host.dispatch as Handler)(routed(entry, first), context)
  } catch (error) {
    return concluded(thrown(error, entry, context), event)
  }
  return isThenable(returned)
    ? Promise.resolve(returned).then((value) => concluded(settle(entry, value, first, context), event), (error: unknown) => concluded(thrown(error, entry, context), event))
    : concluded(settle(entry, returned, first, context), event)
}

function concluded (outcome: Outcome<unknown>, event: DispatchEvent | undefined): Outcome<unknown> {
  if (event !== undefined) publishEnd(event, nameOfOutcome(outcome))
  return outcome
}

/** The call as a `dispatch` of the host sees it. */
function routed (entry: Entry, first: unknown): object {
  const { kind, name } = entry
  if (kind === 'resource') return { kind, name, ...first as ReadRequest }
  if (kind === 'resource_template') return { kind, name, uriTemplate: (entry as TemplateEntry).uriTemplate, ...first as ReadRequest }
  return { kind, name, arguments: first }
}

function settle (entry: Entry, value: unknown, first: unknown, context: Context): Outcome<unknown> {
  context.end()
  if (context.suspended) return { suspended: true }
  try {
    return { result: settlers[entry.kind](entry as never, value, first as never) }
  } catch (fault) {
    return { fault }
  }
}

/** `ToolError` alone speaks to the caller (specification: server/tools, Error Handling). */
function thrown (error: unknown, { kind }: Entry, context: Context): Outcome<unknown> {
  context.end()
  // What the handler made of being asked to stop does not count.
  if (context.suspended) return { suspended: true }
  if (isToolError(error)) return kind === 'tool' ? { result: toolFailure(error.message) } : { failure: error.message }
  return kind !== 'tool' && isResourceNotFound(error) ? { notFound: true } : { fault: error }
}

/** A result that says that the tool failed, in words for the model. */
export function toolFailure (message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}
