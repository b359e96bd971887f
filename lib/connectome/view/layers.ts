import { components } from './components.ts'

/** A layered layout, left to right: the column of each item, and its place in it. Same input, same answer: nothing is random. */
export interface Layers {
  readonly layer: readonly number[]
  readonly order: readonly number[]
}

/** Passes of the ordering: more of them move next to nothing. */
const SWEEPS = 6

/** Edges are pairs of items, which are numbers from 0. */
export function layered (count: number, edges: ReadonlyArray<readonly [number, number]>): Layers {
  const next = distinct(count, edges)
  const previous: number[][] = Array.from({ length: count }, () => [])
  for (const [from, targets] of next.entries()) for (const to of targets) previous[to]?.push(from)
  const layer = beside(longestPaths(next, previous), next, previous)
  return { layer, order: orderWithin(layer, next, previous) }
}

/** For each item its targets, each once, without itself. */
function distinct (count: number, edges: ReadonlyArray<readonly [number, number]>): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>())
  for (const [from, to] of edges) if (from !== to) sets[from]?.add(to)
  return sets.map((set) => [...set].sort((a, b) => a - b))
}

/** Columns by the longest path between components; a component that is a cycle takes as many columns as a search from its entries has steps. */
function longestPaths (next: readonly number[][], previous: readonly number[][]): number[] {
  const component = components(next)
  const members: number[][] = []
  for (const [item, number] of component.entries()) (members[number] ??= []).push(item)
  const layer = next.map(() => 0)
  // Tarjan numbers a component after all that it leads to: from the last to the first, sources come before their targets.
  for (const [number, items] of [...members.entries()].reverse()) {
    const outside = (item: number): number[] => (previous[item] ?? []).filter((source) => component[source] !== number)
    const start = items.flatMap(outside).reduce((last, source) => Math.max(last, (layer[source] ?? 0) + 1), 0)
    const entries = items.filter((item) => outside(item).length > 0)
    const depth = depths(entries.length > 0 ? entries : items.slice(0, 1), (item) => (next[item] ?? []).filter((target) => component[target] === number))
    for (const item of items) layer[item] = start + (depth.get(item) ?? 0)
  }
  return layer
}

function depths (entries: readonly number[], targetsOf: (item: number) => number[]): Map<number, number> {
  const depth = new Map(entries.map((item) => [item, 0]))
  // What is set here is itself visited, as Map iterators see what is added.
  for (const [item, own] of depth) for (const target of targetsOf(item)) if (!depth.has(target)) depth.set(target, own + 1)
  return depth
}

/** A source stands beside its nearest target, and what has no edge stands apart, at the end. */
function beside (layer: readonly number[], next: readonly number[][], previous: readonly number[][]): number[] {
  const last = layer.reduce((a, b) => Math.max(a, b), 0) + 1
  return layer.map((own, item) => {
    if (previous[item]?.length !== 0) return own
    return (next[item] ?? []).reduce((least, target) => Math.min(least, layer[target] ?? 0), last + 1) - 1
  })
}

/** Barycentre ordering: each item goes to the mean place of its neighbours, columns taken left to right, then back. */
function orderWithin (layer: readonly number[], next: readonly number[][], previous: readonly number[][]): number[] {
  const columns = new Map<number, number[]>()
  for (const [item, column] of layer.entries()) {
    const items = columns.get(column)
    if (items === undefined) columns.set(column, [item])
    else items.push(item)
  }
  const filled = [...columns].sort(([a], [b]) => a - b).map(([, items]) => items)
  const [place, order] = [layer.map(() => 0), layer.map(() => 0)]
  const settle = (column: readonly number[]): void => {
    for (const [at, item] of column.entries()) {
      order[item] = at
      place[item] = (at + 0.5) / column.length
    }
  }
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
