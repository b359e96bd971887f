import t from 'tap'
import { serve, VERSION } from '../helpers/mcp.ts'
import { listen, RawClient } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const refused = { jsonrpc: '2.0', error: { code: -32600, message: 'Method not allowed: the MCP endpoint takes POST alone' } }

t.test('every method but POST is answered 405 with Allow: POST', async (t) => {
  const app = await serve(t, [echo], { authorize: () => { throw new Error('not asked') } })
  const methods = app.supportedMethods.filter((method) => method !== 'POST')
  t.ok(methods.includes('GET') && methods.includes('DELETE') && methods.includes('OPTIONS'))
  for (const method of methods) {
    const response = await app.inject({ method: method as 'GET', url: '/mcp', headers: { 'mcp-session-id': 'x', 'last-event-id': '7', 'mcp-protocol-version': VERSION } })
    t.equal(response.statusCode, 405, method)
    t.equal(response.headers.allow, 'POST', method)
    if (method !== 'HEAD') t.same(response.json(), refused, method)
    t.notOk('mcp-session-id' in response.headers)
  }
})

t.test('the connection is kept without a body, and closed with one', async (t) => {
  const app = await serve(t, [echo])
  const port = await listen(app)
  const client = new RawClient(port)
  t.teardown(() => client.close())
  client.write('GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const kept = await client.answer()
  t.equal(kept.status, 405)
  t.match(kept.head, /connection: keep-alive/i)
  client.write('DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n')
  const closed = await client.answer()
  t.equal(closed.status, 405)
  t.match(closed.head, /connection: close/i)
  await client.ended()
})
