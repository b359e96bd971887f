/** A layered layout, left to right: the column of each item, and its place in it. Same input, same answer: nothing is random. */
export interface Layers {
  readonly layer: readonly number[]
  readonly order: readonly number[]
}

/** Passes of the ordering: more of them move next to nothing. */
const SWEEPS = 6

/** Edges are pairs of items, which are numbers from 0. */
export function layered (count: number, edges: ReadonlyArray<readonly [number, number]>): Layers {
  const { next, previous } = acyclic(count, distinct(count, edges))
  const layer = longestPaths(next, previous)
  return { layer, order: orderWithin(layer, next, previous) }
}

/** For each item its targets, each once, without itself. */
function distinct (count: number, edges: ReadonlyArray<readonly [number, number]>): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>())
  for (const [from, to] of edges) if (from !== to) sets[from]?.add(to)
  return sets.map((set) => [...set].sort((a, b) => a - b))
}

/** Edges that close a cycle of a depth-first search are turned around, so that each item gets a column. */
function acyclic (count: number, targets: readonly number[][]): { next: number[][], previous: number[][] } {
  const next: number[][] = Array.from({ length: count }, () => [])
  const previous: number[][] = Array.from({ length: count }, () => [])
  const join = (from: number, to: number): void => {
    next[from]?.push(to)
    previous[to]?.push(from)
  }
  const state = new Uint8Array(count)
  const cursor = new Uint32Array(count)
  for (const root of rootsFirst(count, targets)) {
    if (state[root] !== 0) continue
    const path = [root]
    state[root] = 1
    for (let item = path.at(-1); item !== undefined; item = path.at(-1)) {
      const target = targets[item]?.[cursor[item]++]
      if (target === undefined) {
        state[item] = 2
        path.pop()
      } else if (state[target] === 1) join(target, item)
      else {
        join(item, target)
        if (state[target] === 0) {
          state[target] = 1
          path.push(target)
        }
      }
    }
  }
  return { next, previous }
}

/** Items that nothing points to come first: a search from them turns the fewest edges around. */
function rootsFirst (count: number, targets: readonly number[][]): number[] {
  const pointedTo = new Set(targets.flat())
  const items = Array.from({ length: count }, (_, item) => item)
  return [...items.filter((item) => !pointedTo.has(item)), ...items.filter((item) => pointedTo.has(item))]
}

function longestPaths (next: readonly number[][], previous: readonly number[][]): number[] {
  const layer = next.map(() => 0)
  const waiting = previous.map((sources) => sources.length)
  const ready = waiting.flatMap((left, item) => left === 0 ? [item] : [])
  for (const item of ready) {
    for (const target of next[item] ?? []) {
      layer[target] = Math.max(layer[target] ?? 0, (layer[item] ?? 0) + 1)
      if (--waiting[target] === 0) ready.push(target)
    }
  }
  // A source stands beside its nearest target, and what has no edge stands apart, at the end.
  const last = layer.reduce((a, b) => Math.max(a, b), 0) + 1
  return layer.map((own, item) => {
    if (previous[item]?.length !== 0) return own
    const nearest = (next[item] ?? []).reduce((least, target) => Math.min(least, layer[target] ?? 0), last + 1)
    return nearest - 1
  })
}

/** Barycentre ordering: each item goes to the mean place of its neighbours, columns taken left to right, then back. */
function orderWithin (layer: readonly number[], next: readonly number[][], previous: readonly number[][]): number[] {
  const columns: number[][] = []
  for (const [item, column] of layer.entries()) (columns[column] ??= []).push(item)
  const place = layer.map(() => 0)
  const order = layer.map(() => 0)
  const settle = (column: readonly number[]): void => {
    for (const [at, item] of column.entries()) {
      order[item] = at
      place[item] = (at + 0.5) / column.length
    }
  }
  // A column may be empty where a source moved out of it.
  const filled = columns.flatMap((column) => [column])
  filled.forEach(settle)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forth = sweep % 2 === 0
    for (const column of forth ? filled : filled.toReversed()) {
      const centre = new Map(column.map((item) => [item, mean((forth ? previous : next)[item] ?? [], place) ?? place[item] ?? 0]))
      column.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0) || a - b)
      settle(column)
    }
  }
  return order
}

function mean (items: readonly number[], place: readonly number[]): number | undefined {
  return items.length === 0 ? undefined : items.reduce((sum, item) => sum + (place[item] ?? 0), 0) / items.length
}
