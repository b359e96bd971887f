/** Where a schema holds other schemas. Everything else in it is data, and is left alone. */
export type JsonObject = { [key: string]: unknown }

type Position = 'schema' | 'list' | 'map'

const positions = new Map<string, Position>([
  ['additionalItems', 'schema'],
  ['additionalProperties', 'schema'],
  ['contains', 'schema'],
  ['contentSchema', 'schema'],
  ['else', 'schema'],
  ['if', 'schema'],
  ['items', 'schema'],
  ['not', 'schema'],
  ['propertyNames', 'schema'],
  ['then', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependencies', 'map'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map']
])

export function isObject (value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON pointer's next token (RFC 6901). */
export function join (path: string, key: string | number): string {
  return `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The tokens of a JSON pointer. */
export function tokensOf (pointer: string): string[] {
  return pointer.split('/').slice(1).map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What a JSON pointer leads to: own members alone, `undefined` where there is none. */
export function valueAtPointer (value: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>((value, key) => typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined, value)
}

/** Replaces each direct subschema of `schema`, in place, by what `visit` gives for it. */
export function mapSubschemas (schema: JsonObject, path: string, visit: (child: JsonObject, path: string, keyword: string) => JsonObject): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const position = positions.get(keyword)
    if (position === undefined) continue
    const at = join(path, keyword)
    if (Array.isArray(value)) {
      // `items` may be a list in draft-07; the members of `dependencies` may be lists of names.
      schema[keyword] = value.map((child, index) => isObject(child) ? visit(child, join(at, index), keyword) : child)
    } else if (position === 'map' && isObject(value)) {
      for (const [key, child] of Object.entries(value)) {
        if (isObject(child)) value[key] = visit(child, join(at, key), keyword)
      }
    } else if (position === 'schema' && isObject(value)) {
      schema[keyword] = visit(value, at, keyword)
    }
  }
}
