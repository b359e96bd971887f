import { isObject, mapSubschemas, type JsonObject } from './subschemas.ts'

/**
 * The `x-mcp-header` annotations of one input schema
 * (specification: basic/transports/streamable-http, Custom Headers from Tool Parameters).
 */
export interface HeaderParams {
  readonly params: readonly HeaderParam[]
  /** What breaks the specification's rules: the host's fault, told to its log. */
  readonly faults: readonly string[]
  /** What is allowed, but may make a strict client drop the tool. */
  readonly warnings: readonly string[]
}

export interface HeaderParam {
  /** The header's name as declared, such as `Mcp-Param-Region`. */
  readonly header: string
  /** The same in lower case, as headers are looked up. */
  readonly key: string
  /** The properties that lead to the value in the arguments. */
  readonly path: readonly string[]
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const PRIMITIVES = new Set<unknown>(['string', 'integer', 'boolean'])

/** Reads the annotations of a checked input schema. */
export function readHeaderParams (schema: JsonObject): HeaderParams {
  const params: HeaderParam[] = []
  const faults: string[] = []
  const warnings: string[] = []
  visit(schema, '', [])
  return { params, faults, warnings }

  /** `path` is `undefined` where the value cannot be reached through `properties` alone. */
  function visit (schema: JsonObject, at: string, path: readonly string[] | undefined): JsonObject {
    if ('x-mcp-header' in schema) annotate(schema, at, path)
    mapSubschemas(schema, at, (child, childAt, keyword) => {
      const property = childAt.slice(childAt.lastIndexOf('/') + 1).replaceAll('~1', '/').replaceAll('~0', '~')
      return visit(child, childAt, path !== undefined && keyword === 'properties' ? [...path, property] : undefined)
    })
    return schema
  }

  function annotate (schema: JsonObject, at: string, path: readonly string[] | undefined): void {
    const name = schema['x-mcp-header']
    const where = `the x-mcp-header annotation at inputSchema${at}`
    if (typeof name !== 'string' || !TOKEN.test(name)) {
      faults.push(`${where} is not a header name: write a token of RFC 9110`)
    } else if (path === undefined || path.length === 0) {
      faults.push(`${where} cannot be reached through "properties" alone: annotate a property outside of items, compositions, conditions and $ref`)
    } else if (params.some(({ key }) => key === `mcp-param-${name.toLowerCase()}`)) {
      faults.push(`${where} repeats the name ${name}: header names compare without case`)
    } else if (!isPrimitive(schema.type)) {
      faults.push(`${where} is on a ${JSON.stringify(schema.type)}: only string, integer and boolean can be headers`)
    } else {
      params.push({ header: `Mcp-Param-${name}`, key: `mcp-param-${name.toLowerCase()}`, path })
      if (schema.type === undefined) warnings.push(`${where} is on a property without a type: a strict client may drop the tool; declare a type`)
    }
  }
}

/** A declared type has to be primitive; a list of types may hold null besides. No type is no fault. */
function isPrimitive (type: unknown): boolean {
  if (type === undefined) return true
  if (!Array.isArray(type)) return PRIMITIVES.has(type)
  const others = type.filter((item) => item !== 'null')
  return others.length > 0 && others.every((item) => PRIMITIVES.has(item))
}

/** The value that an annotation points at: own properties alone, `undefined` where there is none. */
export function valueAt (args: unknown, path: readonly string[]): unknown {
  let value = args
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}
