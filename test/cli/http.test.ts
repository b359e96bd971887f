import t from 'tap'
import { once } from 'node:events'
import { connect } from 'node:net'
import { call, headersOf } from '../helpers/mcp.ts'
import { Cli, fixture } from '../helpers/cli.ts'

const listening = /MCP endpoint: (http:\/\/127\.0\.0\.1:\d+\/\w+)/

async function post (url: string, headers: Record<string, string> = {}, name = 'greet'): Promise<Response> {
  const message = call(name, name === 'greet' ? { name: 'Ada' } : {})
  return fetch(url, { method: 'POST', headers: { ...headersOf(message), ...headers }, body: JSON.stringify(message) })
}

t.test('a host module is served, with a health check beside it', async (t) => {
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0', '--path', '/tools', '--allow-origin', 'https://other.example'])
  const [, url = ''] = await cli.see('stdout', listening)
  t.match(url, /\/tools$/)
  t.match(await (await post(url)).json(), { result: { content: [{ type: 'text', text: 'Hello Ada.' }] } })
  const health = await fetch(new URL('/healthz', url))
  t.equal(health.status, 200)
  t.same(await health.json(), { status: 'ok' })
  for (const [origin, status] of [['https://app.example.com', 200], ['https://other.example', 200], ['https://evil.example', 403]] as const) t.equal((await post(url, { origin })).status, status, origin)
  cli.child.kill('SIGINT')
  t.equal(await cli.exited, 0)
})

t.test('SIGTERM lets what runs finish, then ends with 0', async (t) => {
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0', '--log-level', 'info'])
  const [, url = ''] = await cli.see('stdout', listening)
  const answer = post(url, {}, 'slow')
  await cli.see('stderr', /started/)
  cli.child.kill('SIGTERM')
  cli.child.kill('SIGUSR2')
  t.match(await (await answer).json(), { result: { content: [{ text: 'finished' }] } })
  t.equal(await cli.exited, 0)
})

t.test('what hangs is waited for no longer than it may', async (t) => {
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0', '--shutdown-timeout-ms', '50'])
  const [, url = ''] = await cli.see('stdout', listening)
  const answer = post(url, {}, 'slow').catch(() => undefined)
  await cli.see('stderr', /started/)
  cli.child.kill('SIGTERM')
  t.equal(await cli.exited, 0)
  await answer
})

t.test('headers that do not come in time, and connections beyond the limit, are let go', async (t) => {
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0', '--max-connections', '1'])
  const [, url = ''] = await cli.see('stdout', listening)
  const port = Number(new URL(url).port)
  const first = connect(port, '127.0.0.1')
  await once(first, 'connect')
  const second = connect(port, '127.0.0.1')
  second.on('error', () => {})
  await once(second, 'close')
  first.destroy()
  t.pass()
})

t.test('a port that is taken ends with 1', async (t) => {
  const cli = new Cli(t, ['http', fixture('host.js'), '--port', '0'])
  const [, url = ''] = await cli.see('stdout', listening)
  const taken = new Cli(t, ['http', fixture('host.cjs'), '--port', new URL(url).port])
  t.equal(await taken.exited, 1)
  t.match(taken.stderr, /EADDRINUSE/)
})
