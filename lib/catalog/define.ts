import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CatalogInvalid, NameInvalid, ToolInvalid } from '../errors.ts'
import { kParsed } from '../symbols.ts'
import type { CatalogDefinition, InputSchema, NoInput, NoOutput, OutputSchema, Tool, ToolDeclaration } from '../../types/catalog.ts'
import { readHeaderParams, type HeaderParams } from './header-params.ts'
import { toJson } from './json.ts'
import { parseSchema, withObjectRoot, type ParsedSchema } from './schema.ts'
import { isObject } from './subschemas.ts'

const closed = { additionalProperties: false } as const

/** Icons, as the specification has them (schema, Icon). */
export const Icons = Type.Array(Type.Object({
  src: Type.String({ minLength: 1 }),
  mimeType: Type.Optional(Type.String()),
  sizes: Type.Optional(Type.Array(Type.String())),
  theme: Type.Optional(Type.Union([Type.Literal('light'), Type.Literal('dark')]))
}, closed))

/** A declaration but for its name, schemas and handler, which are looked at one by one. */
const ToolMembers = Type.Object({
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  icons: Type.Optional(Icons),
  annotations: Type.Optional(Type.Object({
    title: Type.Optional(Type.String()),
    readOnlyHint: Type.Optional(Type.Boolean()),
    destructiveHint: Type.Optional(Type.Boolean()),
    idempotentHint: Type.Optional(Type.Boolean()),
    openWorldHint: Type.Optional(Type.Boolean())
  }, closed)),
  _meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
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
export function defineTool<const Name extends string, I extends InputSchema = NoInput, O extends OutputSchema = NoOutput> (declaration: ToolDeclaration<Name, I, O>): Tool<Name, I, O> {
  const parsed = parseTool(declaration)
  return Object.freeze({ ...declaration, [kParsed]: parsed }) as unknown as Tool<Name, I, O>
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
    members: parseMembers(members, name),
    input: input && withObjectRoot(input, name),
    output: parseMember(outputSchema, name, 'outputSchema'),
    headers: input === undefined ? noHeaders : readHeaderParams(input.json)
  }
}

/** A copy of the plain members: what is listed is JSON, and what is changed later changes no list. */
function parseMembers (members: object, tool: string): Static<typeof ToolMembers> {
  const json = toJson(members, tool, 'declaration')
  const fault = Value.Errors(ToolMembers, json).First()
  if (fault !== undefined) throw new ToolInvalid(tool, `"${fault.path.slice(1)}": ${fault.message}`)
  return json
}

function parseMember (schema: unknown, tool: string, key: string): ParsedSchema | undefined {
  if (schema === undefined) return undefined
  if (!isObject(schema)) throw new ToolInvalid(tool, `"${key}" has to be a TypeBox schema or a JSON Schema object`)
  return parseSchema(schema, tool, key)
}

/**
 * Puts together what a host offers. The three keys are required: a missing one is a malformed catalog.
 *
 * @throws BMCP_ERR_CATALOG_INVALID
 */
export function defineCatalog<const Tools extends readonly Tool[]> (definition: CatalogDefinition<Tools>): CatalogDefinition<Tools> {
  checkCatalog(definition)
  return definition
}

/** Whether something is a catalog, told to who wrote it. */
export function checkCatalog (definition: unknown): void {
  if (!isObject(definition)) throw new CatalogInvalid('it has to be an object: write defineCatalog({ tools: […], resources: [], prompts: [] })')
  for (const key of ['tools', 'resources', 'prompts']) {
    if (!Array.isArray(definition[key])) throw new CatalogInvalid(`"${key}" has to be a list: write ${key}: [] where there are none`)
  }
  for (const key of Object.keys(definition)) {
    if (key !== 'tools' && key !== 'resources' && key !== 'prompts') throw new CatalogInvalid(`"${key}" is none of its keys, which are tools, resources and prompts`)
  }
  for (const key of ['resources', 'prompts'] as const) {
    if ((definition[key] as unknown[]).length > 0) throw new CatalogInvalid(`"${key}" cannot be served yet: write ${key}: []`)
  }
}
