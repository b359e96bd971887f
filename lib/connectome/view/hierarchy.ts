import type { Graph, GraphNode, Level, NodeKind } from '../../../types/connectome.ts'
import { componentsOf, moduleId } from '../ids.ts'
import { layered } from './layers.ts'

/** A box of the page: a node of either graph, or a container that neither graph names. */
export interface Box {
  readonly id: string
  /** What is written on it. */
  readonly name: string
  readonly kind: NodeKind
  readonly level: Level
  readonly labels: GraphNode['labels']
  /** The box that it stands in: its number, or -1. */
  readonly parent: number
}

/** Where a box stands: its column, and its place in that column, among those in the same container. */
export type Place = readonly [layer: number, order: number]

export interface Hierarchy {
  readonly boxes: readonly Box[]
  readonly numberOf: ReadonlyMap<string, number>
}

/** Functions in their modules, modules in their boundaries. A container that has no node of its own is made. */
export function hierarchy (graphs: readonly Graph[]): Hierarchy {
  const nodes = new Map<string, GraphNode>()
  for (const { nodes: own } of graphs) for (const node of own) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const parents = new Map<string, string>()
  // A container that is added here is itself visited, as Map iterators see what is added.
  for (const node of nodes.values()) {
    const parent = containerOf(node)
    if (parent === undefined || parent.id === node.id) continue
    parents.set(node.id, parent.id)
    if (!nodes.has(parent.id)) nodes.set(parent.id, { id: parent.id, kind: 'module', labels: {}, level: parent.level })
  }
  const numberOf = new Map([...nodes.keys()].map((id, number) => [id, number]))
  const boxes = [...nodes.values()].map(({ id, kind, level, labels }) => ({ id, name: nameOf(id, level), kind, level, labels, parent: numberOf.get(parents.get(id) ?? '') ?? -1 }))
  return { boxes, numberOf }
}

function containerOf ({ id, level, labels }: GraphNode): { readonly id: string, readonly level: Level } | undefined {
  if (level === 'function') {
    const [server = '', tag, path = '', ...rest] = componentsOf(id)
    return tag === 'module' && rest.length > 0 ? { id: moduleId(server, path), level: 'module' } : undefined
  }
  // Only modules stand in boundaries, so that no chain of containers is longer than three.
  return level === 'module' && typeof labels.boundary === 'string' ? { id: labels.boundary, level: 'boundary' } : undefined
}

function nameOf (id: string, level: Level): string {
  const [server = '', tag, ...rest] = componentsOf(id)
  const name = level === 'function' && rest.length > 1 ? rest.slice(1).join('/') : rest.at(-1)
  return (tag === 'server' ? server : name) ?? id
}

/** The place of each box in its container, and of each container's own code among what it holds. */
export function placesOf (boxes: readonly Box[], edges: ReadonlyArray<readonly [number, number]>): { readonly places: readonly Place[], readonly own: readonly Place[] } {
  const groups = new Map<number, { items: number[], edges: Array<readonly [number, number]> }>()
  const groupOf = (container: number): { items: number[], edges: Array<readonly [number, number]> } => {
    const group = groups.get(container) ?? { items: [], edges: [] }
    groups.set(container, group)
    return group
  }
  for (const [number, { parent }] of boxes.entries()) groupOf(parent).items.push(number)
  // A container's own code is an item of it, too: numbers from `boxes.length` on.
  for (const container of groups.keys()) if (container !== -1) groupOf(container).items.push(boxes.length + container)
  for (const [from, to] of edges) {
    const [group, ...ends] = meet(pathOf(from, boxes, groups), pathOf(to, boxes, groups))
    groupOf(group).edges.push(ends)
  }
  const found = Array.from({ length: boxes.length * 2 }, (): Place => [0, 0])
  for (const { items, edges } of groups.values()) {
    const local = new Map(items.map((item, index) => [item, index]))
    const { layer, order } = layered(items.length, edges.map(([from, to]) => [local.get(from) ?? 0, local.get(to) ?? 0]))
    for (const [index, item] of items.entries()) found[item] = [layer[index] ?? 0, order[index] ?? 0]
  }
  return { places: found.slice(0, boxes.length), own: found.slice(boxes.length) }
}

/** The containers of a box, outermost first, then the box; a container's own code comes last. */
function pathOf (number: number, boxes: readonly Box[], groups: ReadonlyMap<number, unknown>): number[] {
  const path = groups.has(number) ? [boxes.length + number] : []
  for (let at = number; at !== -1; at = boxes[at]?.parent ?? -1) path.unshift(at)
  return path
}

/** The innermost container of both, and the items of it in which the two are. */
function meet (left: readonly number[], right: readonly number[]): [number, number, number] {
  let depth = 0
  while (depth < left.length - 1 && depth < right.length - 1 && left[depth] === right[depth]) depth++
  return [left[depth - 1] ?? -1, left[depth] ?? -1, right[depth] ?? -1]
}
