import { TransformKind } from '@sinclair/typebox'
import { SchemaInvalid } from '../errors.ts'
import { MAX_SCHEMA_DEPTH } from '../limits.ts'
import { isObject, join, type JsonObject } from './subschemas.ts'

/**
 * A copy of a declared schema as JSON would carry it: no hidden marks, no `undefined`.
 * Refuses what JSON cannot carry, naming its path: a function, a Date, a bigint, a TypeBox transform.
 *
 * @throws BMCP_ERR_SCHEMA_INVALID
 */
export function toJson (schema: object, owner: string, root: string): JsonObject {
  const copy = copyValue(schema, root, 0)
  if (!isObject(copy)) throw new SchemaInvalid(owner, root, 'a schema is an object')
  return copy

  function copyValue (value: unknown, path: string, depth: number): unknown {
    if (depth > MAX_SCHEMA_DEPTH) {
      throw new SchemaInvalid(owner, path, `nested deeper than ${MAX_SCHEMA_DEPTH}, or refers to itself: use Type.Recursive or $ref`)
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    if (Array.isArray(value)) return value.map((item, index) => copyValue(item, join(path, index), depth + 1))
    if (typeof value === 'object' && isPlain(value)) return copyObject(value, path, depth)
    throw new SchemaInvalid(owner, path, `${describe(value)} has no JSON form: describe what travels instead`)
  }

  function copyObject (value: object, path: string, depth: number): JsonObject {
    if (TransformKind in value) throw new SchemaInvalid(owner, path, 'a TypeBox transform has no JSON form: describe what travels, and convert it in the handler')
    const copy: JsonObject = {}
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__') throw new SchemaInvalid(owner, path, '"__proto__" cannot be declared: no argument of that name is ever let through')
      if (item !== undefined) copy[key] = copyValue(item, join(path, key), depth + 1)
    }
    return copy
  }
}

function isPlain (value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function describe (value: unknown): string {
  if (typeof value === 'object' && value !== null) return `an instance of ${value.constructor?.name ?? 'a class'}`
  return value === undefined ? 'undefined' : `${typeof value} ${String(value)}`
}
