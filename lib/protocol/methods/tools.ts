import type { ToolEntry } from '../../catalog/catalog.ts'
import { dispatchTool, toolFailure, type Outcome } from '../../dispatch/dispatch.ts'
import type { ToolResult } from '../../../types/dispatch.ts'
import type { RequestId } from '../../../types/protocol.ts'
import { EncodedJson, internalError, refusal, type Answer } from '../answer.ts'
import { INVALID_PARAMS } from '../codes.ts'
import { isObject, type JsonObject } from '../message.ts'
import type { Exchange, Revision } from '../revisions.ts'
import type { McpServer } from '../server.ts'

/** Specification: server/tools, Listing Tools. Written once for each state of the catalog. */
export function listTools (id: RequestId, params: JsonObject, { revision }: Exchange, server: McpServer): Answer {
  // No list is cut into pages, so no cursor is one of ours.
  if (params.cursor !== undefined) return complaint(id, 'the cursor is unknown: ask again without one')
  const result = server.cached(`tools/list ${revision.version}`, () => {
    const tools = Array.from(server.catalog.tools(), (tool) => advertise(tool, revision))
    return new EncodedJson(JSON.stringify(revision.envelope(revision.cacheable({ tools }, server), server)))
  })
  return { status: 200, id, result }
}

/** 2025-11-25 has output schemas for objects alone: another is not advertised there. */
function advertise ({ advertised, inputSchema, outputSchema }: ToolEntry, revision: Revision): JsonObject {
  const fits = outputSchema !== undefined && (revision.anyOutputSchema || outputSchema.type === 'object')
  return { ...advertised, inputSchema, ...(fits ? { outputSchema } : {}) }
}

/** Specification: server/tools, Calling Tools. */
export function callTool (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  const { name, arguments: given } = params
  if (typeof name !== 'string') return complaint(id, '"name" has to be the name of a tool')
  const tool = server.catalog.tool(name)
  if (tool === undefined) return complaint(id, `unknown tool ${JSON.stringify(name)}`)
  if (given !== undefined && given !== null && !isObject(given)) return complaint(id, '"arguments" has to be an object')

  const args = given === undefined || given === null || !tool.takesArguments ? {} : given
  let fault: string | undefined
  try {
    fault = tool.faultOfArguments(args)
  } catch (error) {
    return settle({ fault: error }, id, tool, exchange, server)
  }
  if (fault !== undefined) return success(id, toolFailure(`Invalid arguments for tool ${name}:\n${fault}`), exchange.revision, server)

  const outcome = dispatchTool(tool, args, id, exchange, server.options.dispatch)
  return outcome instanceof Promise
    ? outcome.then((outcome) => settle(outcome, id, tool, exchange, server))
    : settle(outcome, id, tool, exchange, server)
}

function settle (outcome: Outcome, id: RequestId, tool: ToolEntry, exchange: Exchange, server: McpServer): Answer {
  if ('fault' in outcome) {
    exchange.log.error({ err: outcome.fault, tool: tool.name }, 'tools/call failed: the caller was told nothing of this')
    return internalError(200, id)
  }
  return success(id, outcome.result, exchange.revision, server)
}

function success (id: RequestId, given: ToolResult, revision: Revision, server: McpServer): Answer {
  const result = revision.toolResult(given)
  if (result._meta !== undefined) return { status: 200, id, result: revision.envelope({ ...result }, server) }
  const tail = revision.tail(server)
  return tail === undefined ? { status: 200, id, result } : { status: 200, id, result, tail }
}

/** A method's own complaint about its params: 200 over HTTP, since clients show the error of a 200. */
function complaint (id: RequestId, problem: string): Answer {
  return refusal(200, INVALID_PARAMS, `Invalid params: ${problem}`, id)
}
