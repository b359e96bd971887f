import type { ErrorObject } from 'ajv'
import { MAX_EXPLAINED_VALUES } from '../limits.ts'
import { dialectOf } from './dialects.ts'
import { isObject, type JsonObject } from './subschemas.ts'
import { createValidator, type Validator } from './validator.ts'

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
  const first = createValidator(dialect, schema, false)
  let all: Validator | undefined

  const validate: Validate = (value) => {
    if (first.passes(value)) return true
    validate.errors = faultsOf(value)
    return false
  }
  return validate

  function faultsOf (value: unknown): ErrorObject[] {
    if (countsMoreThan(value, MAX_EXPLAINED_VALUES)) return first.faultsOf(value)
    all ??= createValidator(dialect as NonNullable<typeof dialect>, schema, true)
    try {
      const faults = all.faultsOf(value)
      if (faults.length > 0) return faults
    } catch (error) {
      // To look at all branches of a schema that calls itself can take more than to look for the first fault.
      if (!(error instanceof RangeError)) throw error
    }
    return first.faultsOf(value)
  }
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
