import { Type, type Static } from '@sinclair/typebox'
import { NameInvalid, ToolInvalid } from '../errors.ts'
import { kParsed } from '../symbols.ts'
import type { InputSchema, NoInput, NoOutput, OutputSchema, Tool, ToolDeclaration } from '../../types/catalog.ts'
import { readHeaderParams, type HeaderParams } from './header-params.ts'
import { closed, commonMembers, parseMembers } from './members.ts'
import { parseSchema, withObjectRoot, type ParsedSchema } from './schema.ts'
import { isObject } from './subschemas.ts'

/** A declaration but for its name, schemas and handler, which are looked at one by one. */
const ToolMembers = Type.Object({
  ...commonMembers,
  annotations: Type.Optional(Type.Object({
    title: Type.Optional(Type.String()),
    readOnlyHint: Type.Optional(Type.Boolean()),
    destructiveHint: Type.Optional(Type.Boolean()),
    idempotentHint: Type.Optional(Type.Boolean()),
    openWorldHint: Type.Optional(Type.Boolean())
  }, closed)),
  commandClass: Type.Optional(Type.String()),
  mode: Type.Optional(Type.String())
}, closed)

/** What a tool's declaration was parsed into. */
export interface ParsedTool {
  readonly members: Static<typeof ToolMembers>
  readonly input: ParsedSchema | undefined
  readonly output: ParsedSchema | undefined
  readonly headers: HeaderParams
}

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/
const noHeaders: HeaderParams = { params: [], faults: [], warnings: [] }

/**
 * Declares a tool. The input schema is what `tools/list` advertises, what `tools/call` enforces, and what
 * types the handler's arguments; with an output schema, the handler's return value is typed and checked too
 * (specification: server/tools).
 *
 * @throws BMCP_ERR_NAME_INVALID, BMCP_ERR_TOOL_INVALID, BMCP_ERR_SCHEMA_INVALID, BMCP_ERR_SCHEMA_DIALECT,
 * BMCP_ERR_SCHEMA_REF, each naming the tool and the place
 */
export function defineTool<const Name extends string, I extends InputSchema = NoInput, O extends OutputSchema = NoOutput> (declaration: ToolDeclaration<Name, I, O>): Tool<Name, NoInfer<I>, NoInfer<O>> {
  // NoInfer: the catalog that an entry is declared in says nothing of the entry's types.
  const parsed = parseTool(declaration)
  return Object.freeze({ ...declaration, [kParsed]: parsed }) as unknown as Tool<Name, NoInfer<I>, NoInfer<O>>
}

/** What `defineTool` found in a tool; a tool that was copied, or never defined, is looked at now. */
export function parsedTool (tool: Tool): ParsedTool {
  const parsed: unknown = (tool as { [kParsed]?: unknown })[kParsed]
  return Object.isFrozen(tool) && parsed !== undefined ? parsed as ParsedTool : parseTool(tool)
}

function parseTool (declaration: object): ParsedTool {
  if (!isObject(declaration)) throw new ToolInvalid('?', 'a tool is declared by an object: write defineTool({ name, … })')
  const { name, inputSchema, outputSchema, handler, ...members } = declaration
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) throw new NameInvalid(JSON.stringify(name) ?? 'undefined')
  if (handler !== undefined && typeof handler !== 'function') throw new ToolInvalid(name, '"handler" has to be a function (args, context)')
  const input = parseMember(inputSchema, name, 'inputSchema')
  return {
    members: parseMembers(members, ToolMembers, toolNamed(name), (problem) => new ToolInvalid(name, problem)),
    input: input && withObjectRoot(input, toolNamed(name)),
    output: parseMember(outputSchema, name, 'outputSchema'),
    headers: input === undefined ? noHeaders : readHeaderParams(input.json)
  }
}

function toolNamed (name: string): string {
  return `tool "${name}"`
}

function parseMember (schema: unknown, tool: string, key: string): ParsedSchema | undefined {
  if (schema === undefined) return undefined
  if (!isObject(schema)) throw new ToolInvalid(tool, `"${key}" has to be a TypeBox schema or a JSON Schema object`)
  return parseSchema(schema, toolNamed(tool), key)
}
