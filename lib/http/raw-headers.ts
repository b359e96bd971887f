/** The headers that MCP decides by: every value of each, since a copy that another reads may differ. */
export interface RawHeaders {
  readonly origin: readonly string[]
  readonly host: readonly string[]
  readonly contentType: readonly string[]
  readonly protocolVersion: readonly string[]
  readonly method: readonly string[]
  readonly name: readonly string[]
  /** `Mcp-Param-*`, by name in lower case. */
  readonly params: ReadonlyMap<string, readonly string[]> | undefined
}

const NONE: readonly string[] = []

/**
 * Reads Node's raw list of names and values: its joined view makes one value of two lines.
 * One pass, which looks at a name only if its length fits, since every request pays for it.
 */
export function readRawHeaders (raw: readonly string[]): RawHeaders {
  const headers = { origin: NONE, host: NONE, contentType: NONE, protocolVersion: NONE, method: NONE, name: NONE, params: undefined as Map<string, readonly string[]> | undefined }
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    const member = memberOf(name)
    if (member === undefined) continue
    const value = raw[index + 1] ?? ''
    if (member === 'params') {
      const key = name.toLowerCase()
      headers.params ??= new Map()
      headers.params.set(key, [...headers.params.get(key) ?? NONE, value])
    } else {
      headers[member] = headers[member] === NONE ? [value] : [...headers[member], value]
    }
  }
  return headers
}

const names = new Map<string, Exclude<keyof RawHeaders, 'params'>>([
  ['host', 'host'],
  [':authority', 'host'],
  ['origin', 'origin'],
  ['content-type', 'contentType'],
  ['mcp-name', 'name'],
  ['mcp-method', 'method'],
  ['mcp-protocol-version', 'protocolVersion']
])
const lengths = new Set(Array.from(names.keys(), ({ length }) => length))
const PARAM_PREFIX = 'mcp-param-'

function memberOf (name: string): keyof RawHeaders | undefined {
  const { length } = name
  if (length > PARAM_PREFIX.length && (name.charCodeAt(0) | 0x20) === 0x6d && name.slice(0, PARAM_PREFIX.length).toLowerCase() === PARAM_PREFIX) return 'params'
  return lengths.has(length) ? names.get(name.toLowerCase()) : undefined
}
