import { HandlerRequired } from '../errors.ts'
import type { CatalogDefinition, Prompt, Resource, ResourceTemplate, Tool } from '../../types/catalog.ts'
import type { LiveCatalog } from '../../types/fastify.ts'
import type { SchemaCompiler } from './compiler.ts'
import { checkCatalog, checkDeclared } from './define-catalog.ts'
import { toPromptEntry, toResourceEntry, toTemplateEntry, toToolEntry, type Entry, type PromptEntry, type ResourceEntry, type TemplateEntry, type ToolEntry } from './entries.ts'
import { EntryList } from './entry-list.ts'
import type { Variables } from './uri-template.ts'

export interface CatalogOptions {
  /** Compiles a schema: over HTTP, the validator compiler of the plugin's own Fastify scope. */
  readonly compile: SchemaCompiler
  /** Whether the host has a `dispatch` for entries without a handler of their own. */
  readonly dispatched: boolean
  /** Called with each tool that joins, for what the log has to say of it. */
  readonly onAdd?: (entry: ToolEntry) => void
}

/** A list that clients can subscribe to. */
export type ListKind = 'tools' | 'resources' | 'prompts'

/** What a URI names. */
export type Named = { readonly entry: ResourceEntry } | { readonly entry: TemplateEntry, readonly variables: Variables }

/** The live catalog of one server. */
export class Catalog implements LiveCatalog {
  readonly tools = new EntryList<ToolEntry>((name) => `tool "${name}"`)
  readonly resources = new EntryList<ResourceEntry>((uri) => `resource "${uri}"`)
  readonly templates = new EntryList<TemplateEntry>((uri) => `resource "${uri}"`)
  readonly prompts = new EntryList<PromptEntry>((name) => `prompt "${name}"`)
  /** Told of every change once the catalog stands. */
  onChange: (kind: ListKind) => void = () => {}
  readonly #options: CatalogOptions

  /** @throws BMCP_ERR_CATALOG_INVALID, BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED, and what the define functions throw */
  constructor (definition: CatalogDefinition, options: CatalogOptions) {
    checkCatalog(definition)
    this.#options = options
    for (const tool of definition.tools) this.addTool(tool)
    for (const resource of definition.resources) this.addResource(resource)
    for (const prompt of definition.prompts) this.addPrompt(prompt)
  }

  /** Counts the changes since the start: what is derived from the catalog holds while this stays. */
  get version (): number {
    return this.tools.version + this.resources.version + this.templates.version + this.prompts.version
  }

  addTool (tool: Tool): void {
    checkDeclared(tool, 'tools')
    const entry = toToolEntry(tool, this.#options.compile)
    this.#add(this.tools, entry.name, entry)
    this.#options.onAdd?.(entry)
    this.onChange('tools')
  }

  removeTool (name: string): boolean {
    return this.#remove(this.tools.remove(name), 'tools')
  }

  addResource (resource: Resource | ResourceTemplate): void {
    checkDeclared(resource, 'resources')
    if ('uriTemplate' in resource) this.#add(this.templates, resource.uriTemplate, toTemplateEntry(resource, this.#options.compile))
    else this.#add(this.resources, resource.uri, toResourceEntry(resource))
    this.onChange('resources')
  }

  removeResource (uri: string): boolean {
    return this.#remove(this.resources.remove(uri) || this.templates.remove(uri), 'resources')
  }

  addPrompt (prompt: Prompt): void {
    checkDeclared(prompt, 'prompts')
    const entry = toPromptEntry(prompt, this.#options.compile)
    this.#add(this.prompts, entry.name, entry)
    this.onChange('prompts')
  }

  removePrompt (name: string): boolean {
    return this.#remove(this.prompts.remove(name), 'prompts')
  }

  /**
   * What a URI names: a resource of that URI, else of the first template that it fits and that is not passed over.
   *
   * @param passes whether an entry may be named at all
   */
  named (uri: string, passes: (entry: Entry) => boolean): Named | undefined {
    const entry = this.resources.get(uri)
    if (entry !== undefined && passes(entry)) return { entry }
    for (const entry of this.templates.values()) {
      const variables = entry.template.match(uri)
      if (variables !== undefined && entry.faultOfVariables(variables) === undefined && passes(entry)) return { entry, variables }
    }
    return undefined
  }

  #add<E extends Entry> (list: EntryList<E>, key: string, entry: E): void {
    if (entry.handler === undefined && !this.#options.dispatched) throw new HandlerRequired(entry.owner)
    list.add(key, entry)
  }

  #remove (removed: boolean, kind: ListKind): boolean {
    if (removed) this.onChange(kind)
    return removed
  }
}
