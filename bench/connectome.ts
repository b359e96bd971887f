import { fileURLToPath } from 'node:url'
import { Catalog } from '../lib/catalog/catalog.ts'
import { compileSchema } from '../lib/catalog/compiler.ts'
import { declare, observe } from '../lib/connectome/index.ts'
import { defineCatalog, defineTool } from '../lib/index.ts'
import { serverOptions } from '../lib/options.ts'
import type { Exchange } from '../lib/protocol/revisions.ts'
import { revision20260728 } from '../lib/protocol/revisions/2026-07-28.ts'
import { McpServer } from '../lib/protocol/server.ts'
import { SERVER_INFO } from './workload.ts'

const CALLS = 200_000

const log = { error () {}, warn () {}, info () {}, debug () {}, child: () => log }
const signal = new AbortController().signal

/** Nanoseconds of one tools/call in the core: without a collector, and what a collector adds to that. Medians of rounds laid between one another. */
export function collectorCost (rounds: number): { readonly without: number, readonly added: number } {
  const catalog = defineCatalog({ tools: [defineTool({ name: 'echo', handler: () => 'x' })], resources: [], prompts: [] })
  const server = new McpServer(new Catalog(catalog, { compile: compileSchema, dispatched: false }), serverOptions({ serverInfo: SERVER_INFO, catalog }), log)
  const exchange: Exchange = { revision: revision20260728, carrier: 'http', protocolVersion: '2026-07-28', client: { info: undefined, capabilities: {} }, principal: undefined, request: undefined, log, cancellation: { signal: () => signal }, streams: false, backlog: 0, congested: false, session: undefined, logLevel: undefined, progressToken: undefined, trace: {}, notify () {} }
  const message = { kind: 'request', id: 1, method: 'tools/call', params: { name: 'echo', arguments: {} } } as const
  const run = (): number => {
    const began = performance.now()
    for (let call = 0; call < CALLS; call++) server.handle(message, exchange)
    return (performance.now() - began) * 1_000_000 / CALLS
  }
  const without: number[] = []
  const withOne: number[] = []
  run()
  for (let round = 0; round < rounds; round++) {
    without.push(run())
    const collector = observe({ server: server.live })
    withOne.push(run())
    collector.stop()
  }
  return { without: median(without), added: median(withOne) - median(without) }
}

/** What it costs to read the sources of a folder: milliseconds, and what came of it. */
export async function declareFigures (root: string, scope: readonly string[]): Promise<{ readonly ms: number, readonly edges: number, readonly bound: number, readonly rssMiB: number }> {
  const began = performance.now()
  const { graph, bound } = await declare({ server: 'bench', root, scope })
  return { ms: performance.now() - began, edges: graph.edges.length, bound: bound.length, rssMiB: process.memoryUsage.rss() / 1_048_576 }
}

/** Where fastify is, and our own sources. */
export const fastifyRoot = fileURLToPath(new URL('.', import.meta.resolve('fastify')))
export const ownRoot = process.cwd()

function median (values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
