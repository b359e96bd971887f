import type { GraphEdge, GraphNode, Provenance } from '../types/connectome.ts'
import { canonical, diff, graph, hash, parse, type GraphInput } from '../lib/connectome/index.ts'

/** What one size of graph costs: milliseconds, and the canonical bytes. */
export interface GraphFigures {
  readonly edges: number
  readonly bytes: number
  readonly graphMs: number
  readonly canonicalMs: number
  readonly hashMs: number
  readonly parseMs: number
  readonly diffMs: number
  /** Resident memory above that before the first step, when all of it is held at once. */
  readonly megabytes: number
}

/** A linear congruential generator: the same graph in every run. */
function randomOf (seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 4_294_967_296 * below)
  }
}

/** A tenth as many functions as edges, in modules of twenty; ids are as long as those of real sources. */
function inputOf (count: number, provenance: Provenance, seed: number): GraphInput {
  const random = randomOf(seed)
  const ids = Array.from({ length: count / 10 }, (_, index) => `srv/module/lib%2Fpart${Math.floor(index / 20)}.ts/function${index}/2`)
  const nodes = ids.map((id): GraphNode => ({ id, kind: 'module', labels: {}, level: 'function' }))
  const edges = new Map<number, GraphEdge>()
  while (edges.size < count) {
    const [from, to] = [random(ids.length), random(ids.length)]
    edges.set(from * ids.length + to, { from: ids[from] ?? '', kind: 'invoke', provenance, sign: 'unknown', to: ids[to] ?? '', ...(provenance === 'observed' && { weight: 1 + random(1000) }) })
  }
  return { nodes, edges: [...edges.values()] }
}

function timed<T> (step: () => T): [ms: number, value: T] {
  const start = performance.now()
  const value = step()
  return [performance.now() - start, value]
}

/** One run. The two graphs of the diff have about half of their edges in common. */
export function graphFigures (edges: number): GraphFigures {
  const input = inputOf(edges, 'declared', 1)
  const half = inputOf(edges, 'observed', 2)
  const shared = input.edges.slice(0, edges / 2).map((edge): GraphEdge => ({ ...edge, provenance: 'observed', weight: 1 }))
  const identities = new Set(shared.map(({ from, to }) => `${from} ${to}`))
  const observed = graph({ nodes: half.nodes, edges: [...shared, ...half.edges.slice(0, edges / 2).filter(({ from, to }) => !identities.has(`${from} ${to}`))] })
  const before = process.memoryUsage().rss
  const [graphMs, declared] = timed(() => graph(input))
  const [canonicalMs, bytes] = timed(() => canonical(declared))
  const [hashMs, digest] = timed(() => hash(declared))
  const [parseMs, again] = timed(() => parse(bytes))
  const [diffMs, found] = timed(() => diff(declared, observed, { window: null }))
  const megabytes = (process.memoryUsage().rss - before) / 1e6
  if (hash(again) !== digest || found.record.coverage.declared_edges !== edges) throw new Error('the graph that was read is another')
  return { edges, bytes: bytes.length, graphMs, canonicalMs, hashMs, parseMs, diffMs, megabytes }
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** A table of Markdown, a row for each size. */
export function graphTable (sizes: readonly number[] = [10_000, 1_000_000]): string[] {
  const rows = sizes.map((size) => {
    const { edges, bytes, graphMs, canonicalMs, hashMs, parseMs, diffMs, megabytes } = graphFigures(size)
    return `| ${[edges, graphMs, canonicalMs, hashMs, parseMs, diffMs].map((value) => whole.format(value)).join(' | ')} | ${(bytes / 1e6).toFixed(1)} | ${whole.format(megabytes)} |`
  })
  return ['| edges | graph, ms | canonical bytes, ms | hash, ms | parse, ms | diff, ms | bytes, MB | memory, MB |', '|---|---|---|---|---|---|---|---|', ...rows]
}
