import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from '../examples/everything/server.ts'

/**
 * Runs the official conformance suite against examples/everything, and holds what fails to a baseline in which
 * each expected failure has its reason. An unexpected failure fails the run, and so does a stale line.
 */

const REVISION = '2026-07-28'
const BASELINE = 'test/conformance-baseline.json'
const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

interface Scenario { readonly name: string, readonly passed: boolean, readonly notScored: string | undefined }

const port = await freePort()
const app = await createServer(port)
await app.listen({ host: '127.0.0.1', port })
const scenarios = readSummary(await runSuite(`http://127.0.0.1:${port}/mcp`))
await app.close()
process.exitCode = report(scenarios, JSON.parse(await readFile(BASELINE, 'utf8')))

/** The origin that is allowed holds the port, so the port is chosen first. */
async function freePort (): Promise<number> {
  const probe = createNetServer()
  await new Promise<void>((resolve) => { probe.listen(0, '127.0.0.1', resolve) })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => { probe.close(resolve) })
  return port
}

/** The suite needs Node 22: an older one brings it along from the registry. */
async function runSuite (url: string): Promise<string> {
  const results = await mkdtemp(join(tmpdir(), 'conformance-'))
  const suite = [SUITE, 'server', '--url', url, '--requirements', REVISION, '--output-dir', results]
  const modern = Number(process.versions.node.split('.')[0]) >= 22
  const child = modern
    ? spawn(process.execPath, suite, { stdio: ['ignore', 'pipe', 'inherit'] })
    : spawn('npx', ['-y', '-p', 'node@22', 'node', ...suite], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text })
  await new Promise((resolve, reject) => { child.on('close', resolve).on('error', reject) })
  await rm(results, { recursive: true, force: true })
  return output
}

/** The suite's summary has a line for each scenario, then one for each of those that are not scored. */
function readSummary (output: string): Scenario[] {
  const announced = /^Running .+ \((\d+) scenarios\)/m.exec(output)?.[1]
  const summary = output.slice(output.indexOf('=== SUMMARY ==='))
  const notScored = new Map(Array.from(summary.matchAll(/^ {2}[✓✗] (\S+) \((.+)\)$/gm), ([, name = '', reason = '']) => [name, reason]))
  // Where every check was skipped, nothing has passed.
  const scenarios = Array.from(summary.matchAll(/^([✓✗]) (\S+): (\d+) passed, \d+ failed$/gm), ([, mark, name = '', checks]) => ({ name, passed: mark === '✓' && checks !== '0', notScored: notScored.get(name) }))
  if (scenarios.length === 0 || scenarios.length !== Number(announced)) throw new Error(`the suite did not sum up all of its scenarios:\n${output}`)
  return scenarios
}

function report (scenarios: readonly Scenario[], baseline: Record<string, string>): number {
  const extension = scenarios.filter(({ notScored }) => notScored === 'extension')
  const pending = scenarios.filter(({ notScored }) => notScored !== undefined && notScored !== 'extension')
  const scored = scenarios.filter(({ notScored }) => notScored === undefined)
  const count = (some: readonly Scenario[]): string => `${some.filter(({ passed }) => passed).length}/${some.length}`
  console.log(`MCP ${REVISION}: ${count(scored)} scored, ${count(pending)} pending, ${count(extension)} of extensions`)

  const held = [...scored, ...pending]
  const failing = held.filter(({ passed }) => !passed).map(({ name }) => name)
  for (const name of failing) console.log(`  fails: ${name} (${baseline[name] ?? 'UNEXPECTED'})`)
  const unexpected = failing.filter((name) => baseline[name] === undefined)
  const stale = Object.keys(baseline).filter((name) => !failing.includes(name))
  for (const { name, passed, notScored } of scenarios) {
    if (notScored !== undefined) console.log(`  not scored: ${name} (${notScored}) ${passed ? 'passes' : 'fails'}`)
  }
  if (unexpected.length > 0) console.log(`Not expected to fail: ${unexpected.join(', ')}`)
  if (stale.length > 0) console.log(`Passes, or is no scenario; take it out of ${BASELINE}: ${stale.join(', ')}`)
  return unexpected.length + stale.length === 0 ? 0 : 1
}
