import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import beamMcp, { allow } from 'beam-mcp'
import { declare, diff, exportDeclared, exportObserved, observe, readExport, view } from 'beam-mcp/connectome'
import { catalog } from '../examples/weather/catalog.ts'

/**
 * Our own connectome: beam-mcp serving examples/weather. Declares it from the sources, calls each tool over HTTP,
 * compares, and writes the page of the docs. Ends with 3 where something was called that is not declared.
 */

const root = fileURLToPath(new URL(import.meta.url.includes('/dist/') ? '../..' : '..', import.meta.url))
const rooms = ['catalog', 'cli', 'connectome', 'dispatch', 'http', 'protocol', 'stdio']

const began = performance.now()
const declared = exportDeclared(await declare({
  server: 'weather',
  catalog,
  root,
  scope: ['lib', 'examples/weather'],
  boundaries: { ...Object.fromEntries(rooms.map((room) => [room, [`lib/${room}`]])), 'examples/weather': ['examples/weather'] }
}))
const declaredMs = performance.now() - began

const app = Fastify()
await app.register(beamMcp, { serverInfo: { name: 'weather', version: '1.0.0' }, catalog, allowedOrigins: [], authorize: () => allow() })
const collector = observe({ server: app.mcp })
const version = '2026-07-28'
for (const [name, args] of [['get_weather', { place: 'Lisbon' }], ['get_forecast', { region: 'north', days: 2 }]] as const) {
  const { body } = await app.inject({
    method: 'POST',
    url: app.mcp.path,
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name, ...('region' in args ? { 'mcp-param-region': args.region, 'mcp-param-days': String(args.days) } : {}) },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta: { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} } } }
  })
  if (JSON.parse(body).result?.structuredContent === undefined) throw new Error(`${name} was answered with ${body}`)
}
const observed = exportObserved(collector)
collector.stop()
await app.close()

const { record, hash } = diff(readExport(JSON.stringify(declared)).graph, readExport(JSON.stringify(observed)).graph, { window: observed.window })
writeFileSync(`${root}docs/connectome.html`, await view({ declared, observed, diff: { record, hash } }, { title: 'beam-mcp serving examples/weather' }))
screenshot(`${root}docs/connectome.html`, `${root}docs/connectome.png`)

const { observed_but_undeclared: undeclared, changed_sign: changed } = record.classes
console.log(`declared: ${record.coverage.declared_nodes} nodes, ${record.coverage.declared_edges} edges, ${declared.bound.length} entries of the bound, ${declaredMs.toFixed(0)} ms, ${declared.hash}`)
console.log(`observed: ${record.coverage.observed_nodes} nodes, ${record.coverage.observed_edges} edges, ${observed.hash}`)
console.log(`diff: ${undeclared.length + changed.length} of drift, ${hash}`)
if (undeclared.length + changed.length > 0) process.exitCode = 3

/** Where there is a Chromium. */
function screenshot (page: string, file: string): void {
  const { error } = spawnSync('chromium', ['--headless', '--no-sandbox', '--hide-scrollbars', '--window-size=1400,900', '--virtual-time-budget=5000', `--screenshot=${file}`, page], { stdio: 'ignore' })
  if (error !== undefined) console.log('no screenshot: there is no chromium')
}
