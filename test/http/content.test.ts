import t from 'tap'
import { call, post, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })

t.test('Content-Type is application/json in any case and with parameters', async (t) => {
  const app = await serve(t, [echo])
  for (const type of ['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json ;x=y']) {
    t.equal((await post(app, message, { 'content-type': type })).status, 200, type)
  }
})

t.test('any other Content-Type, and none, is 415', async (t) => {
  const app = await serve(t, [echo])
  for (const type of ['text/plain', 'application/json-rpc', 'application/jsonx', 'text/json', 'application/x-www-form-urlencoded', '', undefined]) {
    const { status, body } = await post(app, Buffer.from(JSON.stringify(message)), { 'content-type': type })
    t.equal(status, 415, String(type))
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Unsupported media type: send Content-Type: application/json' } })
  }
})

t.test('a second Content-Type that says otherwise is 415', async (t) => {
  const app = await serve(t, [echo])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write(rawRequest(['Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 2'], '{}'))
  t.equal((await client.answer()).status, 415)
})

t.test('a content type that Fastify cannot read leaves as JSON-RPC', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, message, { 'content-type': 'application/json; =' })
  t.ok([200, 415].includes(status))
  t.equal(body.jsonrpc, '2.0')
})

t.test('Accept is lenient: absent, wildcards, either type', async (t) => {
  const app = await serve(t, [echo])
  for (const accept of [undefined, '*/*', 'application/*', 'application/json', 'text/event-stream', 'text/html, */*;q=0.1', 'application/json, text/event-stream', 'APPLICATION/JSON']) {
    t.equal((await post(app, message, { accept })).status, 200, String(accept))
  }
})

t.test('an Accept that admits neither type is 406', async (t) => {
  const app = await serve(t, [echo])
  for (const accept of ['text/html', 'application/json;q=0', 'image/*', 'application/json;q=0, text/event-stream;q=0']) {
    const { status, body } = await post(app, message, { accept })
    t.equal(status, 406, accept)
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Not acceptable: send Accept: application/json, text/event-stream' } })
  }
})
