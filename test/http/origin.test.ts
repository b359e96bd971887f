import t from 'tap'
import { call, post, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })
const forbiddenOrigin = { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden: this Origin is not allowed here' } }
const forbiddenHost = { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden: this Host is not allowed here' } }

t.test('an allowed origin passes, and so does a request without one', async (t) => {
  const app = await serve(t, [echo], { allowedOrigins: ['https://app.example.com', 'null'] })
  for (const origin of ['https://app.example.com', 'null', undefined]) t.equal((await post(app, message, { origin })).status, 200, String(origin))
})

t.test('any other origin is refused, compared exactly, before anything else', async (t) => {
  const app = await serve(t, [echo], { allowedOrigins: ['http://localhost:4000'], authorize: () => { throw new Error('not asked') } })
  for (const origin of ['http://localhost.evil.example', 'http://localhost:4000.evil.example', 'http://localhost:4000/', 'HTTP://LOCALHOST:4000', 'http://localhost', 'null', '', 'http://localhost:4000, http://evil.example']) {
    const { status, body } = await post(app, message, { origin })
    t.equal(status, 403, origin)
    t.same(body, forbiddenOrigin)
  }
})

t.test('every value of Origin is held to the list, in either order', async (t) => {
  const app = await serve(t, [echo], { allowedOrigins: ['http://a.example'] })
  const port = await listen(app)
  for (const [first, second, expected] of [['http://a.example', 'http://b.example', 403], ['http://b.example', 'http://a.example', 403], ['http://a.example', ' http://a.example ', 415]] as const) {
    const client = new RawClient(port)
    client.write(rawRequest([`Origin: ${first}`, `Origin: ${second}`, 'Content-Length: 0']))
    t.equal((await client.answer()).status, expected, `${first} then ${second}`)
    client.close()
  }
})

t.test('the word any lets every origin in', async (t) => {
  const app = await serve(t, [echo], { allowedOrigins: 'any' })
  t.equal((await post(app, message, { origin: 'https://anywhere.example' })).status, 200)
})

t.test('with allowedHosts, the authority has to be listed', async (t) => {
  const app = await serve(t, [echo], { allowedHosts: ['mcp.example.com', 'localhost:4000'] })
  t.equal((await post(app, message, { host: 'mcp.example.com' })).status, 200)
  for (const host of ['evil.example', 'mcp.example.com.evil.example', 'mcp.example.com:80']) {
    const { status, body } = await post(app, message, { host })
    t.equal(status, 403, host)
    t.same(body, forbiddenHost)
  }
})

t.test('with allowedHosts, an absent authority is refused', async (t) => {
  const app = await serve(t, [echo], { allowedHosts: ['localhost'] })
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write('POST /mcp HTTP/1.0\r\nContent-Length: 0\r\n\r\n')
  const { status, body } = await client.answer()
  t.equal(status, 403)
  t.same(JSON.parse(body), forbiddenHost)
})
