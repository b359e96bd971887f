import t from 'tap'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { verifyExport } from '../../lib/connectome/index.ts'
import { Cli, fixture } from '../helpers/cli.ts'
import { call } from '../helpers/mcp.ts'

const edges = [{ from: 'fixture/server', kind: 'invoke', provenance: 'observed', sign: 'unknown', to: 'fixture/tool/greet' }]

t.test('stdio writes down what was called, whole, at the exit', async (t) => {
  const folder = t.testdir({})
  const file = join(folder, 'observed.json')
  const cli = new Cli(t, ['stdio', fixture('host.js'), '--observe', file])
  for (const id of [1, 2]) cli.child.stdin.write(`${JSON.stringify(call('greet', { name: 'Ada' }, id))}\n`)
  cli.child.stdin.end()
  t.equal(await cli.exited, 0, cli.stderr)
  const text = readFileSync(file, 'utf8')
  const { graph, sidecar, latency, window } = JSON.parse(text)
  t.match(verifyExport(text), { kind: 'graph', edges: 1 })
  t.same(graph.edges, edges)
  t.same(sidecar.weights.map(({ weight }: { weight: number }) => weight), [2])
  t.match(latency, [{ to: 'fixture/tool/greet', count: 2 }])
  t.ok(Date.parse(window.started_at) < Date.parse(window.ended_at))
  t.same(readdirSync(folder), ['observed.json'], 'nothing else is left')
})

t.test('http writes it from the start on, every so often, and when it is stopped', async (t) => {
  const file = join(t.testdir({}), 'observed.json')
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0', '--observe', file, '--observe-every', '1'])
  const [, url = ''] = await cli.see('stdout', /MCP endpoint: (\S+?)"/)
  t.same(JSON.parse(readFileSync(file, 'utf8')).graph.edges, [])
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: 'Bearer x' } } }))
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
  // Read while it is written, again and again: each reading is whole.
  while (JSON.parse(readFileSync(file, 'utf8')).graph.edges.length === 0) await new Promise(setImmediate)
  t.same(JSON.parse(readFileSync(file, 'utf8')).graph.edges, edges)
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
  await client.close()
  cli.child.kill('SIGTERM')
  t.equal(await cli.exited, 0)
  t.equal(JSON.parse(readFileSync(file, 'utf8')).sidecar.weights[0].weight, 2)
})

t.test('a file that cannot be written ends it at the start, with the reason', async (t) => {
  const folder = t.testdir({})
  for (const command of ['http', 'stdio']) {
    const cli = new Cli(t, [command, fixture('host.js'), '--observe', join(folder, 'nowhere', 'observed.json'), ...command === 'http' ? ['--port', '0'] : []])
    t.equal(await cli.exited, 1)
    t.match(cli.stderr, /^beam-mcp: --observe: ENOENT/m)
  }
})

t.test('one that cannot be written later is told to the log, and the server goes on', async (t) => {
  const folder = t.testdir({})
  const file = join(folder, 'observed.json')
  const cli = new Cli(t, ['stdio', fixture('host.js'), '--observe', file])
  cli.child.stdin.write(`${JSON.stringify(call('greet', { name: 'Ada' }))}\n`)
  await cli.see('stdout', /Hello Ada/)
  t.ok(existsSync(file))
  rmSync(file)
  mkdirSync(join(file, 'in the way'), { recursive: true })
  cli.child.stdin.end()
  t.equal(await cli.exited, 0)
  t.match(cli.stderr, 'what was observed could not be written')
  t.same(readdirSync(folder), ['observed.json'])
})

t.test('how often is a number of seconds', async (t) => {
  const cli = new Cli(t, ['stdio', fixture('host.js'), '--observe', 'x', '--observe-every', '0'])
  t.equal(await cli.exited, 2)
  t.match(cli.stderr, '--observe-every wants a whole number from 1 to 86400')
})
