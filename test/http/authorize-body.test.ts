import t from 'tap'
import { allow, defineTool, refuse } from '../../lib/index.ts'
import { call, headersOf, keepLogs, post, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })
const forbidden = { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden' } }

t.test('it gets the body exactly as received, before it is decoded', async (t) => {
  let given: unknown
  const app = await serve(t, [echo], { authorizeBody (_request, bytes) { given = bytes; return allow() } })
  const text = `\uFEFF  ${JSON.stringify(message)}\n`
  t.equal((await post(app, text, headersOf(message))).status, 200)
  t.ok(Buffer.isBuffer(given))
  t.equal(String(given), text)
})

t.test('a body that is no JSON reaches it too, and an empty one', async (t) => {
  const seen: string[] = []
  const app = await serve(t, [echo], { authorizeBody: async (_request, bytes) => { seen.push(bytes.toString()); return allow() } })
  t.equal((await post(app, 'nope')).status, 400)
  t.equal((await post(app, '')).status, 400)
  t.same(seen, ['nope', ''])
})

t.test('a refusal is 403 whatever its shape, a throw is 500, and the reason stays in the log', async (t) => {
  const cases: Array<[() => unknown, number]> = [
    [() => refuse('secret'), 403],
    [() => refuse('secret', { challenge: 'Bearer' }), 403],
    [async () => refuse('secret'), 403],
    [() => true, 403],
    [() => undefined, 403],
    [() => { throw new Error('secret') }, 500],
    [async () => { throw new Error('secret') }, 500]
  ]
  for (const [authorizeBody, expected] of cases) {
    const { lines, options } = keepLogs('info')
    const app = await serve(t, [echo], { authorizeBody: authorizeBody as () => ReturnType<typeof allow> }, { logger: options })
    const { status, body, headers, text } = await post(app, message)
    t.equal(status, expected)
    t.same(body, expected === 403 ? forbidden : { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' } })
    t.notOk('www-authenticate' in headers)
    t.notMatch(text, /secret/)
    t.equal(lines.filter(({ msg }) => msg.startsWith('authorizeBody')).length, 1)
  }
})

t.test('a refusal keeps the connection', async (t) => {
  let calls = 0
  const app = await serve(t, [echo], { authorizeBody: () => ++calls === 1 ? refuse('no') : allow() })
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const body = JSON.stringify(message)
  const request = rawRequest([...Object.entries(headersOf(message)).map(([name, value]) => `${name}: ${value}`), `Content-Length: ${body.length}`], body)
  client.write(request)
  t.equal((await client.answer()).status, 403)
  client.write(request)
  t.equal((await client.answer()).status, 200)
})

t.test('allow() keeps the principal of authorize, and allow(other) replaces it', async (t) => {
  const whoami = defineTool({ name: 'whoami', handler: (_args, { principal }) => String(principal) })
  for (const [authorizeBody, principal] of [[() => allow(), 'first'], [() => allow('second'), 'second'], [() => allow(null), 'null']] as const) {
    const app = await serve(t, [whoami], { authorize: () => allow('first'), authorizeBody })
    t.equal((await post(app, call('whoami'))).body.result.content[0].text, principal)
  }
})
