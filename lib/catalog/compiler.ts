import type { ErrorObject, ValidateFunction } from 'ajv'
import { MAX_EXPLAINED_VALUES } from '../limits.ts'
import { dialectOf } from './dialects.ts'
import { isObject, mapSubschemas, type JsonObject } from './subschemas.ts'

/** A compiled schema, in the shape that Fastify's validators have. */
export interface Validate {
  (value: unknown): boolean
  errors?: ErrorObject[] | null
}

/** A validator compiler as Fastify's `setValidatorCompiler` takes it. */
export type SchemaCompiler = (route: { schema: JsonObject }) => Validate

/**
 * Compiles a schema that `parseSchema` has checked. A value that passes costs one pass that stops at the
 * first fault; only a value that fails is looked at again, to name every fault.
 */
export const compileSchema: SchemaCompiler = ({ schema }) => {
  const dialect = dialectOf(schema)
  if (dialect === undefined) throw new TypeError('the schema has not been checked')
  const check = dialect.createAjv({}).compile(schema)
  let explain: ValidateFunction | undefined

  const validate: Validate = (value) => {
    if (check(value)) return true
    let faults = check.errors
    if (!countsMoreThan(value, MAX_EXPLAINED_VALUES)) {
      explain ??= dialect.createAjv({ allErrors: true, verbose: true }).compile(guardPatterns(structuredClone(schema)))
      explain(value)
      faults = explain.errors
    }
    validate.errors = faults ?? null
    return false
  }
  return validate
}

/**
 * Makes `pattern` and `format` wait for `maxLength`: where all faults are named, a text that is too long
 * would otherwise still meet the pattern, which may take for ever over it.
 */
function guardPatterns (schema: JsonObject): JsonObject {
  mapSubschemas(schema, '', guardPatterns)
  const { pattern, format, maxLength, allOf, ...rest } = schema
  if (maxLength === undefined || (pattern === undefined && format === undefined)) return schema
  const guarded: JsonObject = {}
  if (pattern !== undefined) guarded.pattern = pattern
  if (format !== undefined) guarded.format = format
  return { ...rest, maxLength, allOf: [...(Array.isArray(allOf) ? allOf : []), { if: { maxLength }, then: guarded }] }
}

/** Whether a value holds more than `limit` values. Iterative: arguments may be nested as deep as a body is long. */
function countsMoreThan (value: unknown, limit: number): boolean {
  const pending = [value]
  let count = 0
  while (pending.length > 0) {
    const next = pending.pop()
    if (++count > limit) return true
    const children = Array.isArray(next) ? next : isObject(next) ? Object.values(next) : []
    if (children.length > limit) return true
    for (const child of children) pending.push(child)
  }
  return false
}
