import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { DISPATCH_CHANNEL } from '../../dispatch/channel.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../types/connectome.ts'
import type { LiveServer } from '../../../types/fastify.ts'
import type { DispatchEvent, PartKind } from '../../../types/observability.ts'
import { NotObserving, ObserveInvalid } from '../errors.ts'
import { graph } from '../graph.ts'
import { promptId, resourceId, serverId, toolId } from '../ids.ts'
import { UNKNOWN } from '../vocabulary.ts'

const START = `tracing:${DISPATCH_CHANNEL}:start`
const END = `tracing:${DISPATCH_CHANNEL}:asyncEnd`

/** When a collector counted, in RFC 3339 in UTC. */
export interface Window { readonly started_at: string, readonly ended_at: string }

/** What a collector has seen so far. */
export interface Snapshot {
  /** An edge for each part that was called, its weight the count of calls. */
  readonly graph: Graph
  readonly window: Window
}

/** How long calls took, in microseconds, of those that have ended. */
export interface Latency { readonly from: string, readonly to: string, readonly count: number, readonly mean: number, readonly max: number }

/** Counts the calls of one server, until it is stopped. Its size is bounded by the parts that were called, never by the calls. */
export interface Collector {
  /** @throws BMCP_ERR_NOT_OBSERVING where it was stopped: an empty graph would read as "nothing happened" */
  snapshot (): Snapshot
  /** @throws BMCP_ERR_NOT_OBSERVING where it was stopped */
  latency (): readonly Latency[]
  /** Forgets what it has counted, and begins a new window. A call that runs meanwhile belongs to neither. @throws BMCP_ERR_NOT_OBSERVING */
  reset (): void
  /** Once and for all. */
  stop (): void
}

/** One edge: numbers alone. */
interface Row { calls: number, ended: number, totalMs: number, maxMs: number }

type Rows = Record<PartKind, Map<string, Row>>

/** How a part is drawn: what stands for it, and how the server reaches it. */
const drawn: Record<PartKind, { readonly kind: GraphNode['kind'], readonly edge: GraphEdge['kind'], readonly idOf: (server: string, name: string) => string }> = {
  tool: { kind: 'tool', edge: 'invoke', idOf: toolId },
  resource: { kind: 'resource', edge: 'read', idOf: resourceId },
  resource_template: { kind: 'resource', edge: 'read', idOf: resourceId },
  prompt: { kind: 'prompt', edge: 'read', idOf: promptId }
}

/**
 * Starts a collector on the dispatch channel. Several may run at once, each with counts of its own.
 *
 * @param options `server`: `fastify.mcp`, one of `fastify.mcp.servers`, or what `onReady` was given
 * @throws BMCP_ERR_OBSERVE_INVALID
 */
export function observe (options: { readonly server: LiveServer }): Collector {
  const server: Partial<LiveServer> | undefined = options?.server
  if (typeof server?.id !== 'symbol' || typeof server.name !== 'string') throw new ObserveInvalid('server', 'give fastify.mcp, or what onReady was given')
  return new ChannelCollector(server.name, server.id)
}

class ChannelCollector implements Collector {
  readonly #server: string
  readonly #serverId: symbol
  #rows = noRows()
  #since = performance.now()
  #startedAt = new Date()
  #stopped = false

  constructor (server: string, id: symbol) {
    this.#server = server
    this.#serverId = id
    subscribe(START, this.#onStart)
    subscribe(END, this.#onEnd)
  }

  snapshot (): Snapshot {
    this.#requireRunning('snapshot()')
    const server = serverId(this.#server)
    const nodes: GraphNode[] = [{ id: server, kind: 'server', labels: {}, level: 'server' }]
    const edges: GraphEdge[] = []
    for (const [id, part, { calls }] of this.#parts()) {
      nodes.push({ id, kind: drawn[part].kind, labels: {}, level: 'server' })
      edges.push({ from: server, kind: drawn[part].edge, provenance: 'observed', sign: UNKNOWN, to: id, weight: calls })
    }
    return { graph: graph({ nodes, edges }), window: { started_at: this.#startedAt.toISOString(), ended_at: new Date().toISOString() } }
  }

  latency (): readonly Latency[] {
    this.#requireRunning('latency()')
    const from = serverId(this.#server)
    return this.#parts().map(([to, , { ended, totalMs, maxMs }]) => ({ from, to, count: ended, mean: ended === 0 ? 0 : microseconds(totalMs / ended), max: microseconds(maxMs) }))
  }

  reset (): void {
    this.#requireRunning('reset()')
    this.#rows = noRows()
    this.#since = performance.now()
    this.#startedAt = new Date()
  }

  stop (): void {
    this.#stopped = true
    unsubscribe(START, this.#onStart)
    unsubscribe(END, this.#onEnd)
  }

  // A subscriber that throws would end the host: these two do nothing that can.
  readonly #onStart = (message: unknown): void => {
    const event = message as DispatchEvent
    if (event.serverId !== this.#serverId) return
    const rows = this.#rows[event.kind]
    const row = rows.get(event.name)
    if (row !== undefined) row.calls++
    else rows.set(event.name, { calls: 1, ended: 0, totalMs: 0, maxMs: 0 })
  }

  readonly #onEnd = (message: unknown): void => {
    const event = message as DispatchEvent
    // What began before this window was not counted: its end is skipped.
    if (event.serverId !== this.#serverId || event.startedAt < this.#since) return
    const row = this.#rows[event.kind].get(event.name)
    if (row === undefined || event.durationMs === undefined) return
    row.ended++
    row.totalMs += event.durationMs
    if (event.durationMs > row.maxMs) row.maxMs = event.durationMs
  }

  #parts (): Array<[id: string, kind: PartKind, row: Row]> {
    return (['tool', 'resource', 'prompt'] as const).flatMap((kind) => Array.from(this.#rows[kind], ([name, row]): [string, PartKind, Row] => [drawn[kind].idOf(this.#server, name), kind, row]))
  }

  #requireRunning (what: string): void {
    if (this.#stopped) throw new NotObserving(what)
  }
}

function noRows (): Rows {
  // A resource and a template of the same text are one node.
  const resources = new Map<string, Row>()
  return { tool: new Map(), resource: resources, resource_template: resources, prompt: new Map() }
}

function microseconds (milliseconds: number): number {
  return Math.round(milliseconds * 1_000_000) / 1_000
}
