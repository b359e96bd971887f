import type { EdgeKind, Graph, GraphEdge, LabelValue, Provenance } from '../../types/connectome.ts'
import { hashBytes, jsonBytes } from './canonical.ts'
import { DiffInvalid } from './errors.ts'
import { isGraph } from './graph.ts'
import { copyLabel } from './labels.ts'
import { compareCodePoints, compareUnits, isPlain, nameOf } from './text.ts'
import { SUPPLIED } from './vocabulary.ts'

// Of the record, types and not interfaces: these are values of JSON to the compiler.

/** What an edge says can be called, or was: its identity without its provenance. */
export type EdgeLabel = { readonly from: string, readonly kind: EdgeKind, readonly to: string }
export type SignChange = EdgeLabel & { readonly declared_sign: string, readonly observed_sign: string }

/** Each label of either graph, in exactly one class. */
export type DiffClasses = {
  readonly changed_sign: readonly SignChange[]
  readonly declared_and_observed: readonly EdgeLabel[]
  readonly declared_never_observed: readonly EdgeLabel[]
  readonly observed_but_undeclared: readonly EdgeLabel[]
}

/** Counts, from which the reader divides. */
export type DiffCoverage = {
  /** Labels in both graphs, those of a changed sign among them. */
  readonly declared_and_observed: number
  readonly declared_edges: number
  /** Declared edges whose both ends are observed nodes. */
  readonly declared_endpoint_covered: number
  readonly declared_nodes: number
  readonly nodes_in_both: number
  readonly observed_edges: number
  /** Observed edges whose both ends are declared nodes. */
  readonly observed_endpoint_declared: number
  readonly observed_nodes: number
}

export type DiffRecord = {
  readonly classes: DiffClasses
  readonly coverage: DiffCoverage
  readonly schema_version: 1
  readonly window: LabelValue
}

export interface Diff {
  readonly record: DiffRecord
  /** The record's canonical bytes. */
  readonly bytes: Buffer
  readonly hash: string
}

export interface DiffOptions {
  /** The time that was observed, in the host's words: any value that a label may have. */
  readonly window: LabelValue
}

const refuse = (place: string, reason: string): Error => new DiffInvalid(place, reason)

/**
 * What was declared against what was observed, as sets of labels (docs/connectome-diff.md).
 * @throws {DiffInvalid} `BMCP_ERR_DIFF_INVALID`, of options, declared, observed, window the first that is wrong.
 */
export function diff (declared: Graph, observed: Graph, options: DiffOptions): Diff {
  const given = windowOf(options)
  requireSide(declared, 'declared')
  requireSide(observed, 'observed')
  if (given === undefined) throw refuse('window', 'undefined: say which time was observed')
  const window = copyLabel(given, 'window', refuse)
  const classes = classify(declared.edges, observed.edges)
  const record: DiffRecord = Object.freeze({ classes, coverage: cover(declared, observed, classes), schema_version: 1, window })
  const bytes = jsonBytes(record)
  return { record, bytes, hash: hashBytes(bytes) }
}

function windowOf (options: unknown): unknown {
  if (!isPlain(options)) throw refuse('options', `${nameOf(options)} where a plain object belongs`)
  for (const key of Object.keys(options)) if (key !== 'window') throw refuse('options', `the member ${JSON.stringify(key)} does not belong there`)
  return options.window
}

function requireSide (graph: unknown, side: Provenance): void {
  if (!isGraph(graph)) throw refuse(side, 'made by neither graph() nor parse()')
  const index = graph.edges.findIndex(({ provenance }) => provenance !== side)
  if (index !== -1) throw refuse(side, `edges[${index}] is of another provenance`)
}

/** Both lists are in the order of their labels, so that one pass finds the class of each. */
function classify (declared: readonly GraphEdge[], observed: readonly GraphEdge[]): DiffClasses {
  const changed: SignChange[] = []
  const [both, never, undeclared]: [EdgeLabel[], EdgeLabel[], EdgeLabel[]] = [[], [], []]
  let right = 0
  for (const edge of declared) {
    let other = observed[right]
    while (other !== undefined && compareLabels(other, edge, compareCodePoints) < 0) {
      undeclared.push(labelOf(other))
      other = observed[++right]
    }
    if (other === undefined || compareLabels(other, edge, compareCodePoints) !== 0) {
      never.push(labelOf(edge))
      continue
    }
    right++
    if (isChange(edge, other)) changed.push(changeOf(edge, other))
    else both.push(labelOf(edge))
  }
  for (const edge of observed.slice(right)) undeclared.push(labelOf(edge))
  return Object.freeze({ changed_sign: inOrder(changed), declared_and_observed: inOrder(both), declared_never_observed: inOrder(never), observed_but_undeclared: inOrder(undeclared) })
}

function isChange (declared: GraphEdge, observed: GraphEdge): boolean {
  return declared.sign !== observed.sign && SUPPLIED.has(declared.sign) && SUPPLIED.has(observed.sign)
}

function labelOf ({ from, kind, to }: GraphEdge): EdgeLabel {
  return Object.freeze({ from, kind, to })
}

function changeOf (declared: GraphEdge, observed: GraphEdge): SignChange {
  return Object.freeze({ declared_sign: declared.sign, from: declared.from, kind: declared.kind, observed_sign: observed.sign, to: declared.to })
}

function compareLabels (a: EdgeLabel, b: EdgeLabel, compare: (a: string, b: string) => number): number {
  return compare(a.from, b.from) || compare(a.to, b.to) || compare(a.kind, b.kind)
}

/** The order of the record, which beyond the Basic Multilingual Plane is not that of the graphs. */
function inOrder<T extends EdgeLabel> (labels: T[]): readonly T[] {
  return Object.freeze(labels.sort((a, b) => compareLabels(a, b, compareUnits)))
}

function cover (declared: Graph, observed: Graph, classes: DiffClasses): DiffCoverage {
  const undeclared = missing(observed, declared)
  const unobserved = missing(declared, observed)
  return Object.freeze({
    declared_and_observed: classes.declared_and_observed.length + classes.changed_sign.length,
    declared_edges: declared.edges.length,
    declared_endpoint_covered: countOutside(declared.edges, unobserved),
    declared_nodes: declared.nodes.length,
    nodes_in_both: declared.nodes.length - unobserved.size,
    observed_edges: observed.edges.length,
    observed_endpoint_declared: countOutside(observed.edges, undeclared),
    observed_nodes: observed.nodes.length
  })
}

/** The ids of one graph that the other does not have. */
function missing ({ nodes }: Graph, other: Graph): Set<string> {
  const ids = new Set(other.nodes.map(({ id }) => id))
  return new Set(nodes.flatMap(({ id }) => ids.has(id) ? [] : [id]))
}

/** Edges with no end among the ids. */
function countOutside (edges: readonly GraphEdge[], ids: ReadonlySet<string>): number {
  if (ids.size === 0) return edges.length
  return edges.reduce((count, { from, to }) => ids.has(from) || ids.has(to) ? count : count + 1, 0)
}
