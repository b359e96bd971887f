import { createHash } from 'node:crypto'

/**
 * The canonical bytes once more, written from docs/connectome-canonical.md and sharing nothing with lib/: bytes are put
 * together one code point at a time, both orders are spelled out over numbers, and any broken rule throws.
 */

export interface Raw { readonly version: number, readonly nodes: readonly unknown[], readonly edges: readonly unknown[] }

const vocabulary = {
  nodeKind: ['server', 'tool', 'resource', 'prompt', 'process', 'module'],
  edgeKind: ['invoke', 'read', 'message', 'supervise'],
  provenance: ['declared', 'observed'],
  level: ['function', 'module', 'boundary', 'server'],
  sign: new Map([[1, ['allow', 'deny', 'hold', 'unknown']], [2, ['allow', 'deny', 'hold', 'ungoverned', 'unset']]])
}

class Broken extends Error {}

type Numbers = readonly number[]

export function encode (raw: Raw): { bytes: Buffer, hash: string } {
  const signs = vocabulary.sign.get(raw.version)
  if (signs === undefined) throw new Broken('version')
  const nodes = mergeSort(raw.nodes.map(readNode), (a, b) => order(utf8(a.id), utf8(b.id)))
  const ids = new Set(nodes.map(({ id }) => id))
  if (ids.size !== nodes.length) throw new Broken('two nodes of one id')
  const edges = mergeSort(raw.edges.map((edge) => readEdge(edge, signs, ids)), (a, b) => order(a.key, b.key))
  edges.forEach((edge, at) => {
    const next = edges[at + 1]
    if (next !== undefined && order(edge.key, next.key) === 0) throw new Broken('two edges of one identity')
  })
  const bytes = Buffer.from([
    ...ascii(`{"schema_version":${raw.version},"nodes":[`),
    ...commas(nodes.map(({ bytes }) => bytes)),
    ...ascii('],"edges":['),
    ...commas(edges.map(({ bytes }) => bytes)),
    ...ascii(']}')
  ])
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}

function readNode (node: unknown): { id: string, bytes: Numbers } {
  const members = membersOf(node, ['id', 'kind', 'labels', 'level'])
  const id = form(members.get('id'))
  const labels = members.get('labels')
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels)) throw new Broken('labels')
  const kind = word(members.get('kind'), vocabulary.nodeKind)
  const level = word(members.get('level'), vocabulary.level)
  return { id, bytes: [...ascii('{"id":'), ...quoted(id), ...ascii(`,"kind":"${kind}","labels":`), ...value(labels, 0), ...ascii(`,"level":"${level}"}`)] }
}

function readEdge (edge: unknown, signs: readonly string[], ids: ReadonlySet<string>): { key: Numbers, bytes: Numbers } {
  const members = membersOf(edge, ['from', 'kind', 'provenance', 'sign', 'to'])
  const [from, to] = [form(members.get('from')), form(members.get('to'))]
  if (!ids.has(from) || !ids.has(to)) throw new Broken('an end that is no node')
  const kind = word(members.get('kind'), vocabulary.edgeKind)
  const provenance = word(members.get('provenance'), vocabulary.provenance)
  const sign = word(members.get('sign'), signs)
  // One key for four sorts: -1 is below every byte, so that a prefix comes first.
  const key = [from, to, kind, provenance].flatMap((part) => [...utf8(part), -1])
  return { key, bytes: [...ascii('{"from":'), ...quoted(from), ...ascii(`,"kind":"${kind}","provenance":"${provenance}","sign":"${sign}","to":`), ...quoted(to), ...ascii('}')] }
}

function membersOf (object: unknown, names: readonly string[]): Map<string, unknown> {
  if (typeof object !== 'object' || object === null) throw new Broken('no object')
  const members = new Map<string, unknown>(Object.entries(object))
  if (members.size !== names.length || !names.every((name) => members.has(name))) throw new Broken('members')
  return members
}

function word (given: unknown, words: readonly string[]): string {
  const found = words.find((known) => known === given)
  if (found === undefined) throw new Broken('word')
  return found
}

function form (given: unknown): string {
  if (typeof given !== 'string') throw new Broken('no string')
  for (const character of given) if (character.length === 1 && character >= '\uD800' && character <= '\uDFFF') throw new Broken('lone surrogate')
  return given.normalize('NFC')
}

/** `inside` counts the arrays and objects around: `labels` is at 0, and its values may add 64. */
function value (given: unknown, inside: number): Numbers {
  switch (typeof given) {
    case 'string': return quoted(form(given))
    case 'boolean': return ascii(given ? 'true' : 'false')
    case 'bigint': return ascii(given.toString(10))
    case 'number':
      if (Math.abs(given) > 9007199254740991 || given !== Math.floor(given) || (given === 0 && 1 / given < 0)) throw new Broken('number')
      return ascii(BigInt(given).toString(10))
    case 'object':
      if (given === null) return ascii('null')
      if (inside > 64) throw new Broken('depth')
      return Array.isArray(given) ? array(given, inside) : object(given, inside)
    default: throw new Broken('no label value')
  }
}

function array (items: readonly unknown[], inside: number): Numbers {
  return [...ascii('['), ...commas(Array.from(items, (item) => value(item, inside + 1))), ...ascii(']')]
}

function object (given: object, inside: number): Numbers {
  const members = Object.entries(given).map(([key, member]) => ({ key: form(key), bytes: value(member, inside + 1) }))
  if (new Set(members.map(({ key }) => key)).size !== members.length) throw new Broken('two members of one key')
  const sorted = mergeSort(members, (a, b) => order(units(a.key), units(b.key)))
  return [...ascii('{'), ...commas(sorted.map(({ key, bytes }) => [...quoted(key), ...ascii(':'), ...bytes])), ...ascii('}')]
}

const SHORT = new Map([[0x22, '\\"'], [0x5c, '\\\\'], [0x08, '\\b'], [0x09, '\\t'], [0x0a, '\\n'], [0x0c, '\\f'], [0x0d, '\\r']])

function quoted (text: string): Numbers {
  const middle = Array.from(text).flatMap((character) => {
    const point = character.codePointAt(0) ?? 0
    const short = SHORT.get(point)
    if (short !== undefined) return ascii(short)
    return point < 0x20 ? ascii(`\\u00${(point >> 4).toString(16)}${(point & 15).toString(16)}`) : encodePoint(point)
  })
  return [0x22, ...middle, 0x22]
}

function utf8 (text: string): Numbers {
  return Array.from(text).flatMap((character) => encodePoint(character.codePointAt(0) ?? 0))
}

function encodePoint (point: number): number[] {
  if (point < 0x80) return [point]
  if (point < 0x800) return [0xc0 | point >> 6, 0x80 | (point & 63)]
  if (point < 0x10000) return [0xe0 | point >> 12, 0x80 | (point >> 6 & 63), 0x80 | (point & 63)]
  return [0xf0 | point >> 18, 0x80 | (point >> 12 & 63), 0x80 | (point >> 6 & 63), 0x80 | (point & 63)]
}

function units (text: string): Numbers {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}

function ascii (text: string): Numbers {
  return units(text)
}

function commas (parts: readonly Numbers[]): Numbers {
  return parts.flatMap((part, at) => at === 0 ? part : [0x2c, ...part])
}

function order (a: Numbers, b: Numbers): number {
  const at = a.findIndex((number, index) => number !== b[index])
  if (at === -1) return a.length - b.length
  return (a[at] ?? 0) - (b[at] ?? -2)
}

function mergeSort<T> (items: readonly T[], compare: (a: T, b: T) => number): T[] {
  if (items.length < 2) return [...items]
  const middle = items.length >> 1
  const [left, right] = [mergeSort(items.slice(0, middle), compare), mergeSort(items.slice(middle), compare)]
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i], right[j]]
    if (a === undefined || b === undefined) throw new Broken('hole')
    if (compare(a, b) <= 0) {
      merged.push(a)
      i++
    } else {
      merged.push(b)
      j++
    }
  }
  return [...merged, ...left.slice(i), ...right.slice(j)]
}
