import type { Entry, PromptEntry, ResourceEntry, TemplateEntry, ToolEntry } from '../catalog/entries.ts'
import type { HandlerContext, ToolResult } from '../../types/dispatch.ts'
import { isThenable } from '../thenable.ts'
import { isResourceNotFound, isToolError } from './content.ts'
import type { Context, DispatchHost } from './context.ts'
import { toReading, type Reading, type ReadRequest } from './reading.ts'
import { toPromptResult, type PromptMessages } from './prompt-result.ts'
import { toToolResult } from './tool-result.ts'

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
  let returned: unknown
  try {
    returned = entry.handler !== undefined
      ? (entry.handler as Handler)(first, context)
      : (host.dispatch as Handler)(routed(entry, first), context)
    if (isThenable(returned)) return Promise.resolve(returned).then((value) => settle(entry, value, first, context), (error: unknown) => thrown(error, entry, context))
    return settle(entry, returned, first, context)
  } catch (error) {
    return thrown(error, entry, context)
  }
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
