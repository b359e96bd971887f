import { getPrompt as dispatchPrompt } from '../../dispatch/dispatch.ts'
import type { PromptMessages } from '../../dispatch/prompt-result.ts'
import type { RequestId } from '../../../types/protocol.ts'
import type { Answer } from '../answer.ts'
import { isObject, type JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { complaint, runEntry, type Call } from './dispatching.ts'

/** Specification: server/prompts, Getting a Prompt. */
export function getPrompt (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  const { name, arguments: given } = params
  if (typeof name !== 'string') return complaint(id, '"name" has to be the name of a prompt')
  const prompt = server.find(server.catalog.prompts, name, exchange.principal)
  if (prompt === undefined) return complaint(id, `unknown prompt ${JSON.stringify(name)}`)
  if (given !== undefined && given !== null && !isObject(given)) return complaint(id, '"arguments" has to be an object')
  const args = given === undefined || given === null || !prompt.takesArguments ? {} : given
  const fault = prompt.faultOfArguments(args)
  if (fault !== undefined) return complaint(id, fault)
  const call: Call = { id, method: 'prompts/get', params, exchange, server }
  return runEntry(call, prompt, (context) => dispatchPrompt(prompt, args, context, server), succeed)
}

function succeed (result: PromptMessages, { id, exchange: { revision }, server }: Call): Answer {
  return { status: 200, id, result: revision.envelope({ ...result }, server) }
}
