import { SchemaDialect, SchemaInvalid, SchemaRef } from '../errors.ts'
import { dialectOf, isKnownFormat, type Dialect } from './dialects.ts'
import { toJson } from './json.ts'
import { isObject, join, mapSubschemas, valueAtPointer, type JsonObject } from './subschemas.ts'
import { createValidator } from './validator.ts'

/** A declared schema, checked: what is advertised is what is enforced. */
export interface ParsedSchema {
  readonly json: JsonObject
  readonly dialect: Dialect
}

/** Marks of a schema whose references a compiler has to follow before any call does. */
const NAMING_KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$ref']

/**
 * Checks a declared schema and gives its JSON form: its dialect, what JSON can carry, formats, patterns
 * and references, and the whole against its meta-schema. TypeBox's tuples become 2020-12's.
 *
 * @param where `inputSchema` or `outputSchema`, for the error's text.
 * @throws BMCP_ERR_SCHEMA_INVALID, BMCP_ERR_SCHEMA_DIALECT, BMCP_ERR_SCHEMA_REF
 */
export function parseSchema (schema: object, owner: string, where: string): ParsedSchema {
  const json = toJson(schema, owner, where)
  const dialect = dialectOf(json)
  if (dialect === undefined) throw new SchemaDialect(owner, where, JSON.stringify(json.$schema))
  const refs = new Map<string, string>()
  const named = checkKeywords(json, where, { owner, dialect, root: json, refs })
  if (!dialect.metaSchema(json)) {
    const fault = dialect.metaSchema.errors?.[0]
    throw new SchemaInvalid(owner, `${where}${fault?.instancePath ?? ''}`, `not valid in JSON Schema ${dialect.name}: ${fault?.message ?? ''}`)
  }
  if (named) compileNow({ json, dialect }, owner, where, refs)
  return { json, dialect }
}

/** Gives the root of an input schema its `type: "object"`, which the revision's Tool type wants. */
export function withObjectRoot ({ json, dialect }: ParsedSchema, owner: string): ParsedSchema {
  if (json.type === 'object') return { json, dialect }
  if (json.type === undefined && describesObject(json, json, new Set())) return { json: { type: 'object', ...json }, dialect }
  throw new SchemaInvalid(owner, 'inputSchema', 'its root has to describe an object: write Type.Object, or a union or intersection of objects')
}

function describesObject (schema: unknown, root: JsonObject, seen: Set<unknown>): boolean {
  if (!isObject(schema) || seen.has(schema)) return false
  seen.add(schema)
  if (schema.type !== undefined) return schema.type === 'object'
  if (typeof schema.$ref === 'string') return describesObject(resolve(schema.$ref, root), root, seen)
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  return Array.isArray(branches) && branches.length > 0 && branches.every((branch) => describesObject(branch, root, new Set(seen)))
}

interface Place {
  readonly owner: string
  readonly dialect: Dialect
  /** What `#` stands for. */
  readonly root: JsonObject
  /** Where each reference is first made. */
  readonly refs: Map<string, string>
}

/** Checks what a meta-schema cannot, at every level. Answers whether the schema names parts of itself. */
function checkKeywords (schema: JsonObject, path: string, given: Place): boolean {
  // An `$id` begins a document of its own (JSON Schema 2020-12, 8.2.1); `#name` is draft-07's anchor.
  const place = typeof schema.$id === 'string' && !schema.$id.startsWith('#') ? { ...given, root: schema } : given
  if (place.dialect.name === '2020-12') rewriteTuple(schema)
  checkDialect(schema, path, place)
  checkType(schema, path, place.owner)
  checkFormat(schema, path, place.owner)
  checkPatterns(schema, path, place.owner)
  checkRequired(schema, path, place.owner)
  let named = checkReference(schema, path, place)
  mapSubschemas(schema, path, (child, at) => {
    if (checkKeywords(child, at, place)) named = true
    return child
  })
  return named
}

function checkDialect (schema: JsonObject, path: string, { owner, dialect }: Place): void {
  if (schema.$schema !== undefined && dialectOf(schema) !== dialect) throw new SchemaDialect(owner, path, JSON.stringify(schema.$schema))
}

/** What TypeBox calls Date, bigint, undefined and the like never travels in JSON. */
const JSON_TYPES = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

function checkType ({ type }: JsonObject, path: string, owner: string): void {
  if (typeof type === 'string' && !JSON_TYPES.has(type)) throw new SchemaInvalid(owner, join(path, 'type'), `type "${type}" has no JSON form: describe what travels instead, such as a string with a format`)
}

function checkFormat ({ format }: JsonObject, path: string, owner: string): void {
  if (typeof format === 'string' && !isKnownFormat(format)) throw new SchemaInvalid(owner, join(path, 'format'), `format "${format}" is unknown, and would not be checked`)
}

function checkRequired ({ required }: JsonObject, path: string, owner: string): void {
  if (Array.isArray(required) && required.includes('__proto__')) throw new SchemaInvalid(owner, path, '"__proto__" cannot be required: no argument of that name is ever let through')
}

/** Answers whether the schema names its parts or refers to them. */
function checkReference (schema: JsonObject, path: string, { owner, root, refs }: Place): boolean {
  const { $ref } = schema
  if (typeof $ref === 'string') {
    if (!refs.has($ref)) refs.set($ref, path)
    const target = resolve($ref, root)
    if (isPointer($ref) && !isObject(target) && typeof target !== 'boolean') throw new SchemaRef(owner, path, $ref)
    if (isEndless(schema, root)) throw new SchemaInvalid(owner, path, `$ref ${$ref} leads back to itself, and would be followed for ever: refer to a part that holds this one`)
  }
  return NAMING_KEYWORDS.some((keyword) => keyword in schema)
}

/** Whether a schema asks for itself about the very same value. */
function isEndless (start: JsonObject, root: JsonObject): boolean {
  const seen = new Set<unknown>()
  const pending = inPlace(start, root)
  while (pending.length > 0) {
    const next = pending.pop()
    if (next === start) return true
    if (!isObject(next) || seen.has(next)) continue
    seen.add(next)
    pending.push(...inPlace(next, root))
  }
  return false
}

/** The schemas that look at the same value as this one does. */
function inPlace ({ $ref, allOf, anyOf, oneOf, dependentSchemas, ...schema }: JsonObject, root: JsonObject): unknown[] {
  const lists = [allOf, anyOf, oneOf].flatMap((list) => Array.isArray(list) ? list : [])
  const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : []
  return [typeof $ref === 'string' ? resolve($ref, root) : undefined, schema.not, schema.if, schema.then, schema.else, ...lists, ...dependent]
}

function checkPatterns (schema: JsonObject, path: string, owner: string): void {
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : []
  if (typeof schema.pattern === 'string') patterns.push(schema.pattern)
  for (const pattern of patterns) {
    try {
      RegExp(pattern, 'u')
    } catch {
      throw new SchemaInvalid(owner, path, `pattern ${JSON.stringify(pattern)} is not a valid regular expression (ECMAScript, with the u flag)`)
    }
  }
}

/** TypeBox writes tuples in draft-07's form, which 2020-12 does not have. */
function rewriteTuple (schema: JsonObject): void {
  if (!Array.isArray(schema.items) || schema.additionalItems !== false) return
  schema.prefixItems = schema.items
  schema.items = false
  delete schema.additionalItems
}

function isPointer (ref: string): boolean {
  return /^#(?:\/|$)/.test(ref)
}

/** Follows a JSON pointer inside the document; names are the compiler's to follow. */
function resolve (ref: string, root: JsonObject): unknown {
  if (!isPointer(ref)) return undefined
  try {
    return valueAtPointer(root, decodeURIComponent(ref.slice(1)))
  } catch {
    return undefined
  }
}

/** A schema that names its parts, or refers to them, is compiled when declared: no call finds a fault in it. */
function compileNow ({ json, dialect }: ParsedSchema, owner: string, where: string, refs: ReadonlyMap<string, string>): void {
  try {
    createValidator(dialect, json, false)
  } catch (error) {
    if (error instanceof Error && 'missingRef' in error) {
      const ref = String(error.missingRef)
      throw new SchemaRef(owner, refs.get(ref) ?? where, ref)
    }
    throw new SchemaInvalid(owner, where, error instanceof Error ? error.message : String(error))
  }
}
