import { CatalogInvalid, HandlerRequired, NameDuplicate } from '../errors.ts'
import type { AnyHandler, CatalogDefinition, Tool } from '../../types/catalog.ts'
import type { SchemaCompiler, Validate } from './compiler.ts'
import { checkCatalog, parsedTool } from './define.ts'
import { explain } from './explain.ts'
import type { HeaderParams } from './header-params.ts'
import type { ParsedSchema } from './schema.ts'
import type { JsonObject } from './subschemas.ts'

/** One tool of a running server. */
export interface ToolEntry {
  readonly name: string
  /** What `tools/list` says of it, but for the schemas. */
  readonly advertised: JsonObject
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | undefined
  readonly takesArguments: boolean
  readonly headers: HeaderParams
  readonly handler: AnyHandler | undefined
  /** What is wrong with the arguments, or `undefined`. Compiles the schema when first asked. */
  faultOfArguments (args: unknown): string | undefined
  /** What is wrong with a structured result, or `undefined`. */
  faultOfResult (value: unknown): string | undefined
}

export interface CatalogOptions {
  /** Compiles a schema: over HTTP, the validator compiler of the plugin's own Fastify scope. */
  readonly compile: SchemaCompiler
  /** Whether the host has a `dispatch` for tools without a handler of their own. */
  readonly dispatched: boolean
  /** Called with each tool that joins, for what the log has to say of it. */
  readonly onAdd?: (entry: ToolEntry) => void
}

const anyObject: JsonObject = { type: 'object' }

/** The live catalog of one server: an order, a look-up by name, and a version that counts its changes. */
export class Catalog {
  readonly #tools = new Map<string, ToolEntry>()
  readonly #options: CatalogOptions
  #version = 0

  /** @throws BMCP_ERR_CATALOG_INVALID, BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED, and what defineTool throws */
  constructor (definition: CatalogDefinition, options: CatalogOptions) {
    checkCatalog(definition)
    this.#options = options
    for (const tool of definition.tools) this.addTool(tool)
  }

  /** Counts the changes since the start: what is derived from the catalog holds while this stays. */
  get version (): number {
    return this.#version
  }

  /**
   * Adds a tool to the end of the list, now or while serving.
   *
   * @throws BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED, and what defineTool throws
   */
  addTool (tool: Tool): void {
    if (typeof tool !== 'object' || tool === null) throw new CatalogInvalid('"tools" holds something that is no tool: write defineTool({ name, … })')
    const entry = toEntry(tool, this.#options.compile)
    if (this.#tools.has(entry.name)) throw new NameDuplicate(entry.name)
    if (entry.handler === undefined && !this.#options.dispatched) throw new HandlerRequired(entry.name)
    this.#tools.set(entry.name, entry)
    this.#version++
    this.#options.onAdd?.(entry)
  }

  /** Takes a tool out. Calls that are running finish. Answers whether it was there. */
  removeTool (name: string): boolean {
    const removed = this.#tools.delete(name)
    if (removed) this.#version++
    return removed
  }

  /** The tool of a name, or `undefined`. */
  tool (name: string): ToolEntry | undefined {
    return this.#tools.get(name)
  }

  /** The tools, in the order in which they were declared. */
  tools (): IterableIterator<ToolEntry> {
    return this.#tools.values()
  }
}

function toEntry (tool: Tool, compile: SchemaCompiler): ToolEntry {
  const { members, input, output, headers } = parsedTool(tool)
  const { commandClass, mode, ...advertised } = members
  const validateInput = whenFirstUsed(input, compile)
  const validateOutput = whenFirstUsed(output, compile)
  return {
    name: tool.name,
    advertised: { name: tool.name, ...advertised },
    inputSchema: input?.json ?? anyObject,
    outputSchema: output?.json,
    takesArguments: input !== undefined,
    headers,
    handler: tool.handler,
    faultOfArguments: (args) => fault(validateInput, args, 'arguments'),
    faultOfResult: (value) => fault(validateOutput, value, 'structuredContent')
  }
}

/** Compiling takes a millisecond a tool: a catalog of a thousand does not wait for it. */
function whenFirstUsed (schema: ParsedSchema | undefined, compile: SchemaCompiler): () => Validate | undefined {
  let validate: Validate | undefined
  return () => {
    if (schema !== undefined) validate ??= compile({ schema: schema.json })
    return validate
  }
}

function fault (validator: () => Validate | undefined, value: unknown, root: string): string | undefined {
  const validate = validator()
  try {
    if (validate === undefined || validate(value)) return undefined
  } catch (error) {
    // A recursive schema follows its value down, and the stack ends before a 1 MiB body does.
    if (error instanceof RangeError) return `${root} is nested too deeply to be checked`
    throw error
  }
  return explain(validate.errors ?? [], root)
}
