import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Entry, PromptEntry, TemplateEntry } from '../../catalog/entries.ts'
import { CompletionContext } from '../../dispatch/completion-context.ts'
import { ResultInvalid } from '../../errors.ts'
import { MAX_COMPLETIONS } from '../../limits.ts'
import { isThenable } from '../../thenable.ts'
import type { RequestId } from '../../../types/protocol.ts'
import type { Answer } from '../answer.ts'
import { isObject, type JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { complaint } from './dispatching.ts'

const nothing = { values: [], total: 0, hasMore: false }

/** Specification: server/utilities/completion. */
export function complete (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  const { ref, argument, context } = params
  if (!isObject(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string') return complaint(id, '"argument" has to be an object with "name" and "value", both texts')
  const given = isObject(context) && context.arguments !== undefined ? context.arguments : {}
  if (!isTexts(given)) return complaint(id, '"context.arguments" has to be an object of texts')
  const succeed = (completion: object): Answer => ({ status: 200, id, result: exchange.revision.envelope({ completion }, server) })

  const entry = referredTo(ref, exchange, server)
  if (typeof entry === 'string') return complaint(id, entry)
  // A resource without a template has nothing to be completed.
  if (entry.kind === 'resource') return succeed(nothing)
  if (!entry.completers.has(argument.name)) return complaint(id, `${entry.owner} has no argument ${JSON.stringify(argument.name)}`)
  const completer = entry.completers.get(argument.name)
  if (completer === undefined) return succeed(nothing)
  const values: unknown = completer(argument.value, new CompletionContext(exchange, server, entry, id, given))
  return isThenable(values) ? Promise.resolve(values).then((values) => succeed(toCompletion(values, entry))) : succeed(toCompletion(values, entry))
}

/** The entry that a reference names for this caller, or what is wrong with it. */
function referredTo (ref: unknown, { principal }: Exchange, server: McpServer): PromptEntry | TemplateEntry | Extract<Entry, { kind: 'resource' }> | { kind: 'resource' } | string {
  const { catalog } = server
  if (isObject(ref) && ref.type === 'ref/prompt' && typeof ref.name === 'string') return server.find(catalog.prompts, ref.name, principal) ?? `unknown prompt ${JSON.stringify(ref.name)}`
  if (isObject(ref) && ref.type === 'ref/resource' && typeof ref.uri === 'string') {
    return server.find(catalog.templates, ref.uri, principal) ?? server.find(catalog.resources, ref.uri, principal) ?? `unknown resource template ${JSON.stringify(ref.uri)}`
  }
  return '"ref" has to be { type: "ref/prompt", name } or { type: "ref/resource", uri }'
}

function isTexts (value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string')
}

const Proposed = Type.Object({
  values: Type.Array(Type.String()),
  total: Type.Optional(Type.Integer({ minimum: 0 })),
  hasMore: Type.Optional(Type.Boolean())
})

/** A hundred values at most, and whether there are more. */
function toCompletion (given: unknown, { owner }: { owner: string }): object {
  const proposed: unknown = Array.isArray(given) ? { values: given, total: given.length } : given
  if (!Value.Check(Proposed, proposed)) throw new ResultInvalid(`${owner}: a completer`, 'return a list of texts, or { values, total, hasMore }')
  const { values, total } = proposed
  return {
    values: values.slice(0, MAX_COMPLETIONS),
    ...(total === undefined ? {} : { total }),
    hasMore: proposed.hasMore === true || values.length > MAX_COMPLETIONS || (total !== undefined && total > values.length)
  }
}
