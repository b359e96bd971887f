import { Type, type Static } from '@sinclair/typebox'
import { PromptInvalid } from '../errors.ts'
import { kParsed } from '../symbols.ts'
import type { NoArguments, Prompt, PromptArgumentsSchema, PromptDeclaration } from '../../types/catalog.ts'
import { checkCompleters } from './define-resource.ts'
import { closed, commonMembers, parseMembers } from './members.ts'
import { parseSchema, type ParsedSchema } from './schema.ts'
import { isObject, type JsonObject } from './subschemas.ts'

const PromptMembers = Type.Object(commonMembers, closed)
/** Names travel in a header and in logs. */
// eslint-disable-next-line no-control-regex
const PROMPT_NAME = /^[^\u0000-\u001f\u007f]{1,128}$/

/** One argument as `prompts/list` has it (schema, PromptArgument). */
export interface ListedArgument {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly required?: true
}

export interface ParsedPrompt {
  readonly members: Static<typeof PromptMembers>
  readonly schema: ParsedSchema | undefined
  readonly listed: readonly ListedArgument[]
}

/**
 * Declares a prompt. Its arguments are a TypeBox object of strings: what `prompts/list` advertises, what
 * `prompts/get` enforces, and what types the handler's arguments (specification: server/prompts).
 *
 * @throws BMCP_ERR_PROMPT_INVALID, BMCP_ERR_SCHEMA_INVALID, BMCP_ERR_SCHEMA_DIALECT, BMCP_ERR_SCHEMA_REF
 */
export function definePrompt<const Name extends string, A extends PromptArgumentsSchema = NoArguments> (declaration: PromptDeclaration<Name, A>): Prompt<Name, NoInfer<A>> {
  // NoInfer: the catalog that an entry is declared in says nothing of the entry's types.
  const parsed = parsePrompt(declaration)
  return Object.freeze({ ...declaration, [kParsed]: parsed }) as unknown as Prompt<Name, NoInfer<A>>
}

/** What `definePrompt` found; a copy is looked at now. */
export function parsedPrompt (prompt: Prompt): ParsedPrompt {
  return (Object.isFrozen(prompt) ? (prompt as { [kParsed]?: ParsedPrompt })[kParsed] : undefined) ?? parsePrompt(prompt)
}

function parsePrompt (declaration: object): ParsedPrompt {
  if (!isObject(declaration)) throw new PromptInvalid('?', 'a prompt is declared by an object: write definePrompt({ name, … })')
  const { name, arguments: schema, handler, complete, ...members } = declaration
  if (typeof name !== 'string' || !PROMPT_NAME.test(name)) throw new PromptInvalid(String(name), '"name" has to be 1 to 128 characters without control characters')
  if (handler !== undefined && typeof handler !== 'function') throw new PromptInvalid(name, '"handler" has to be a function (args, context)')
  const parsed = schema === undefined ? undefined : parseArguments(schema, name)
  const listed = parsed === undefined ? [] : listArguments(parsed.json, name)
  checkCompleters(complete, listed.map(({ name }) => name), (problem) => new PromptInvalid(name, problem))
  return {
    members: parseMembers(members, PromptMembers, `prompt "${name}"`, (problem) => new PromptInvalid(name, problem)),
    schema: parsed,
    listed
  }
}

function parseArguments (schema: unknown, prompt: string): ParsedSchema {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) throw new PromptInvalid(prompt, '"arguments" has to be a TypeBox object, such as Type.Object({ code: Type.String() })')
  return parseSchema(schema, `prompt "${prompt}"`, 'arguments')
}

function listArguments ({ properties, required }: JsonObject, prompt: string): ListedArgument[] {
  return Object.entries(properties as Record<string, unknown>).map(([name, schema]) => {
    if (!describesString(schema)) throw new PromptInvalid(prompt, `"arguments": "${name}" has to be a string: a prompt's arguments travel as text`)
    const { title, description } = schema as JsonObject
    return {
      name,
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(Array.isArray(required) && required.includes(name) ? { required: true } : {})
    }
  })
}

/** A string, or one of several. */
function describesString (schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (schema.type !== undefined) return schema.type === 'string'
  if ('const' in schema) return typeof schema.const === 'string'
  if (Array.isArray(schema.enum)) return schema.enum.every((value) => typeof value === 'string')
  const branches = schema.anyOf ?? schema.oneOf
  return Array.isArray(branches) && branches.length > 0 && branches.every(describesString)
}
