import { ResultInvalid } from '../errors.ts'
import type { ToolEntry } from '../catalog/catalog.ts'
import type { Dispatch } from '../../types/catalog.ts'
import type { HandlerContext, ToolResult } from '../../types/dispatch.ts'
import type { ContentBlock, RequestId } from '../../types/protocol.ts'
import { isThenable } from '../thenable.ts'
import { isContent, isToolError, isToolResult } from './content.ts'
import { Context, type CallDetails } from './context.ts'

/** How a call of the host's code ended: with a result for the caller, or with a fault for the log. */
export type Outcome = { readonly result: ToolResult } | { readonly fault: unknown }

type DispatchTool = (call: { kind: 'tool', name: string, arguments: unknown }, context: HandlerContext) => unknown

/**
 * The one place where the host's code is called. What the handler returns or throws becomes an outcome;
 * nothing is thrown, and a promise comes back only where the handler gave one.
 */
export function dispatchTool (tool: ToolEntry, args: unknown, requestId: RequestId, call: CallDetails, dispatch: Dispatch | undefined): Outcome | Promise<Outcome> {
  const context = new Context(call, requestId, tool.name)
  let returned: unknown
  try {
    returned = tool.handler !== undefined
      ? (tool.handler as (args: unknown, context: HandlerContext) => unknown)(args, context)
      : (dispatch as DispatchTool)({ kind: 'tool', name: tool.name, arguments: args }, context)
    if (isThenable(returned)) return Promise.resolve(returned).then((value) => settle(tool, value), thrown)
    return settle(tool, returned)
  } catch (error) {
    return thrown(error)
  }
}

/** `ToolError` alone speaks to the caller (specification: server/tools, Error Handling). */
function thrown (error: unknown): Outcome {
  return isToolError(error) ? { result: toolFailure(error.message) } : { fault: error }
}

/** A result that says that the tool failed, in words for the model. */
export function toolFailure (message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** Makes a result of what a handler returned, and holds it to the tool's output schema. */
function settle (tool: ToolEntry, value: unknown): Outcome {
  try {
    const result = toResult(tool, value)
    if (tool.outputSchema !== undefined && result.isError !== true) {
      if (result.structuredContent === undefined) throw new ResultInvalid(tool.name, 'it has an output schema and gave no structured content: return the value, or toolResult({ structuredContent })')
      const fault = tool.faultOfResult(result.structuredContent)
      if (fault !== undefined) throw new ResultInvalid(tool.name, fault)
    }
    return { result }
  } catch (fault) {
    return { fault }
  }
}

function toResult (tool: ToolEntry, value: unknown): ToolResult {
  if (isToolResult(value)) return value
  if (isContent(value)) return { content: [value] }
  if (Array.isArray(value) && value.length > 0 && value.every(isContent)) return { content: value satisfies ContentBlock[] }
  const structured = tool.outputSchema !== undefined || (typeof value === 'object' && value !== null)
  if (typeof value === 'string' && !structured) return { content: [{ type: 'text', text: value }] }
  const json = toJson(tool, value)
  const content: ContentBlock[] = [{ type: 'text', text: json }]
  return structured ? { content, structuredContent: value } : { content }
}

function toJson (tool: ToolEntry, value: unknown): string {
  const json: string | undefined = JSON.stringify(value)
  if (json === undefined) throw new ResultInvalid(tool.name, `${typeof value} has no JSON form: return a value, content, or toolResult({ … })`)
  return json
}
