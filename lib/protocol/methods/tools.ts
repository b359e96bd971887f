import { callTool as dispatchTool, toolFailure } from '../../dispatch/dispatch.ts'
import type { ToolResult } from '../../../types/dispatch.ts'
import type { RequestId } from '../../../types/protocol.ts'
import { internalError, type Answer } from '../answer.ts'
import { isObject, type JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { complaint, runEntry, type Call } from './dispatching.ts'

/** Specification: server/tools, Calling Tools. */
export function callTool (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  const { name, arguments: given } = params
  if (typeof name !== 'string') return complaint(id, '"name" has to be the name of a tool')
  const tool = server.find(server.catalog.tools, name, exchange.principal)
  if (tool === undefined) return complaint(id, `unknown tool ${JSON.stringify(name)}`)
  if (given !== undefined && given !== null && !isObject(given)) return complaint(id, '"arguments" has to be an object')

  const args = given === undefined || given === null || !tool.takesArguments ? {} : given
  const call: Call = { id, method: 'tools/call', params, exchange, server }
  let fault: string | undefined
  try {
    fault = tool.faultOfArguments(args)
  } catch (error) {
    exchange.log.error({ err: error, tool: name }, 'tools/call failed: the caller was told nothing of this')
    return internalError(200, id)
  }
  if (fault !== undefined) return succeed(toolFailure(`Invalid arguments for tool ${name}:\n${fault}`), call)
  return runEntry(call, tool, (context) => dispatchTool(tool, args, context, server), succeed)
}

function succeed (given: ToolResult, { id, exchange: { revision }, server }: Call): Answer {
  const result = revision.toolResult(given)
  if (result._meta !== undefined) return { status: 200, id, result: revision.envelope({ ...result }, server) }
  const tail = revision.tail(server)
  return tail === undefined ? { status: 200, id, result } : { status: 200, id, result, tail }
}
