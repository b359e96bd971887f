import t, { type Test } from 'tap'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonical, graph, hash, verifyExport, type GraphEdge } from '../../lib/connectome/index.ts'
import { Cli, fixture } from '../helpers/cli.ts'

/** Runs an action to its end. */
async function run (t: Test, ...args: string[]): Promise<{ code: number | null, stdout: string, stderr: string }> {
  const cli = new Cli(t, ['connectome', ...args])
  const code = await cli.exited
  return { code, stdout: cli.stdout, stderr: cli.stderr }
}

/** A file that holds a graph of one server and its tools. */
function exported (provenance: GraphEdge['provenance'], tools: readonly string[], sign = 'unknown'): string {
  const built = graph({
    nodes: [{ id: 's/server', kind: 'server', labels: {}, level: 'server' }, ...tools.map((name) => ({ id: `s/tool/${name}`, kind: 'tool' as const, labels: {}, level: 'server' as const }))],
    edges: tools.map((name) => ({ from: 's/server', kind: 'invoke', provenance, sign, to: `s/tool/${name}` }))
  })
  return JSON.stringify({ graph: JSON.parse(canonical(built).toString()), hash: hash(built), bound: [], bases: [], sidecar: { schema_version: 1, weights: [] }, latency: [], ...(provenance === 'observed' ? { window: { started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T01:00:00Z' } } : {}) })
}

t.test('declared reads a host and its sources', async (t) => {
  const out = join(t.testdir({}), 'declared.json')
  const root = join(fixture('host.js'), '..')
  const { code, stdout, stderr } = await run(t, 'declared', fixture('host.js'), '--root', root, '--scope', 'host.js', '--boundary', 'hosts=host.js', '-o', out)
  t.same([code, stdout], [0, ''], stderr)
  const file = JSON.parse(readFileSync(out, 'utf8'))
  t.same(Object.keys(file), ['graph', 'hash', 'bound', 'bases'])
  t.match(verifyExport(JSON.stringify(file)), { kind: 'graph', hash: file.hash })
  t.match(file.graph.edges.map(({ from, to }: GraphEdge) => `${from} ${to}`), ['fixture/module/host.js/object.handler/0 fixture/module/host.js/object.handler>1/1', 'fixture/server fixture/tool/greet', 'fixture/server fixture/tool/slow'])
  t.ok(file.graph.nodes.some(({ id }: { id: string }) => id === 'fixture/boundary/declared/hosts'))
  const alone = await run(t, 'declared', '--server', 'other', '--root', root, '--scope', 'throws.js', '--level', 'module')
  t.equal(alone.code, 0, alone.stderr)
  t.ok(JSON.parse(alone.stdout).graph.nodes.some(({ id }: { id: string }) => id === 'other/module/throws.js'))
})

t.test('diff compares two files, and ends with 3 where there is drift and that is to fail', async (t) => {
  const folder = t.testdir({ 'declared.json': exported('declared', ['a', 'b']), 'same.json': exported('observed', ['a']), 'drift.json': exported('observed', ['a', 'c']) })
  const files = (observed: string): string[] => [join(folder, 'declared.json'), join(folder, observed)]
  const same = await run(t, 'diff', ...files('same.json'), '--fail-on-drift')
  t.equal(same.code, 0, same.stderr)
  const { record, hash } = JSON.parse(same.stdout)
  t.match(verifyExport(same.stdout), { kind: 'diff', hash })
  t.match(record, { window: { started_at: '2026-01-01T00:00:00Z' }, classes: { declared_never_observed: [{ to: 's/tool/b' }], observed_but_undeclared: [] } })
  t.equal((await run(t, 'diff', ...files('drift.json'))).code, 0)
  const drift = await run(t, 'diff', ...files('drift.json'), '--fail-on-drift')
  t.equal(drift.code, 3)
  t.match(JSON.parse(drift.stdout).record.classes.observed_but_undeclared, [{ to: 's/tool/c' }])
})

t.test('verify holds a file to its hash', async (t) => {
  const folder = t.testdir({ 'good.json': exported('declared', ['a']), 'bad.json': exported('declared', ['a']).replace('tool/a', 'tool/b') })
  const good = await run(t, 'verify', join(folder, 'good.json'))
  t.match(JSON.parse(good.stdout), { kind: 'graph', nodes: 2, edges: 1 })
  const bad = await run(t, 'verify', join(folder, 'bad.json'))
  t.equal(bad.code, 1)
  t.match(bad.stderr, /^beam-mcp: the graph is refused at /)
})

t.test('export writes DOT and GraphML, at a level', async (t) => {
  const file = join(t.testdir({ 'declared.json': exported('declared', ['a']) }), 'declared.json')
  t.match((await run(t, 'export', file)).stdout, /^digraph connectome \{/)
  t.match((await run(t, 'export', file, '--format', 'graphml')).stdout, /<graphml /)
  t.notMatch((await run(t, 'export', file, '--level', 'server')).stdout, 's/tool/a')
})

t.test('view makes the page', async (t) => {
  const folder = t.testdir({ 'declared.json': exported('declared', ['a']), 'observed.json': exported('observed', ['a']) })
  const [declared, observed, diff, out] = ['declared.json', 'observed.json', 'diff.json', 'page.html'].map((name) => join(folder, name)) as [string, string, string, string]
  writeFileSync(diff, (await run(t, 'diff', declared, observed)).stdout)
  const { code, stderr } = await run(t, 'view', declared, observed, diff, '--title', 'Our own', '--fold', 'module', '-o', out)
  t.equal(code, 0, stderr)
  t.match(readFileSync(out, 'utf8'), /^<!doctype html>[^]*Our own/i)
})

t.test('how it is called wrongly is told, with 2, and what it was given wrongly, with 1', async (t) => {
  const folder = t.testdir({ 'declared.json': exported('declared', ['a']), 'diff.json': '{"record":{},"hash":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"}' })
  const declared = join(folder, 'declared.json')
  const usage: Array<[string[], RegExp]> = [
    [[], /wants one of declared, diff, verify, view, export/], [['nope'], /wants one of/], [['declared'], /host module, or --server/], [['diff', 'x'], /two files/], [['verify'], /one file/], [['view'], /wants what is declared/],
    [['export'], /one file/], [['export', declared, '--format', 'png'], /dot or graphml/], [['declared', '--server', 's', '--boundary', 'x'], /name=path/], [['declared', '--server', 's', '--allow', 'x'], /file:line/]
  ]
  for (const [args, message] of usage) {
    const { code, stderr } = await run(t, ...args)
    t.equal(code, 2, args.join(' '))
    t.match(stderr, message)
  }
  for (const args of [['verify', join(folder, 'nope.json')], ['declared', '--server', 's', '--root', join(folder, 'nowhere')], ['export', join(folder, 'diff.json')], ['declared', '--server', 's', '--root', join(fixture('host.js'), '..'), '--scope', 'throws.js', '--allow', 'throws.js:99'], ['verify', declared, '-o', join(folder, 'no', 'where')]]) t.equal((await run(t, ...args)).code, 1, args.join(' '))
})
