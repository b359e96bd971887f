import t from 'tap'
import { defineTool } from '../../lib/index.ts'
import { call, headersOf, post, serve, VERSION } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

const head = { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': 'echo' }

t.test('what is no JSON is a parse error without an id', async (t) => {
  const app = await serve(t, [echo])
  for (const text of ['', '{', 'nope', '{"jsonrpc":"2.0",}', '\u0000']) {
    const { status, body, headers } = await post(app, text, head)
    t.equal(status, 400, JSON.stringify(text))
    t.same(body, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error: the message is not valid JSON' } })
    t.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
})

t.test('what is no UTF-8 is a parse error', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xC3, 0x28]), Buffer.from('"}')]), head)
  t.equal(status, 400)
  t.same(body, { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error: the message is not valid UTF-8' } })
})

t.test('a byte-order mark is skipped, and characters beyond ASCII arrive whole', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, Buffer.from(`\uFEFF${JSON.stringify(call('echo', { text: 'Zürich 雨 🌧' }))}`), headersOf(call('echo')))
  t.equal(status, 200)
  t.equal(body.result.content[0].text, 'Zürich 雨 🌧')
})

t.test('what is no request is refused, its id echoed where one could be read', async (t) => {
  const app = await serve(t, [echo])
  const cases: Array<[unknown, string, (string | number)?]> = [
    [[], 'batches are not part of MCP: send one message at a time'],
    [[call('echo')], 'batches are not part of MCP: send one message at a time'],
    ['text', 'a message is a JSON object'],
    [null, 'a message is a JSON object'],
    [7, 'a message is a JSON object'],
    [{ id: 5, method: 'ping' }, '"jsonrpc" has to be "2.0"', 5],
    [{ jsonrpc: '1.0', id: 'x', method: 'ping' }, '"jsonrpc" has to be "2.0"', 'x'],
    [{ jsonrpc: 2, id: 5, method: 'ping' }, '"jsonrpc" has to be "2.0"', 5],
    [{ jsonrpc: '2.0', id: 5 }, '"method" has to be a string', 5],
    [{ jsonrpc: '2.0', id: 5, method: 5 }, '"method" has to be a string', 5],
    [{ jsonrpc: '2.0', id: 5, method: 'tools/call', params: [] }, '"params" has to be an object', 5],
    [{ jsonrpc: '2.0', id: 5, method: 'tools/call', params: null }, '"params" has to be an object', 5],
    [{ jsonrpc: '2.0', id: 5, method: 'tools/call', params: 'x' }, '"params" has to be an object', 5],
    [{ jsonrpc: '2.0', method: 'notifications/x', params: 'x' }, '"params" has to be an object'],
    [{ jsonrpc: '2.0', id: 5, result: {} }, 'a client sends requests and notifications, no responses'],
    [{ jsonrpc: '2.0', id: 5, error: {} }, 'a client sends requests and notifications, no responses']
  ]
  for (const [message, problem, id] of cases) {
    const { status, body } = await post(app, JSON.stringify(message), head)
    t.equal(status, 400, JSON.stringify(message))
    t.same(body, { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code: -32600, message: `Invalid request: ${problem}` } })
  }
})

t.test('an id comes back with its value and type, and one that cannot is refused', async (t) => {
  const app = await serve(t, [echo])
  for (const id of [0, 1, -1, 9_007_199_254_740_991, '', '1', 'ünï']) {
    const { body } = await post(app, call('echo', { text: 'x' }, id))
    t.equal(body.id, id)
    t.equal(body.result.content[0].text, 'x')
  }
  for (const id of ['null', '1.5', '{}', '[]', 'true', '9007199254740993', '1e400']) {
    const { status, body } = await post(app, JSON.stringify(call('echo', { text: 'x' }, 'ID')).replace('"ID"', id), headersOf(call('echo')))
    t.equal(status, 400, id)
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request: "id" has to be a string or a safe integer' } })
  }
})

t.test('a __proto__ key is refused at any depth, plain or escaped; the like are ordinary keys', async (t) => {
  let seen: unknown
  const keep = defineTool({ name: 'keep', inputSchema: { type: 'object' }, handler (args) { seen = args; return 'ok' } })
  const app = await serve(t, [keep])
  const whole = JSON.stringify(call('keep', { a: ['HERE'] }))
  for (const key of ['"__proto__"', '"\\u005f_proto__"', '"__pr\\u006fto__"']) {
    const { status, body } = await post(app, whole.replace('"HERE"', `{"deep":{${key}:{"admin":true}}}`), headersOf(call('keep')))
    t.equal(status, 400, key)
    t.same(body, { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'Invalid request: the key "__proto__" is not allowed' } })
  }
  const args = { constructor: 1, toString: 2, hasOwnProperty: '__proto__', text: 'a \u0000 control' }
  t.equal((await post(app, call('keep', args))).status, 200)
  t.same(seen, args)
})

t.test('a message nested as deep as a body is long is answered', async (t) => {
  const app = await serve(t, [echo])
  const deep = '['.repeat(400_000) + ']'.repeat(400_000)
  const message = JSON.stringify(call('echo', { text: 'HERE' }))
  const { status, body } = await post(app, message.replace('"HERE"', deep), headersOf(call('echo')))
  t.equal(status, 200)
  t.equal(body.result.isError, true)
  const escaped = await post(app, message.replace('"HERE"', `${'['.repeat(100_000)}"\\u0041"${']'.repeat(100_000)}`), headersOf(call('echo')))
  t.equal(escaped.body.result.isError, true)
})
