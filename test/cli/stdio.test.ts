import t from 'tap'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { call } from '../helpers/mcp.ts'
import { Cli, fixture } from '../helpers/cli.ts'

t.test('a host module is served over the standard streams', async (t) => {
  const cli = new Cli(t, ['stdio', fixture('host.js'), '--log-level', 'warn', '--max-concurrent', '2'])
  cli.child.stdin.end(`${JSON.stringify(call('greet', { name: 'Ada' }))}\n`)
  t.equal(await cli.exited, 0)
  t.equal(JSON.parse(cli.stdout).result.content[0].text, 'Hello Ada.')
})

t.test('a CommonJS module whose default is inside its default is a host too', async (t) => {
  const cli = new Cli(t, ['stdio', fixture('host.cjs')])
  cli.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}}\n')
  t.equal(await cli.exited, 0)
  t.equal(JSON.parse(cli.stdout).result.serverInfo.name, 'common')
})

t.test('a TypeScript module needs a Node that strips types, or tsx', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'beam-mcp-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const built = fileURLToPath(new URL('../../dist/lib/cli/main.js', import.meta.url))
  const file = join(folder, 'host.mts')
  writeFileSync(file, ['const name: string = "typed"', 'export default { serverInfo: { name, version: "1" }, catalog: { tools: [], resources: [], prompts: [] }, allowedOrigins: [], authorize () {} }'].join('\n'))
  const run = (): Cli => new Cli(t, ['stdio', file])
  const native = Boolean((process.features as { typescript?: unknown }).typescript)
  const without = run()
  without.child.stdin.end()
  const code = await without.exited
  if (!native) {
    t.equal(code, 1)
    t.match(without.stderr, /host\.mts: Node [\d.]+ runs no TypeScript: use Node 22\.18 or later, or npm install --save-dev tsx/)
  }
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const cli = run()
  cli.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}}\n')
  t.equal(await cli.exited, 0, cli.stderr)
  t.equal(JSON.parse(cli.stdout).result.serverInfo.name, 'typed')
  t.match(readFileSync(built, 'utf8'), /^#!\/usr\/bin\/env node/)
})

t.test('--watch starts anew when the module changes', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'beam-mcp-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'host.mjs')
  const write = (name: string): void => writeFileSync(file, `console.error('loaded ${name}')\nexport default { serverInfo: { name: '${name}', version: '1' }, catalog: { tools: [], resources: [], prompts: [] }, allowedOrigins: [], authorize () {} }\n`)
  write('one')
  const cli = new Cli(t, ['http', file, '--port', '0', '--watch'])
  await cli.see('stderr', /loaded one/)
  await cli.see('stdout', /MCP endpoint/)
  write('two')
  await cli.see('stderr', /loaded two/)
  cli.child.kill('SIGTERM')
  await cli.exited
  const stdio = new Cli(t, ['stdio', file, '--watch'])
  await stdio.see('stderr', /loaded two/)
  stdio.child.kill('SIGTERM')
  await stdio.exited
})
