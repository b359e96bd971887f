import type { AnyHandler, CatalogEntry, Completer, Prompt, Resource, ResourceTemplate, Tool } from '../../types/catalog.ts'
import type { CacheHint } from '../../types/protocol.ts'
import type { SchemaCompiler, Validate } from './compiler.ts'
import { parsedPrompt } from './define-prompt.ts'
import { parsedResource, parsedTemplate } from './define-resource.ts'
import { parsedTool } from './define-tool.ts'
import { explain } from './explain.ts'
import type { HeaderParams } from './header-params.ts'
import type { ParsedSchema } from './schema.ts'
import type { JsonObject } from './subschemas.ts'
import type { UriTemplate } from './uri-template.ts'

/** What every entry of a running server has. */
export interface Entry {
  readonly kind: CatalogEntry['kind']
  readonly name: string
  /** What an error calls it, such as `tool "x"`. */
  readonly owner: string
  /** What its list says of it; of a tool, but for the schemas. */
  readonly advertised: JsonObject
  readonly handler: AnyHandler | undefined
  /** What the option `visible` is asked about. */
  readonly seen: CatalogEntry
}

export interface ToolEntry extends Entry {
  readonly kind: 'tool'
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | undefined
  readonly takesArguments: boolean
  readonly headers: HeaderParams
  /** What is wrong with the arguments, or `undefined`. Compiles the schema when first asked. */
  faultOfArguments (args: unknown): string | undefined
  /** What is wrong with a structured result, or `undefined`. */
  faultOfResult (value: unknown): string | undefined
}

/** What is completed, by its name. */
export type Completers = ReadonlyMap<string, Completer | undefined>

export interface ResourceEntry extends Entry {
  readonly kind: 'resource'
  readonly uri: string
  readonly mimeType: string | undefined
  readonly cache: CacheHint | undefined
}

export interface TemplateEntry extends Entry {
  readonly kind: 'resource_template'
  readonly uriTemplate: string
  readonly mimeType: string | undefined
  readonly cache: CacheHint | undefined
  readonly template: UriTemplate
  readonly completers: Completers
  faultOfVariables (variables: unknown): string | undefined
}

export interface PromptEntry extends Entry {
  readonly kind: 'prompt'
  readonly takesArguments: boolean
  readonly completers: Completers
  faultOfArguments (args: unknown): string | undefined
}

const anyObject: JsonObject = { type: 'object' }

export function toToolEntry (tool: Tool, compile: SchemaCompiler): ToolEntry {
  const { members, input, output, headers } = parsedTool(tool)
  const { commandClass, mode, ...advertised } = members
  return {
    kind: 'tool',
    name: tool.name,
    owner: `tool "${tool.name}"`,
    advertised: { name: tool.name, ...advertised },
    inputSchema: input?.json ?? anyObject,
    outputSchema: output?.json,
    takesArguments: input !== undefined,
    headers,
    handler: tool.handler,
    seen: { kind: 'tool', name: tool.name, declaration: tool },
    faultOfArguments: faultOf(input, compile, 'arguments'),
    faultOfResult: faultOf(output, compile, 'structuredContent')
  }
}

export function toResourceEntry (resource: Resource): ResourceEntry {
  const { cache, ...advertised } = parsedResource(resource).members
  const { uri, handler } = resource
  return {
    kind: 'resource',
    name: advertised.name,
    owner: `resource "${uri}"`,
    uri,
    mimeType: advertised.mimeType,
    cache: cache as CacheHint | undefined,
    advertised: { uri, ...advertised },
    handler,
    seen: { kind: 'resource', name: advertised.name, declaration: resource }
  }
}

export function toTemplateEntry (resource: ResourceTemplate, compile: SchemaCompiler): TemplateEntry {
  const { members, template, variables } = parsedTemplate(resource)
  const { cache, ...advertised } = members
  const { uriTemplate, handler } = resource
  return {
    kind: 'resource_template',
    name: advertised.name,
    owner: `resource "${uriTemplate}"`,
    uriTemplate,
    template,
    mimeType: advertised.mimeType,
    cache: cache as CacheHint | undefined,
    advertised: { uriTemplate, ...advertised },
    completers: completersOf(template.names, resource.complete),
    handler,
    seen: { kind: 'resource_template', name: advertised.name, declaration: resource },
    faultOfVariables: faultOf(variables, compile, 'variables')
  }
}

export function toPromptEntry (prompt: Prompt, compile: SchemaCompiler): PromptEntry {
  const { members, schema, listed } = parsedPrompt(prompt)
  const { name, handler } = prompt
  return {
    kind: 'prompt',
    name,
    owner: `prompt "${name}"`,
    advertised: { name, ...members, ...(listed.length === 0 ? {} : { arguments: listed }) },
    takesArguments: schema !== undefined,
    completers: completersOf(listed.map(({ name }) => name), prompt.complete),
    handler,
    seen: { kind: 'prompt', name, declaration: prompt },
    faultOfArguments: faultOf(schema, compile, 'arguments')
  }
}

function completersOf (names: readonly string[], complete: { readonly [name: string]: Completer | undefined } | undefined): Completers {
  return new Map(names.map((name) => [name, complete !== undefined && Object.hasOwn(complete, name) ? complete[name] : undefined]))
}

/** Compiling takes a millisecond a schema: a catalog of a thousand tools does not wait for it. */
function faultOf (schema: ParsedSchema | undefined, compile: SchemaCompiler, root: string): (value: unknown) => string | undefined {
  let validate: Validate | undefined
  return (value) => {
    if (schema === undefined) return undefined
    validate ??= compile({ schema: schema.json })
    try {
      return validate(value) ? undefined : explain(validate.errors ?? [], root)
    } catch (error) {
      // A recursive schema follows its value down, and the stack ends before a 1 MiB body does.
      if (error instanceof RangeError) return `${root} is nested too deeply to be checked`
      throw error
    }
  }
}
