import type { BoundEntry, DeclaredExport, DiffExport, Graph, LabelValue, ObservedExport, Provenance } from '../../../types/connectome.ts'
import { hash } from '../canonical.ts'
import { diff, type Diff } from '../diff.ts'
import { ViewInvalid } from '../errors.ts'
import { fromJson } from '../parse.ts'
import { isPlain, nameOf } from '../text.ts'

/** The files of `beam-mcp connectome declared`, of `--observe`, and of `beam-mcp connectome diff`. */
export interface ViewInput {
  readonly declared: DeclaredExport
  readonly observed?: ObservedExport | undefined
  /** The record of these two, where there is one: it is held to them. Without it, the page compares them itself. */
  readonly diff?: DiffExport | undefined
}

/** The exports, held to their hashes and to one another. */
export interface Exports {
  readonly declared: Graph
  readonly bound: readonly BoundEntry[]
  readonly bases: DeclaredExport['bases']
  readonly observed: Graph | undefined
  /** Calls of an observed edge, by `edgeKey`. */
  readonly weights: ReadonlyMap<string, number>
  readonly latency: ObservedExport['latency']
  readonly diff: Diff | undefined
  /** Each hash by what it is of. */
  readonly hashes: ReadonlyArray<readonly [string, string]>
}

/** One text for what an edge says, whichever graph it is of. */
export function edgeKey ({ from, kind, to }: { readonly from: string, readonly kind: string, readonly to: string }): string {
  return JSON.stringify([from, kind, to])
}

/**
 * Reads what the page is made of.
 * @throws {ViewInvalid} where a hash does not hold, or the diff is not of the two graphs.
 * @throws {GraphInvalid} where a graph breaks a rule of docs/connectome-canonical.md.
 */
export function readExports ({ declared: left, observed: right, diff: given }: ViewInput): Exports {
  if (given !== undefined && right === undefined) throw new ViewInvalid('diff', 'give the observed export that it was made from, too')
  const declared = readGraph(left, 'declared')
  const observed = right === undefined ? undefined : readGraph(right, 'observed')
  const compared = observed === undefined ? undefined : diff(declared, observed, { window: windowOf(right, given) })
  if (given !== undefined && given.hash !== compared?.hash) throw new ViewInvalid('diff', 'it is not the diff of these two exports')
  const hashes = hashesOf([['declared graph', left.hash], ['observed graph', right?.hash], ['diff', compared?.hash]])
  return { declared, bound: listOf(left.bound), bases: listOf(left.bases), observed, weights: weightsOf(right?.sidecar), latency: listOf(right?.latency), diff: compared, hashes }
}

function hashesOf (hashes: ReadonlyArray<readonly [string, string | undefined]>): Array<readonly [string, string]> {
  return hashes.flatMap(([name, hash]) => hash === undefined ? [] : [[name, hash] as const])
}

function readGraph (file: DeclaredExport | ObservedExport, side: Provenance): Graph {
  if (!isPlain(file) || !isJson(file.graph)) throw new ViewInvalid(side, `${isPlain(file) ? 'it' : nameOf(file)} holds no graph`)
  const graph = fromJson(file.graph)
  const real = hash(graph)
  if (file.hash !== real) throw new ViewInvalid(side, `its hash is not that of its graph, which is ${real}`)
  return graph
}

/** Whatever it holds: the graph's own rules see to the rest. */
function isJson (value: unknown): value is { readonly [key: string]: LabelValue } {
  return isPlain(value)
}

function windowOf (observed: ObservedExport | undefined, diff: DiffExport | undefined): LabelValue {
  const record: unknown = diff?.record
  const { started_at: start = '', ended_at: end = '' } = observed?.window ?? {}
  return isJson(record) ? record.window ?? null : { ended_at: end, started_at: start }
}

function weightsOf (sidecar: unknown): Map<string, number> {
  const weights = new Map<string, number>()
  const rows: readonly unknown[] = isPlain(sidecar) && Array.isArray(sidecar.weights) ? sidecar.weights : []
  for (const row of rows) {
    if (!isPlain(row)) throw new ViewInvalid('observed', 'a weight of its sidecar is no object')
    const { from, kind, to, weight } = row
    weights.set(edgeKey({ from: String(from), kind: String(kind), to: String(to) }), Number(weight))
  }
  return weights
}

function listOf<Item> (list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list : []
}
