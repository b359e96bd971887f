import { parseSchema } from './schema.ts'
import { isObject, type JsonObject } from './subschemas.ts'

/** A form's schema: what the client is sent, and what its answer is held to. */
export interface RequestedSchema {
  readonly sent: JsonObject
  readonly enforced: JsonObject
}

const FORMATS = new Set<unknown>(['email', 'uri', 'date', 'date-time'])
const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean'])

/**
 * Checks that a schema is one that clients make forms of: a flat object of primitives (specification:
 * client/elicitation, Requested Schema). TypeBox's unions of literals become the choices of that page.
 *
 * @throws BMCP_ERR_SCHEMA_INVALID, and what `invalid` makes
 */
export function toRequestedSchema (schema: object, invalid: (problem: string) => Error): RequestedSchema {
  const { json: enforced } = parseSchema(schema, 'elicitForm()', 'requestedSchema')
  const { type, properties, required } = enforced
  if (type !== 'object' || !isObject(properties)) throw invalid('"requestedSchema" has to be a TypeBox object')
  const sent = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, toField(property, name, invalid)]))
  return { enforced, sent: { type, properties: sent, ...(required === undefined ? {} : { required }) } }
}

function toField (schema: unknown, name: string, invalid: (problem: string) => Error): JsonObject {
  const field = isObject(schema) ? toChoice(schema) : {}
  const { type, format, items } = field
  if (type === 'array') {
    const choice = isObject(items) ? toChoice(items, 'anyOf') : {}
    if (choice.enum !== undefined || choice.anyOf !== undefined) return { ...field, items: choice }
  } else if (TYPES.has(type) && (format === undefined || FORMATS.has(format))) {
    return field
  }
  throw invalid(`"${name}" is no field of a form: write a string (formats: email, uri, date, date-time), a number, a boolean, a union of literals, or an array of such a union`)
}

/** A union of literals is a list of values, or of values with titles. */
function toChoice (schema: JsonObject, titled: 'oneOf' | 'anyOf' = 'oneOf'): JsonObject {
  const { anyOf, oneOf, const: only, ...rest } = schema
  const branches: unknown = anyOf ?? oneOf ?? (only === undefined ? undefined : [schema])
  if (!Array.isArray(branches) || !branches.every((branch): branch is JsonObject => isObject(branch) && typeof branch.const === 'string')) return schema
  return branches.some(({ title }) => typeof title === 'string')
    ? { ...rest, ...(titled === 'oneOf' ? { type: 'string' } : {}), [titled]: branches.map(({ const: value, title }) => ({ const: value, title: typeof title === 'string' ? title : value })) }
    : { ...rest, type: 'string', enum: branches.map(({ const: value }) => value) }
}
