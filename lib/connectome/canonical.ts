import { createHash } from 'node:crypto'
import type { Graph, GraphEdge, LabelValue } from '../../types/connectome.ts'
import { isGraph, refuse, versionOf } from './graph.ts'
import { copyLabel } from './labels.ts'
import { compareUnits } from './text.ts'
import { SIGNS, UNKNOWN, UNSET } from './vocabulary.ts'

/** Takes the next piece of a text. No piece ends within a pair of surrogates. */
type Sink = (text: string) => void
type Write = (sink: Sink) => void

/** The version to write in, where it is not the graph's own. */
export interface CanonicalOptions { readonly version?: 1 | 2 }

/** Characters that are gathered before they are turned into bytes: a graph of a million edges is never one string. */
const PIECE = 65_536

/**
 * The canonical bytes (docs/connectome-canonical.md).
 * @throws {GraphInvalid} where the graph was not made by `graph` or `parse`, or has a sign that the version lacks.
 */
export function canonical (graph: Graph, options: CanonicalOptions = {}): Buffer {
  return bytesOf(writerOf(graph, options))
}

/** SHA-256 over the canonical bytes: 64 lower-case hex digits. */
export function hash (graph: Graph, options: CanonicalOptions = {}): string {
  const digest = createHash('sha256')
  inPieces(writerOf(graph, options), (text) => { digest.update(text, 'utf8') })
  return digest.digest('hex')
}

/** SHA-256 of any bytes: 64 lower-case hex digits. */
export function hashBytes (bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The bytes of a value by the rules of every object that is no graph, node or edge: keys sorted by UTF-16 code unit. */
export function canonicalJson (value: unknown): Buffer {
  return jsonBytes(copyLabel(value, 'value', refuse))
}

/** The same of a value in its one form, of bounded depth. */
export function jsonBytes (value: LabelValue): Buffer {
  return bytesOf((sink) => { writeValue(value, sink) })
}

/** Hands the canonical text over in pieces. */
export function writeGraph (graph: Graph, sink: Sink): void {
  inPieces(writerOf(graph, {}), sink)
}

function writerOf (graph: Graph, { version: asked }: CanonicalOptions): Write {
  if (!isGraph(graph)) throw refuse('graph', 'made by neither graph() nor parse()')
  const version = asked === undefined ? graph.schemaVersion : versionOf(asked, 'version')
  return (sink) => {
    sink(`{"schema_version":${version},"nodes":[`)
    for (const [index, { id, kind, labels, level }] of graph.nodes.entries()) {
      sink(`${index === 0 ? '' : ','}{"id":${JSON.stringify(id)},"kind":"${kind}","labels":`)
      writeValue(labels, sink)
      sink(`,"level":"${level}"}`)
    }
    sink('],"edges":[')
    writeEdges(graph, version, sink)
    sink(']}')
  }
}

/** What an edge has in common with the one before it is not put together again: most have it, and there may be a million. */
function writeEdges (graph: Graph, version: 1 | 2, sink: Sink): void {
  const signOf = signsOf(graph, version)
  let last: GraphEdge | undefined
  let [start, middle] = ['', '']
  for (const [index, edge] of graph.edges.entries()) {
    if (last === undefined || edge.from !== last.from) start = `{"from":${JSON.stringify(edge.from)},"kind":"`
    if (last === undefined || edge.kind !== last.kind || edge.provenance !== last.provenance || edge.sign !== last.sign) {
      middle = `${edge.kind}","provenance":"${edge.provenance}","sign":"${signOf(edge, index)}","to":`
    }
    sink(`${last === undefined ? '' : ','}${start}${middle}${JSON.stringify(edge.to)}}`)
    last = edge
  }
}

/** The word for an edge's sign in a version. */
function signsOf (graph: Graph, version: 1 | 2): (edge: GraphEdge, index: number) => string {
  if (version === graph.schemaVersion) return ({ sign }) => sign
  const [from, to] = version === 2 ? [UNKNOWN, UNSET] : [UNSET, UNKNOWN]
  return ({ sign }, index) => {
    const word = sign === from ? to : sign
    if (SIGNS.get(version)?.has(word) !== true) throw refuse(`edges[${index}].sign`, `${sign}, which version ${version} does not have`)
    return word
  }
}

// Depth is bounded: values come from copyLabel, which has the cap.
function writeValue (value: LabelValue, sink: Sink): void {
  if (typeof value === 'bigint') sink(value.toString())
  // Of a well-formed string, JSON.stringify writes the escapes of RFC 8785; of a safe integer, its digits.
  else if (typeof value !== 'object' || value === null) sink(JSON.stringify(value))
  else if (isList(value)) {
    let before = '['
    for (const item of value) {
      sink(before)
      writeValue(item, sink)
      before = ','
    }
    sink(value.length === 0 ? '[]' : ']')
  } else writeObject(value, sink)
}

function writeObject (value: { readonly [key: string]: LabelValue }, sink: Sink): void {
  const keys = Object.keys(value)
  if (isWritten(value, keys)) {
    sink(JSON.stringify(value))
    return
  }
  // Sorted here once more: an object puts keys like "10" before others.
  keys.sort(compareUnits)
  let before = '{'
  for (const key of keys) {
    sink(`${before}${JSON.stringify(key)}:`)
    writeValue(value[key] ?? null, sink)
    before = ','
  }
  sink('}')
}

/** Whether JSON.stringify writes it as we do: keys in order, and no value in which it could differ. It is three times as fast. */
function isWritten (value: { readonly [key: string]: LabelValue }, keys: readonly string[]): boolean {
  let before = ''
  for (const [index, key] of keys.entries()) {
    if (index > 0 && key < before) return false
    before = key
    const member = value[key]
    if (typeof member === 'bigint' || (typeof member === 'object' && member !== null)) return false
  }
  return true
}

function isList (value: object): value is readonly LabelValue[] {
  return Array.isArray(value)
}

function inPieces (write: Write, sink: Sink): void {
  let piece = ''
  write((text) => {
    piece += text
    if (piece.length < PIECE) return
    sink(piece)
    piece = ''
  })
  sink(piece)
}

/** Written twice: a buffer for each piece would have the collector walk a large graph every 64 MB. */
function bytesOf (write: Write): Buffer {
  let length = 0
  inPieces(write, (text) => { length += Buffer.byteLength(text) })
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  inPieces(write, (text) => { at += bytes.write(text, at) })
  return bytes
}
