import type { Graph, GraphEdge, GraphNode, Level } from '../../types/connectome.ts'
import { graph as build, refuse } from './graph.ts'
import { componentsOf, moduleId, serverId } from './ids.ts'
import { LEVELS, UNKNOWN, UNSET } from './vocabulary.ts'

/** The node that another folds into, where it is of the graph or has to be made. */
interface Container { readonly id: string, readonly kind: 'module' | 'server', readonly level: Level }

/**
 * A view of the graph at a level. `module`: functions fold into their module. `boundary`: modules fold on into the node
 * that their label `boundary` names; a module without one stays. `server`: all folds into the server. An edge's ends fold
 * with the nodes; edges that become one add their weights, and one whose ends become one node is dropped.
 * Signs that differ become `unknown` (`unset` in version 2): a view decides nothing.
 */
export function collapse (graph: Graph, level: Level): Graph {
  if (!LEVELS.includes(level)) throw refuse('level', `none of ${LEVELS.join(', ')}`)
  if (level === 'function') return graph
  const own = new Map(graph.nodes.map((node) => [node.id, node]))
  const nodes = new Map<string, GraphNode>()
  const targets = new Map<string, string>()
  for (const node of graph.nodes) {
    const container = containerOf(node, level, own)
    const id = container?.id ?? node.id
    targets.set(node.id, id)
    const target = own.get(id) ?? (container === undefined ? node : { ...container, labels: {} })
    nodes.set(id, target)
  }
  const edges = mergeEdges(graph, (id) => targets.get(id) ?? id)
  return build({ nodes: [...nodes.values()], edges, schemaVersion: graph.schemaVersion })
}

function containerOf (node: GraphNode, level: Level, own: ReadonlyMap<string, GraphNode>): Container | undefined {
  if (level === 'server') return { id: serverId(componentsOf(node.id)[0] ?? ''), kind: 'server', level: 'server' }
  const module = node.level === 'function' ? moduleOf(node.id) : undefined
  if (level === 'module') return module
  const boundary = boundaryOf(module === undefined ? node : own.get(module.id))
  return boundary ?? module
}

/** The module of a function, by its id: server, `module`, path, name, count of parameters. */
function moduleOf (id: string): Container | undefined {
  const [server = '', tag, path = '', ...rest] = componentsOf(id)
  return tag === 'module' && rest.length > 0 ? { id: moduleId(server, path), kind: 'module', level: 'module' } : undefined
}

function boundaryOf (node: GraphNode | undefined): Container | undefined {
  const boundary = node?.level === 'module' ? node.labels.boundary : undefined
  return typeof boundary === 'string' ? { id: boundary, kind: 'module', level: 'boundary' } : undefined
}

function mergeEdges ({ edges, schemaVersion }: Graph, targetOf: (id: string) => string): GraphEdge[] {
  const merged = new Map<string, GraphEdge>()
  for (const { from, to, ...edge } of edges) {
    const folded = { ...edge, from: targetOf(from), to: targetOf(to) }
    if (folded.from === folded.to) continue
    const key = JSON.stringify([folded.from, folded.to, edge.kind, edge.provenance])
    const other = merged.get(key)
    merged.set(key, other === undefined ? folded : merge(other, folded, schemaVersion === 1 ? UNKNOWN : UNSET))
  }
  return [...merged.values()]
}

function merge (a: GraphEdge, b: GraphEdge, unsaid: string): GraphEdge {
  const sign = a.sign === b.sign ? a.sign : unsaid
  if (a.weight === undefined && b.weight === undefined) return { ...a, sign }
  return { ...a, sign, weight: BigInt(a.weight ?? 0) + BigInt(b.weight ?? 0) }
}
