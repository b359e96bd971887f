import type { GraphEdge } from '../../../types/connectome.ts'
import { canonicalJson } from '../canonical.ts'
import { SUPPLIED } from '../vocabulary.ts'
import { hierarchy, placesOf } from './hierarchy.ts'
import { edgeKey, type Exports } from './read.ts'

/** The classes of an edge, in the order of the page. The last one is for a page without an observed graph. */
const CLASSES = ['declared_and_observed', 'declared_never_observed', 'observed_but_undeclared', 'changed_sign', 'declared'] as const
type EdgeClass = typeof CLASSES[number]

/** Boxes up to which the page opens with boundaries unfolded. */
const MANY_BOXES = 150

/** Which container a page opens with: all folded, or boundaries unfolded into modules, or modules into functions. */
export type Fold = 'boundary' | 'module' | 'function'

/** What the page carries, in tables: a name that many rows have is written once, and rows have its number. */
export interface PageData {
  readonly title: string
  readonly window: string
  readonly fold: Fold
  readonly hashes: Exports['hashes']
  readonly coverage: object | undefined
  readonly words: Readonly<Record<'classes' | 'kinds' | 'levels' | 'edgeKinds' | 'signs' | 'bases' | 'boundKinds' | 'files', readonly string[]>>
  /** id, name, kind, level, parent, column, place, own column, own place, provenance (1 declared, 2 observed, 3 both, 0 made for the page), labels */
  readonly nodes: ReadonlyArray<readonly unknown[]>
  /** from, to, kind, class, calls or null, declared sign, observed sign, basis, mean and greatest latency or null */
  readonly edges: ReadonlyArray<readonly unknown[]>
  /** kind, file, line, column, caller, detail */
  readonly bound: ReadonlyArray<readonly unknown[]>
}

/** Numbers for words, in the order in which they were first seen. -1 is none. */
class Words {
  readonly #numbers = new Map<string, number>()
  number (word: string | undefined): number {
    if (word === undefined) return -1
    const number = this.#numbers.get(word) ?? this.#numbers.size
    this.#numbers.set(word, number)
    return number
  }

  get list (): string[] { return [...this.#numbers.keys()] }
}

interface Row { readonly declared?: GraphEdge | undefined, readonly observed?: GraphEdge | undefined, readonly class: EdgeClass }

/** What the page shows, from the exports alone. */
export function pageData (exports: Exports, options: { readonly title?: string | undefined, readonly fold?: Fold | undefined }): PageData {
  const graphs = exports.observed === undefined ? [exports.declared] : [exports.declared, exports.observed]
  const { boxes, numberOf } = hierarchy(graphs)
  const words = { classes: new Words(), kinds: new Words(), levels: new Words(), edgeKinds: new Words(), signs: new Words(), bases: new Words(), boundKinds: new Words(), files: new Words() }
  for (const name of CLASSES) words.classes.number(name)
  const number = (id: string | undefined): number => numberOf.get(id ?? '') ?? -1
  const rows = rowsOf(exports)
  const edges = edgeRows(exports, rows, words, number)
  const { places, own } = placesOf(boxes, rows.map(({ declared, observed }) => [number((declared ?? observed)?.from), number((declared ?? observed)?.to)]))
  const [inDeclared, inObserved] = [new Set(exports.declared.nodes.map(({ id }) => id)), new Set(exports.observed?.nodes.map(({ id }) => id))]
  const nodes = boxes.map(({ id, name, kind, level, parent, labels }, index) => [
    id, name, words.kinds.number(kind), words.levels.number(level), parent, ...places[index] ?? [0, 0], ...own[index] ?? [0, 0],
    (inDeclared.has(id) ? 1 : 0) + (inObserved.has(id) ? 2 : 0), Object.keys(labels).length === 0 ? '' : canonicalJson(labels).toString()
  ])
  const bound = exports.bound.map(({ kind, file, line, column, caller, detail }) => [words.boundKinds.number(kind), words.files.number(file), line ?? 0, column ?? 0, number(caller), detail])
  const unfolded = boxes.filter(({ level }) => level !== 'function').length
  return {
    title: options.title ?? boxes.find(({ kind }) => kind === 'server')?.name ?? 'composed system',
    window: exports.diff === undefined ? '' : canonicalJson(exports.diff.record.window).toString(),
    fold: options.fold ?? (unfolded <= MANY_BOXES ? 'module' : 'boundary'),
    hashes: exports.hashes,
    coverage: exports.diff?.record.coverage,
    words: { classes: words.classes.list, kinds: words.kinds.list, levels: words.levels.list, edgeKinds: words.edgeKinds.list, signs: words.signs.list, bases: words.bases.list, boundKinds: words.boundKinds.list, files: words.files.list },
    nodes,
    edges,
    bound
  }
}

function edgeRows (exports: Exports, rows: readonly Row[], words: Readonly<Record<'edgeKinds' | 'classes' | 'signs' | 'bases', Words>>, number: (id: string) => number): unknown[][] {
  const pair = (from: string, to: string): string => JSON.stringify([from, to])
  const bases = new Map(exports.bases.map(({ from, to, basis }) => [pair(from, to), basis]))
  const latency = new Map(exports.latency.map((entry) => [pair(entry.from, entry.to), entry]))
  return rows.flatMap((row) => {
    const edge = row.declared ?? row.observed
    if (edge === undefined) return []
    const { from, to, kind } = edge
    const time = row.observed === undefined ? undefined : latency.get(pair(from, to))
    return [[
      number(from), number(to), words.edgeKinds.number(kind), words.classes.number(row.class), exports.weights.get(edgeKey(edge)) ?? null,
      words.signs.number(supplied(row.declared)), words.signs.number(supplied(row.observed)), words.bases.number(row.declared === undefined ? undefined : bases.get(pair(from, to))),
      time?.mean ?? null, time?.max ?? null
    ]]
  })
}

function supplied (edge: GraphEdge | undefined): string | undefined {
  return edge !== undefined && SUPPLIED.has(edge.sign) ? edge.sign : undefined
}

/** A row for what the edges of either graph say, with its class. */
function rowsOf ({ declared, observed, diff }: Exports): Row[] {
  if (diff === undefined) return declared.edges.map((edge) => ({ declared: edge, class: 'declared' }))
  const left = new Map(declared.edges.map((edge) => [edgeKey(edge), edge]))
  const right = new Map(observed?.edges.map((edge) => [edgeKey(edge), edge]))
  return CLASSES.flatMap((name) => name === 'declared'
    ? []
    : diff.record.classes[name].map((label) => ({ declared: left.get(edgeKey(label)), observed: right.get(edgeKey(label)), class: name })))
}
