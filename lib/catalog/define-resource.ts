import { Type, type Static } from '@sinclair/typebox'
import { ResourceInvalid } from '../errors.ts'
import { kParsed } from '../symbols.ts'
import type { NoVariables, Resource, ResourceDeclaration, ResourceTemplate, ResourceTemplateDeclaration, TypedObjectSchema } from '../../types/catalog.ts'
import { AnnotationsSchema, CacheHintSchema, closed, commonMembers, parseMembers } from './members.ts'
import { parseSchema, type ParsedSchema } from './schema.ts'
import { isObject, type JsonObject } from './subschemas.ts'
import { parseUriTemplate, type UriTemplate } from './uri-template.ts'

const resourceMembers = {
  ...commonMembers,
  name: Type.String({ minLength: 1 }),
  mimeType: Type.Optional(Type.String({ minLength: 1 })),
  annotations: Type.Optional(AnnotationsSchema),
  cache: Type.Optional(CacheHintSchema)
}
const ResourceMembers = Type.Object({ ...resourceMembers, size: Type.Optional(Type.Integer({ minimum: 0 })) }, closed)
const TemplateMembers = Type.Object(resourceMembers, closed)

export interface ParsedResource { readonly members: Static<typeof ResourceMembers> }

export interface ParsedTemplate {
  readonly members: Static<typeof TemplateMembers>
  readonly template: UriTemplate
  readonly variables: ParsedSchema | undefined
}

/**
 * Declares a resource: one URI, listed and read (specification: server/resources).
 *
 * @throws BMCP_ERR_RESOURCE_INVALID
 */
export function defineResource<const Uri extends string> (declaration: ResourceDeclaration<Uri>): Resource<Uri> {
  const parsed = parseResource(declaration)
  return Object.freeze({ ...declaration, [kParsed]: parsed }) as unknown as Resource<Uri>
}

/**
 * Declares resources whose URIs are told by a template (RFC 6570; specification: server/resources, Resource
 * Templates). The handler is given the template's variables, typed by the template's text, or by a TypeBox schema.
 *
 * @throws BMCP_ERR_RESOURCE_INVALID, BMCP_ERR_URI_TEMPLATE_INVALID, BMCP_ERR_SCHEMA_INVALID, BMCP_ERR_SCHEMA_REF
 */
export function defineResourceTemplate<const Template extends string, V extends TypedObjectSchema = NoVariables> (declaration: ResourceTemplateDeclaration<Template, V>): ResourceTemplate<Template, NoInfer<V>> {
  // NoInfer: the catalog that an entry is declared in says nothing of the entry's types.
  const parsed = parseTemplate(declaration)
  return Object.freeze({ ...declaration, [kParsed]: parsed }) as unknown as ResourceTemplate<Template, NoInfer<V>>
}

/** What `defineResource` found; a copy is looked at now. */
export function parsedResource (resource: Resource): ParsedResource {
  return (Object.isFrozen(resource) ? (resource as { [kParsed]?: ParsedResource })[kParsed] : undefined) ?? parseResource(resource)
}

/** What `defineResourceTemplate` found; a copy is looked at now. */
export function parsedTemplate (template: ResourceTemplate): ParsedTemplate {
  return (Object.isFrozen(template) ? (template as { [kParsed]?: ParsedTemplate })[kParsed] : undefined) ?? parseTemplate(template)
}

function parseResource (declaration: object): ParsedResource {
  if (!isObject(declaration)) throw new ResourceInvalid('?', 'a resource is declared by an object: write defineResource({ uri, name, … })')
  const { uri, handler, ...members } = declaration
  if (typeof uri !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:\S*$/.test(uri) || !URL.canParse(uri)) throw new ResourceInvalid(String(uri), '"uri" has to be a URI (RFC 3986) with a scheme, such as note:///1')
  checkHandler(handler, uri)
  return { members: parseMembers(members, ResourceMembers, `resource "${uri}"`, (problem) => new ResourceInvalid(uri, problem)) }
}

function parseTemplate (declaration: object): ParsedTemplate {
  const { uriTemplate, handler, variables, complete, ...members } = declaration as JsonObject
  if (typeof uriTemplate !== 'string') throw new ResourceInvalid('?', '"uriTemplate" has to be a URI template (RFC 6570), such as note:///{id}')
  const template = parseUriTemplate(uriTemplate)
  checkHandler(handler, uriTemplate)
  checkCompleters(complete, template.names, (problem) => new ResourceInvalid(uriTemplate, problem))
  return {
    template,
    members: parseMembers(members, TemplateMembers, `resource "${uriTemplate}"`, (problem) => new ResourceInvalid(uriTemplate, problem)),
    variables: variables === undefined ? undefined : parseVariables(variables, uriTemplate, template)
  }
}

function parseVariables (schema: unknown, uriTemplate: string, { names }: UriTemplate): ParsedSchema {
  if (!isObject(schema)) throw new ResourceInvalid(uriTemplate, '"variables" has to be a TypeBox object')
  const stray = isObject(schema.properties) ? Object.keys(schema.properties).find((name) => !names.includes(name)) : undefined
  if (stray !== undefined) throw new ResourceInvalid(uriTemplate, `"variables" describes "${stray}", which is none of the template's: ${names.join(', ')}`)
  return parseSchema(schema, `resource "${uriTemplate}"`, 'variables')
}

function checkHandler (handler: unknown, uri: string): void {
  if (handler !== undefined && typeof handler !== 'function') throw new ResourceInvalid(uri, '"handler" has to be a function ({ uri }, context)')
}

/** Completers are functions, each for something that can be completed. */
export function checkCompleters (complete: unknown, names: readonly string[], invalid: (problem: string) => Error): void {
  if (complete === undefined) return
  if (!isObject(complete)) throw invalid('"complete" has to be an object of functions (value, context)')
  for (const [name, completer] of Object.entries(complete)) {
    if (!names.includes(name)) throw invalid(`"complete" has "${name}", which is none of ${names.join(', ') || 'its arguments: it has none'}`)
    if (typeof completer !== 'function') throw invalid(`"complete": "${name}" has to be a function (value, context)`)
  }
}
