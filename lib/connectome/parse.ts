import { isUtf8 } from 'node:buffer'
import type { Graph, LabelValue } from '../../types/connectome.ts'
import { writeGraph } from './canonical.ts'
import { readJson } from './exact-json.ts'
import { build, refuse, versionOf } from './graph.ts'
import { isPlain, nameOf } from './text.ts'

const LONE = /\p{Surrogate}/u

/**
 * The graph whose canonical bytes these are, of schema version 1 or 2. `canonical(parse(bytes))` is `bytes`.
 * @throws {GraphInvalid} `BMCP_ERR_GRAPH_INVALID` where the bytes are no graph, or not its canonical bytes.
 */
export function parse (bytes: Uint8Array | string): Graph {
  const given = bufferOf(bytes)
  const graph = fromJson(readJson(given.toString('utf8')))
  requireCanonical(graph, given)
  return graph
}

/** The bytes, which are UTF-8. */
export function bufferOf (bytes: Uint8Array | string): Buffer {
  if (typeof bytes === 'string') {
    if (LONE.test(bytes)) throw refuse('bytes', 'a lone surrogate')
    return Buffer.from(bytes, 'utf8')
  }
  if (!(bytes instanceof Uint8Array)) throw refuse('bytes', `${nameOf(bytes)} where bytes or a string belong`)
  if (!isUtf8(bytes)) throw refuse('bytes', 'not UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The graph that a value of JSON holds, whatever the order of its members. */
export function fromJson (value: LabelValue): Graph {
  if (!isPlain(value)) throw refuse('graph', `${nameOf(value)} where a plain object belongs`)
  const { schema_version: version, ...rest } = value
  if ('schemaVersion' in rest) throw refuse('graph', 'the member "schemaVersion" does not belong there')
  return build({ ...rest, schemaVersion: versionOf(version, 'schema_version') })
}

function requireCanonical (graph: Graph, given: Buffer): void {
  let at = 0
  writeGraph(graph, (text) => {
    const piece = Buffer.from(text, 'utf8')
    const same = given.subarray(at, at + piece.length)
    if (!piece.equals(same)) throw refuse(`byte ${at + firstDifference(piece, same)}`, 'not as the canonical bytes of this graph are')
    at += piece.length
  })
  if (at < given.length) throw refuse(`byte ${at}`, 'more than the canonical bytes of this graph')
}

function firstDifference (a: Buffer, b: Buffer): number {
  let at = 0
  while (at < b.length && a[at] === b[at]) at++
  return at
}
