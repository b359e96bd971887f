import t, { type Test } from 'tap'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { call } from '../helpers/mcp.ts'

const host = fileURLToPath(new URL('../fixtures/stdio-host.ts', import.meta.url))
const command = { command: process.execPath, args: [...process.execArgv, host], env: { ...process.env } as Record<string, string>, stderr: 'ignore' as const }

class HostProcess {
  readonly child: ChildProcessWithoutNullStreams
  stdout = ''
  stderr = ''
  readonly exited: Promise<unknown[]>

  constructor (t: Test) {
    this.child = spawn(command.command, command.args, { env: command.env })
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => { this.stdout += text })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => { this.stderr += text })
    this.exited = once(this.child, 'close')
    t.teardown(() => this.child.kill('SIGKILL'))
  }

  send (message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  async see (stream: 'stdout' | 'stderr', text: string): Promise<void> {
    while (!this[stream].includes(text)) await once(this.child[stream], 'data')
  }
}

t.test('standard output is the protocol\'s alone, and the end of input is the end with 0', async (t) => {
  const host = new HostProcess(t)
  host.send(call('greet', { name: 'Ada' }))
  host.child.stdin.end()
  t.same(await host.exited, [0, null])
  t.same(host.stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line).result.structuredContent), [{ greeting: 'Hello Ada.' }])
  t.match(host.stderr, 'a log of the host')
  t.match(host.stderr, 'a stray write')
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(`${signal} finishes what runs, then ends with 0`, async (t) => {
    const host = new HostProcess(t)
    host.send(call('slow'))
    await host.see('stderr', 'started')
    host.child.kill(signal)
    host.child.kill('SIGUSR2')
    t.same(await host.exited, [0, null])
    t.equal(JSON.parse(host.stdout).result.content[0].text, 'finished')
  })
}

t.test('a reader that goes away ends it quietly', async (t) => {
  const host = new HostProcess(t)
  host.send(call('greet', { name: 'Ada' }))
  await host.see('stdout', 'Hello')
  host.child.stdout.destroy()
  host.send(call('greet', { name: 'Ada' }))
  t.same(await host.exited, [0, null])
  t.notMatch(host.stderr, /EPIPE|Error/)
})

t.test('the official client speaks 2026-07-28 to it', async (t) => {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StdioClientTransport(command))
  t.teardown(() => client.close())
  t.match(client.getServerVersion(), { name: 'stdio-host' })
  t.same((await client.listTools()).tools.map(({ name }) => name), ['greet', 'slow'])
  t.match(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } }), { structuredContent: { greeting: 'Hello Ada.' } })
  t.match(await client.callTool({ name: 'greet', arguments: { name: 'nobody' } }), { isError: true, content: [{ type: 'text', text: 'There is nobody.' }] })
  const cancel = new AbortController()
  const slow = client.callTool({ name: 'slow' }, { signal: cancel.signal })
  cancel.abort()
  await t.rejects(slow)
  t.match(await client.callTool({ name: 'greet', arguments: { name: 'again' } }), { structuredContent: { greeting: 'Hello again.' } })
})

t.test('a client that speaks both eras finds the new one', async (t) => {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StdioClientTransport(command))
  t.teardown(() => client.close())
  t.equal((await client.listTools()).tools.length, 2)
})

t.test('the official client of 2025-11-25 speaks that to it', async (t) => {
  const client = new LegacyClient({ name: 'legacy', version: '1.0.0' })
  await client.connect(new LegacyTransport(command))
  t.teardown(() => client.close())
  await client.ping()
  t.same((await client.listTools()).tools.map(({ name }) => name), ['greet', 'slow'])
  t.match(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } }), { structuredContent: { greeting: 'Hello Ada.' } })
})
