import type { EdgeKind, Graph, GraphEdge, GraphNode, Level, NodeKind, Provenance } from '../../types/connectome.ts'
import { GraphInvalid } from './errors.ts'
import { copyInteger, copyObject } from './labels.ts'
import { compareCodePoints, isPlain, nameOf, nfc } from './text.ts'
import { EDGE_KINDS, LEVELS, NODE_KINDS, PROVENANCES, SIGNS } from './vocabulary.ts'

/** What `graph` takes, in any order. */
export interface GraphInput {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  /** 1 unless given. Version 2 has other signs. */
  readonly schemaVersion?: 1 | 2
}

/** A word, or an id, with its place in the order of its kind. */
interface Ranked<T extends string> { readonly word: T, readonly rank: number }
type Ranks<T extends string> = ReadonlyMap<unknown, Ranked<T>>

function ranksOf<T extends string> (words: Iterable<T>): Ranks<T> {
  return new Map([...words].sort(compareCodePoints).map((word, rank) => [word, { word, rank }]))
}

const nodeKinds = ranksOf<NodeKind>(NODE_KINDS)
const edgeKinds = ranksOf<EdgeKind>(EDGE_KINDS)
const provenances = ranksOf<Provenance>(PROVENANCES)
const levels = ranksOf<Level>(LEVELS)
const signs = { 1: ranksOf(SIGNS.get(1) ?? []), 2: ranksOf(SIGNS.get(2) ?? []) }

const NODE_MEMBERS: ReadonlySet<unknown> = new Set(['id', 'kind', 'labels', 'level'])
const EDGE_MEMBERS: ReadonlySet<unknown> = new Set(['from', 'kind', 'provenance', 'sign', 'to', 'weight'])
const GRAPH_MEMBERS: ReadonlySet<unknown> = new Set(['nodes', 'edges', 'schemaVersion'])

const made = new WeakSet<object>()

export const refuse = (place: string, reason: string): Error => new GraphInvalid(place, reason)

/** Whether `graph` or `parse` made it, so that it is valid and in canonical order. */
export function isGraph (value: unknown): value is Graph {
  return typeof value === 'object' && value !== null && made.has(value)
}

/**
 * A valid, frozen graph in canonical order.
 * @throws {GraphInvalid} `BMCP_ERR_GRAPH_INVALID`, naming the place: a graph is refused, never merged or mended.
 */
export function graph (input: GraphInput): Graph {
  return build(input)
}

/** The same of a value that nobody has looked at. */
export function build (input: unknown): Graph {
  const { nodes, edges, schemaVersion } = record(input, 'graph', GRAPH_MEMBERS)
  const version = versionOf(schemaVersion ?? 1, 'schemaVersion')
  const sorted = buildNodes(list(nodes, 'nodes'))
  const ranks: Ranks<string> = new Map(sorted.map(({ id }, rank) => [id, { word: id, rank }]))
  const built = Object.freeze({ schemaVersion: version, nodes: sorted, edges: buildEdges(list(edges, 'edges'), ranks, signs[version]) })
  made.add(built)
  return built
}

/** A version that we read and write. */
export function versionOf (value: unknown, place: string): 1 | 2 {
  if (value !== 1 && value !== 2) throw refuse(place, 'neither 1 nor 2')
  return value
}

function buildNodes (input: readonly unknown[]): readonly GraphNode[] {
  const places = new Map<string, number>()
  const nodes: GraphNode[] = []
  // By index, for a hole is refused as undefined is.
  for (let index = 0; index < input.length; index++) {
    const place = `nodes[${index}]`
    const node = record(input[index], place, NODE_MEMBERS)
    const id = nfc(node.id, `${place}.id`, refuse)
    const twin = places.get(id)
    if (twin !== undefined) throw refuse(`${place}.id`, `equals nodes[${twin}].id under NFC`)
    places.set(id, index)
    const kind = find(nodeKinds, node.kind, place, 'kind').word
    if (!isPlain(node.labels)) throw refuse(`${place}.labels`, `${nameOf(node.labels)} where a plain object belongs`)
    const labels = copyObject(node.labels, `${place}.labels`, refuse, -1)
    const level = find(levels, node.level, place, 'level').word
    nodes.push(Object.freeze({ id, kind, labels, level }))
  }
  return Object.freeze(nodes.sort((a, b) => compareCodePoints(a.id, b.id)))
}

function buildEdges (input: readonly unknown[], ids: Ranks<string>, signs: Ranks<string>): readonly GraphEdge[] {
  // An edge's identity as one number: ranks keep the order, and a million edges sort without comparing a string.
  const keys = new Float64Array(input.length)
  const edges: GraphEdge[] = []
  for (let index = 0; index < input.length; index++) {
    const place = `edges[${index}]`
    const edge = record(input[index], place, EDGE_MEMBERS)
    const from = endOf(edge.from, ids, place, 'from')
    const kind = find(edgeKinds, edge.kind, place, 'kind')
    const provenance = find(provenances, edge.provenance, place, 'provenance')
    const sign = find(signs, edge.sign, place, 'sign').word
    const to = endOf(edge.to, ids, place, 'to')
    keys[index] = ((from.rank * ids.size + to.rank) * edgeKinds.size + kind.rank) * provenances.size + provenance.rank
    edges.push(freezeEdge(from.word, kind.word, provenance.word, sign, to.word, edge.weight, place))
  }
  return Object.freeze(sortEdges(edges, keys))
}

// Written out: a spread costs a million edges three seconds.
function freezeEdge (from: string, kind: EdgeKind, provenance: Provenance, sign: string, to: string, weight: unknown, place: string): GraphEdge {
  if (weight === undefined) return Object.freeze({ from, kind, provenance, sign, to })
  return Object.freeze({ from, kind, provenance, sign, to, weight: weightOf(weight, place) })
}

function sortEdges (edges: readonly GraphEdge[], keys: Float64Array): GraphEdge[] {
  const order = Uint32Array.from(keys.keys())
  const keyAt = (index: number | undefined): number => keys[index ?? 0] ?? 0
  if (!keys.every((key, index) => index === 0 || keyAt(index - 1) < key)) order.sort((a, b) => keyAt(a) - keyAt(b) || a - b)
  const sorted: GraphEdge[] = []
  for (let at = 0; at < order.length; at++) {
    const index = order[at] ?? 0
    if (at > 0 && keyAt(index) === keyAt(order[at - 1])) throw refuse(`edges[${index}]`, `has from, to, kind and provenance of edges[${order[at - 1] ?? 0}]`)
    const edge = edges[index]
    if (edge !== undefined) sorted.push(edge)
  }
  return sorted
}

function endOf (value: unknown, ids: Ranks<string>, place: string, name: string): Ranked<string> {
  const end = ids.get(value) ?? ids.get(nfc(value, `${place}.${name}`, refuse))
  if (end === undefined) throw refuse(`${place}.${name}`, 'the id of no node')
  return end
}

function weightOf (value: unknown, place: string): number | bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw refuse(`${place}.weight`, `${nameOf(value)} where an integer belongs`)
  const weight = copyInteger(value, `${place}.weight`, refuse)
  if (weight < 0) throw refuse(`${place}.weight`, 'negative')
  return weight
}

function find<T extends string> (words: Ranks<T>, value: unknown, place: string, name: string): Ranked<T> {
  const found = words.get(value)
  if (found === undefined) throw refuse(`${place}.${name}`, `none of ${[...words.values()].map(({ word }) => word).join(', ')}`)
  return found
}

/** A plain object that holds no other member. One that it lacks reads as undefined, and is refused where it is read. */
function record (value: unknown, place: string, members: ReadonlySet<unknown>): Record<string, unknown> {
  if (!isPlain(value)) throw refuse(place, `${nameOf(value)} where a plain object belongs`)
  for (const key of Object.keys(value)) {
    if (!members.has(key)) throw refuse(place, `the member ${JSON.stringify(key)} does not belong there`)
  }
  if (Object.getOwnPropertySymbols(value).length > 0) throw refuse(place, 'a member whose key is a symbol')
  return value
}

function list (value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(place, `${nameOf(value)} where an array belongs`)
  return value
}
