import type { LabelValue } from '../../types/connectome.ts'
import { canonicalJson, hash as hashOf, hashBytes } from './canonical.ts'
import { readJson } from './exact-json.ts'
import { refuse } from './graph.ts'
import { bufferOf, fromJson, parse } from './parse.ts'
import { isPlain, nameOf } from './text.ts'

/** What canonical bytes hold. */
export interface Verified {
  readonly hash: string
  readonly schemaVersion: 1 | 2
  /** Counts. */
  readonly nodes: number
  readonly edges: number
}

/** What a file of `beam-mcp connectome` holds: a graph, or the record of a diff. */
export type VerifiedExport = { readonly kind: 'graph' } & Verified | { readonly kind: 'diff', readonly hash: string }

/**
 * Holds bytes to every rule of docs/connectome-canonical.md, and to a hash where one is given.
 * @throws {GraphInvalid} `BMCP_ERR_GRAPH_INVALID`, naming the place.
 */
export function verify (bytes: Uint8Array | string, hash?: string): Verified {
  const graph = parse(bytes)
  const real = hashBytes(bufferOf(bytes))
  requireHash(real, hash ?? real)
  return { hash: real, schemaVersion: graph.schemaVersion, nodes: graph.nodes.length, edges: graph.edges.length }
}

/**
 * Holds a file with `graph` or `record` and their `hash` to that hash. White space and the order of members are free in it,
 * and whatever else it holds is not looked at; a file that is canonical bytes itself is taken too.
 * @throws {GraphInvalid} `BMCP_ERR_GRAPH_INVALID`, naming the place.
 */
export function verifyExport (bytes: Uint8Array | string): VerifiedExport {
  const file = readJson(bufferOf(bytes).toString('utf8'), { floats: true })
  if (!isPlain(file)) throw refuse('file', 'no object')
  if (file.schema_version !== undefined) return { kind: 'graph', ...verify(bytes) }
  if (file.graph !== undefined) {
    const graph = fromJson(file.graph)
    return { kind: 'graph', hash: requireHash(hashOf(graph), file.hash), schemaVersion: graph.schemaVersion, nodes: graph.nodes.length, edges: graph.edges.length }
  }
  if (file.record !== undefined) return { kind: 'diff', hash: requireHash(hashBytes(canonicalJson(file.record)), file.hash) }
  throw refuse('file', 'neither a graph nor the record of a diff')
}

function requireHash (real: string, given: LabelValue | undefined): string {
  if (given !== real) throw refuse('hash', `${typeof given === 'string' ? JSON.stringify(given) : nameOf(given)} is given, the bytes have ${real}`)
  return real
}
