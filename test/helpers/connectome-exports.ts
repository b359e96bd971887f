import type { BoundEntry, DeclaredExport, DiffExport, EdgeKind, GraphEdge, GraphNode, ObservedExport } from '../../types/connectome.ts'
import { canonical, diff, graph, hash, sidecar } from '../../lib/connectome/index.ts'
import { boundaryId, functionId, moduleId, packageId, promptId, resourceId, serverId, toolId } from '../../lib/connectome/ids.ts'

export const WINDOW = { started_at: '2026-09-14T00:00:00Z', ended_at: '2026-09-14T01:00:00Z' }

export interface Size { readonly modules: number, readonly functions: number, readonly edges: number, readonly tools?: number }

/** Numbers that look random and are the same in every run. */
export function numbers (seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(state / 4294967296 * below)
  }
}

export const node = (id: string, level: GraphNode['level'], labels: GraphNode['labels'] = {}, kind: GraphNode['kind'] = 'module'): GraphNode => ({ id, kind, labels, level })
export const edge = (from: string, to: string, provenance: GraphEdge['provenance'], rest: Partial<GraphEdge> = {}): GraphEdge => ({ from, to, kind: 'invoke', sign: 'unknown', provenance, ...rest })

export function declaredOf (nodes: readonly GraphNode[], edges: readonly GraphEdge[], bound: readonly BoundEntry[] = [], bases: DeclaredExport['bases'] = []): DeclaredExport {
  const made = graph({ nodes: [...nodes], edges: [...edges] })
  return { graph: JSON.parse(canonical(made).toString()), hash: hash(made), bound, bases }
}

export function observedOf (nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ObservedExport {
  const made = graph({ nodes: [...nodes], edges: [...edges] })
  const latency = edges.map(({ from, to, weight }) => ({ from, to, count: Number(weight ?? 0), mean: 12.5, max: 90 }))
  return { graph: JSON.parse(canonical(made).toString()), hash: hash(made), sidecar: sidecar(made), latency, window: WINDOW }
}

export interface Sample { readonly declared: DeclaredExport, readonly observed: ObservedExport, readonly diff: DiffExport }

/** A composed system of a given size: tools, modules in boundaries, functions in modules, and what of it ran. */
export function sample ({ modules, functions, edges: wanted, tools = 8 }: Size): Sample {
  const next = numbers(7)
  const boundaries = [boundaryId('shop', 'billing'), boundaryId('shop', 'catalog'), boundaryId('shop', 'accounts'), packageId('shop', 'fastify'), packageId('shop', 'pg'), packageId('shop', '@acme/mailer')]
  const files = Array.from({ length: modules }, (_, index) => `${['src/billing', 'src/catalog', 'src/accounts', 'node_modules/fastify/lib', 'node_modules/pg/lib', 'node_modules/@acme/mailer'][index % 6]}/${['invoice', 'price', 'session', 'reply', 'client', 'send', 'tax', 'stock', 'token', 'hooks', 'pool', 'queue'][Math.floor(index / 6) % 12]}${index < 72 ? '' : String(index)}.js`)
  const names = Array.from({ length: functions }, (_, index) => functionId('shop', files[index % modules] ?? '', `${['read', 'write', 'check', 'make', 'find'][index % 5]}${['All', 'One', 'Row', 'Page', 'Key', 'Total', 'Head'][next(7)]}${index >= modules ? String(Math.floor(index / modules)) : ''}`, index % 4))
  const toolIds = Array.from({ length: tools }, (_, index) => toolId('shop', ['pay_invoice', 'get_price', 'sign_in', 'list_stock', 'send_mail', 'refund', 'find_customer', 'close_account'][index] ?? `tool_${index}`))
  const nodes: GraphNode[] = [
    node(serverId('shop'), 'server', {}, 'server'), ...boundaries.map((id) => node(id, 'boundary')),
    ...files.map((path, index) => node(moduleId('shop', path), 'module', { boundary: boundaries[index % 6] ?? '' })), ...names.map((id) => node(id, 'function')),
    ...toolIds.map((id) => node(id, 'server', { mode: 'read_only' }, 'tool')), node(resourceId('shop', 'shop://prices'), 'server', {}, 'resource'), node(promptId('shop', 'summary'), 'server', {}, 'prompt')
  ]
  const pairs = new Map<string, { from: string, to: string, kind: EdgeKind }>()
  const join = (from: string, to: string, kind: EdgeKind = 'invoke'): void => { pairs.set(`${from} ${to} ${kind}`, { from, to, kind }) }
  for (const id of toolIds) join(serverId('shop'), id)
  join(serverId('shop'), resourceId('shop', 'shop://prices'), 'read')
  join(serverId('shop'), promptId('shop', 'summary'), 'read')
  toolIds.forEach((id, index) => { join(id, names[index % 3] ?? '') })
  while (pairs.size < wanted) {
    const from = next(functions)
    // Calls go down the list as a rule, and stay near.
    const step = next(12) === 0 ? functions - 1 - next(Math.min(functions, 20)) : 1 + next(next(3) === 0 ? modules * 2 : 9)
    // One call in forty goes back up, and closes a cycle.
    const to = next(40) === 0 ? Math.max(0, from - step) : from + step
    if (to >= functions) continue
    join(names[from] ?? '', names[to] ?? '')
  }
  const all = [...pairs.values()]
  const declared = all.flatMap((pair, index) => index % 19 === 18 ? [] : [edge(pair.from, pair.to, 'declared', { kind: pair.kind, sign: index % 23 === 5 ? 'allow' : 'unknown' })])
  const observed = all.flatMap((pair, index) => index % 19 !== 18 && index % 5 > 2 ? [] : [edge(pair.from, pair.to, 'observed', { kind: pair.kind, sign: index % 23 === 5 ? 'deny' : 'unknown', weight: 1 + next(next(4) === 0 ? 20_000 : 300) })])
  const used = new Set(observed.flatMap(({ from, to }) => [from, to]))
  const bound: BoundEntry[] = Array.from({ length: Math.min(600, Math.ceil(functions / 3)) }, (_, index) => ({ kind: index % 3 === 0 ? 'untyped_member' : index % 3 === 1 ? 'called_value' : 'computed_member', file: files[index % modules] ?? '', line: 10 + index, column: 7, caller: names[index % functions] ?? '', detail: index % 3 === 0 ? 'options.onDone' : index % 3 === 1 ? 'callback' : 'table[name]' }))
  const left = declaredOf(nodes, declared, bound, declared.map(({ from, to }, index) => ({ from, to, basis: index % 4 === 0 ? 'typed' : 'exact' })))
  const right = observedOf(nodes.filter(({ id }) => used.has(id)), observed)
  const made = diff(graph({ nodes, edges: declared }), graph({ nodes: nodes.filter(({ id }) => used.has(id)), edges: observed }), { window: { ...WINDOW } })
  return { declared: left, observed: right, diff: { record: made.record, hash: made.hash } }
}
