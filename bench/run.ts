import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { collectorCost, declareFigures, fastifyRoot, ownRoot } from './connectome.ts'
import { graphTable } from './connectome-graph.ts'
import { compareAnswers, load } from './load.ts'
import { BODIES, bytesPerBody, MIB } from './memory.ts'
import { bytesPerSubscription, messagesPerSecond, SUBSCRIPTIONS } from './streams.ts'
import { start, stop, type Server } from './process.ts'
import type { Kind } from './servers.ts'
import { stdioThroughput, type StdioKind } from './stdio.ts'
import { callEcho, listTools, REPORTS, STREAMING, type Request } from './workload.ts'

/**
 * Measures beam-mcp beside its peers, in turn and in one go, and writes docs/benchmarks.md.
 * A figure is the median of its runs; only ratios of figures from one go mean anything.
 */

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' }, write: { type: 'boolean', default: true } }, allowNegative: true })
const runs = Number(values.runs)
const seconds = Number(values.seconds)

const KINDS: readonly Kind[] = ['node:http', 'fastify', 'beam-mcp', 'sdk']

interface Case { readonly name: string, readonly tools: number, readonly request: Request, readonly reach: ReadonlyArray<readonly [Kind, number]> }

const CASES: readonly Case[] = [
  { name: 'tools/call, 1 KiB of arguments', tools: 1, request: callEcho(1024), reach: [['fastify', 0.85], ['sdk', 8]] },
  { name: 'tools/call, 64 KiB of arguments', tools: 1, request: callEcho(65_536), reach: [['fastify', 0.85], ['sdk', 8]] },
  { name: 'tools/list, 1 tool', tools: 1, request: listTools, reach: [] },
  { name: 'tools/list, 100 tools', tools: 100, request: listTools, reach: [] },
  { name: 'tools/list, 1,000 tools', tools: 1000, request: listTools, reach: [['sdk', 10]] }
]

interface Figure { readonly median: number, readonly min: number, readonly max: number }

function figure (samples: readonly number[]): Figure {
  const sorted = [...samples].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return { median: median ?? 0, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 }
}

/** Requests a second of each server, its runs laid between those of the others. */
async function throughput ({ tools, request }: Case): Promise<Map<Kind, Figure>> {
  const servers = new Map<Kind, Server>()
  const samples = new Map<Kind, number[]>()
  for (const kind of KINDS) servers.set(kind, await start(kind, tools))
  await compareAnswers(Array.from(servers.values(), ({ port }) => port), request)
  for (let run = 0; run <= runs; run++) {
    for (const [kind, { port }] of servers) {
      const average = await load(port, request, run === 0 ? 1 : seconds)
      // The first round warms up.
      if (run > 0) samples.set(kind, [...samples.get(kind) ?? [], average])
    }
  }
  for (const server of servers.values()) await stop(server)
  return new Map(Array.from(samples, ([kind, values]) => [kind, figure(values)]))
}

/** Messages a second of those servers that stream. */
async function streaming (kinds: readonly Kind[]): Promise<Map<Kind, Figure>> {
  const servers = new Map<Kind, Server>()
  const samples = new Map<Kind, number[]>()
  for (const kind of kinds) servers.set(kind, await start(kind, STREAMING))
  for (let run = 0; run <= runs; run++) {
    for (const [kind, { port }] of servers) {
      const average = await messagesPerSecond(port, run === 0 ? 1 : seconds)
      if (run > 0) samples.set(kind, [...samples.get(kind) ?? [], average])
    }
  }
  for (const server of servers.values()) await stop(server)
  return new Map(Array.from(samples, ([kind, values]) => [kind, figure(values)]))
}

async function stdio (kinds: readonly StdioKind[]): Promise<Map<StdioKind, Figure>> {
  const samples = new Map<StdioKind, number[]>()
  for (let run = 0; run < runs; run++) {
    for (const kind of kinds) samples.set(kind, [...samples.get(kind) ?? [], await stdioThroughput(kind, callEcho(1024), seconds)])
  }
  return new Map(Array.from(samples, ([kind, values]) => [kind, figure(values)]))
}

async function startUp (kind: Kind): Promise<Figure> {
  const samples: number[] = []
  for (let run = 0; run < runs; run++) {
    const server = await start(kind, 1000)
    samples.push(server.startMs)
    await stop(server)
  }
  return figure(samples)
}

async function memory (kind: Kind, measure: (server: Server) => Promise<number>): Promise<Figure> {
  const samples: number[] = []
  for (let run = 0; run < runs; run++) {
    const server = await start(kind, 1)
    samples.push(await measure(server))
    await stop(server)
  }
  return figure(samples)
}

function versionOf (name: string): string {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
  return `${name} ${version}`
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const spread = ({ median, min, max }: Figure, unit = (value: number): string => whole.format(value)): string => `${unit(median)} (${unit(min)} to ${unit(max)})`
const ratio = (a: Figure | undefined, b: Figure | undefined): number => (a?.median ?? 0) / (b?.median ?? 1)

function machine (): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`
}

const lines = [
  '# Benchmarks',
  '',
  `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
  ['fastify', 'ajv', '@modelcontextprotocol/server', '@modelcontextprotocol/fastify', '@modelcontextprotocol/node', 'autocannon'].map(versionOf).join(', ') + '.',
  '',
  `Every figure is the median of ${runs} runs of ${seconds} s, with the lowest and the highest; the runs of the servers are laid between one another. The load comes from the same machine (20 connections), so only the ratios of one go mean anything.`,
  '',
  '- **node:http** and **fastify** answer with the same bytes, after the same Ajv check of the arguments, and hold nothing else: no headers held to the body, no origin, no revision.',
  '- **beam-mcp** writes a list once for each state of the catalog, which is why long lists cost it less than the bare route: the others write theirs for each request.',
  '- **sdk** is the official SDK behind Fastify, as its documentation mounts it.',
  '- Before any load, all four have to give the same answer.',
  '',
  '## Requests a second',
  '',
  '| case | node:http | fastify | beam-mcp | sdk | beam-mcp / fastify | beam-mcp / sdk |',
  '|---|---|---|---|---|---|---|'
]
const reached: string[] = []
for (const scenario of CASES) {
  const figures = await throughput(scenario)
  const beam = figures.get('beam-mcp')
  const cells = KINDS.map((kind) => spread(figures.get(kind) ?? figure([])))
  lines.push(`| ${scenario.name} | ${cells.join(' | ')} | ${ratio(beam, figures.get('fastify')).toFixed(2)} | ${ratio(beam, figures.get('sdk')).toFixed(1)} |`)
  for (const [kind, wanted] of scenario.reach) {
    // What nobody can reach is no goal: plain Node's own figure stands beside ours.
    reached.push(`- ${scenario.name}: ${ratio(beam, figures.get(kind)).toFixed(2)} of ${kind} (plain node:http: ${ratio(figures.get('node:http'), figures.get(kind)).toFixed(2)}); we aim at ${wanted} or more.`)
  }
  console.log(lines.at(-1))
}

const overStdio = await stdio(['beam-mcp', 'sdk'])
const stdioRatio = ratio(overStdio.get('beam-mcp'), overStdio.get('sdk'))
reached.push(`- tools/call over stdio: ${stdioRatio.toFixed(1)} of sdk; we aim at 3 or more.`)

const streams = await streaming(['fastify', 'beam-mcp', 'sdk'])
const beamStreams = streams.get('beam-mcp')
reached.push(`- Progress streams: ${ratio(beamStreams, streams.get('fastify')).toFixed(2)} of a bare Fastify stream, ${ratio(beamStreams, streams.get('sdk')).toFixed(1)} of sdk.`)

const startMs = await startUp('beam-mcp')
const perBody = await memory('beam-mcp', bytesPerBody)
const perSubscription = await memory('beam-mcp', bytesPerSubscription)
reached.push(`- Start with 1,000 tools: ${startMs.median.toFixed(0)} ms; we aim at 300 ms or less.`)
reached.push(`- Memory of a 1 MiB body in flight: ${(perBody.median / MIB).toFixed(2)} MiB; we aim at 1.25 MiB or less.`)
const collector = collectorCost(15)
reached.push(`- A collector adds ${collector.added.toFixed(0)} ns to a call; we aim at 300 or less.`)
const graphs = graphTable()
const readings = [['fastify', await declareFigures(fastifyRoot, ['fastify.js', 'lib'])], ['beam-mcp', await declareFigures(ownRoot, ['lib'])]] as const
reached.push(`- Memory of an idle subscription: ${(perSubscription.median / 1024).toFixed(1)} KiB; we aim at 20 KiB or less.`)
lines.push(
  '',
  '## Streams',
  '',
  `Messages a second of calls that report ${REPORTS} times before their result, all at once: ${Array.from(streams, ([kind, value]) => `${kind} ${spread(value)}`).join(', ')}.`,
  '',
  '## stdio',
  '',
  `tools/call a second, 1 KiB of arguments, 50 always on their way: beam-mcp ${spread(overStdio.get('beam-mcp') ?? figure([]))}, sdk ${spread(overStdio.get('sdk') ?? figure([]))}, ratio ${stdioRatio.toFixed(1)}.`,
  '',
  '## Start and memory',
  '',
  `- Start with 1,000 tools, from the first declaration to listening: ${spread(startMs, (value) => `${value.toFixed(0)} ms`)}.`,
  `- Resident memory for each of ${BODIES} bodies of 1 MiB that have arrived all but their last byte: ${spread(perBody, (value) => `${(value / MIB).toFixed(2)} MiB`)}.`,
  `- Resident memory for each of ${whole.format(SUBSCRIPTIONS)} idle subscriptions, its socket included: ${spread(perSubscription, (value) => `${(value / 1024).toFixed(1)} KiB`)}.`,
  '',
  '## Connectome',
  '',
  `- A tools/call in the core takes ${collector.without.toFixed(0)} ns; [a collector](connectome-observed.md) adds ${collector.added.toFixed(0)} ns.`,
  ...readings.map(([name, { ms, edges, bound, rssMiB }]) => `- [Declared](connectome-declared.md) of ${name}'s own lib: ${ms.toFixed(0)} ms, ${whole.format(edges)} edges, ${whole.format(bound)} entries of the bound, ${rssMiB.toFixed(0)} MiB resident with the graphs below before it.`),
  '',
  ...graphs,
  '',
  '## What we aim at',
  '',
  ...reached,
  ''
)
console.log(reached.join('\n'))
if (values.write) writeFileSync('docs/benchmarks.md', lines.join('\n'))
