import type { ToolEntry } from '../catalog/entries.ts'
import { ResultInvalid } from '../errors.ts'
import type { ToolResult } from '../../types/dispatch.ts'
import type { ContentBlock } from '../../types/protocol.ts'
import { isContent, isToolResult } from './content.ts'

/**
 * Makes a result of what a tool's handler returned, and holds it to the tool's output schema.
 *
 * @throws BMCP_ERR_RESULT_INVALID
 */
export function toToolResult (tool: ToolEntry, value: unknown): ToolResult {
  const result = toResult(tool, value)
  if (tool.outputSchema !== undefined && result.isError !== true) {
    if (result.structuredContent === undefined) throw new ResultInvalid(tool.owner, 'it has an output schema and gave no structured content: return the value, or toolResult({ structuredContent })')
    const fault = tool.faultOfResult(result.structuredContent)
    if (fault !== undefined) throw new ResultInvalid(tool.owner, fault)
  }
  return result
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
  if (json === undefined) throw new ResultInvalid(tool.owner, `${typeof value} has no JSON form: return a value, content, or toolResult({ … })`)
  return json
}
