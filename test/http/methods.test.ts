import t from 'tap'
import { defineTool } from '../../lib/index.ts'
import { call, META, post, rpc, serve, SERVER_META } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

t.test('a method that is not served is 404 and -32601, with the id', async (t) => {
  const app = await serve(t, [echo])
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'shutdown', 'exit', 'notifications/cancelled', 'constructor', 'toString', '__proto__', 'tools/List', '', 'a"b']) {
    const { status, body } = await post(app, rpc(method, {}, 'x'))
    t.equal(status, 404, method)
    t.same(body, { jsonrpc: '2.0', id: 'x', error: { code: -32601, message: `Method not found: ${JSON.stringify(method)}` } })
  }
  t.equal((await post(app, call('echo', { text: 'still here' }))).status, 200)
})

t.test('a session id and a last event id are ignored, and none is given', async (t) => {
  const app = await serve(t, [echo])
  const { status, headers } = await post(app, call('echo', { text: 'x' }), { 'mcp-session-id': 'abc', 'last-event-id': '7' })
  t.equal(status, 200)
  t.notOk('mcp-session-id' in headers)
})

t.test('a notification is accepted with 202 and no body, and nothing is done', async (t) => {
  let ran = false
  const app = await serve(t, [defineTool({ name: 'run', handler () { ran = true; return '' } })])
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, _meta: META } },
    { jsonrpc: '2.0', method: 'notifications/unheard-of' },
    { jsonrpc: '2.0', method: 'whatever' }
  ]) {
    for (const headers of [{}, { 'mcp-method': undefined }]) {
      const { status, text } = await post(app, message, headers)
      t.equal(status, 202, message.method)
      t.equal(text, '')
    }
  }
  t.notOk(ran)
})

t.test('a notification needs its version, and is held to the headers that it has', async (t) => {
  const app = await serve(t, [echo])
  const message = { jsonrpc: '2.0', method: 'notifications/x', params: { _meta: META } }
  const cases: Array<[object, Record<string, string | undefined>, number]> = [
    [message, { 'mcp-protocol-version': undefined }, -32020],
    [message, { 'mcp-protocol-version': '2025-11-25' }, -32020],
    [{ ...message, params: {} }, { 'mcp-protocol-version': '2025-11-25' }, -32022],
    [message, { 'mcp-method': 'notifications/y' }, -32020]
  ]
  for (const [body, headers, code] of cases) {
    const answer = await post(app, JSON.stringify(body), { 'mcp-method': 'notifications/x', ...headers })
    t.equal(answer.status, 400)
    t.equal(answer.body.error.code, code)
    t.notOk('id' in answer.body)
  }
})

t.test('notifications/initialized belongs to another revision', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, { jsonrpc: '2.0', method: 'notifications/initialized' })
  t.equal(status, 404)
  t.same(body, { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found: "notifications/initialized"' } })
})

t.test('a request without an id runs nothing', async (t) => {
  let ran = false
  const app = await serve(t, [defineTool({ name: 'run', handler () { ran = true; return '' } })])
  for (const method of ['tools/call', 'tools/list', 'server/discover', 'ping']) {
    const { status, body } = await post(app, { jsonrpc: '2.0', method, params: { name: 'run', _meta: META } })
    t.equal(status, 400, method)
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: `Invalid request: ${method} is a request and needs an "id"` } })
  }
  t.notOk(ran)
})

t.test('server/discover tells what is served, with cautious caching hints', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, rpc('server/discover', {}, 'd'))
  t.equal(status, 200)
  t.same(body, { jsonrpc: '2.0', id: 'd', result: { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } }, ttlMs: 0, cacheScope: 'private', resultType: 'complete', _meta: SERVER_META } })
})

t.test('instructions and the hints of the host are told', async (t) => {
  const app = await serve(t, [], { instructions: 'Ask kindly.', cache: { ttlMs: 60_000, cacheScope: 'public' } })
  t.same((await post(app, rpc('server/discover'))).body.result, { supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true } }, instructions: 'Ask kindly.', ttlMs: 60_000, cacheScope: 'public', resultType: 'complete', _meta: SERVER_META })
  t.same((await post(app, rpc('tools/list'))).body.result, { tools: [], ttlMs: 60_000, cacheScope: 'public', resultType: 'complete', _meta: SERVER_META })
})

t.test('tools/list gives the tools as declared, in their order, without the labels of the host', async (t) => {
  const labelled = defineTool({
    name: 'labelled',
    title: 'Title',
    description: 'Text',
    icons: [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
    annotations: { readOnlyHint: true, title: 'T' },
    _meta: { 'com.example/x': [1] },
    commandClass: 'observe',
    mode: 'read_only',
    outputSchema: { type: 'array', items: { type: 'string' } },
    handler: () => []
  })
  const app = await serve(t, [labelled, echo])
  const { status, body } = await post(app, rpc('tools/list'))
  t.equal(status, 200)
  t.same(body.result, {
    tools: [
      {
        name: 'labelled',
        title: 'Title',
        description: 'Text',
        icons: [{ src: 'https://example.com/i.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
        annotations: { readOnlyHint: true, title: 'T' },
        _meta: { 'com.example/x': [1] },
        inputSchema: { type: 'object' },
        outputSchema: { type: 'array', items: { type: 'string' } }
      },
      { name: 'echo', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false } }
    ],
    ttlMs: 0,
    cacheScope: 'private',
    resultType: 'complete',
    _meta: SERVER_META
  })
})

t.test('a complaint about params is 200 and -32602', async (t) => {
  const app = await serve(t, [echo])
  const cases: Array<[ReturnType<typeof rpc>, string]> = [
    [rpc('tools/list', { cursor: 'x' }), 'the cursor is not one of this list: ask again without one'],
    [call('nope'), 'unknown tool "nope"'],
    [call('constructor'), 'unknown tool "constructor"'],
    [call('toString', {}), 'unknown tool "toString"'],
    [call('echo', []), '"arguments" has to be an object'],
    [call('echo', 'x'), '"arguments" has to be an object'],
    [call('echo', 0), '"arguments" has to be an object'],
    [call('echo', false), '"arguments" has to be an object']
  ]
  for (const [message, problem] of cases) {
    const { status, body } = await post(app, message)
    t.equal(status, 200, problem)
    t.same(body, { jsonrpc: '2.0', id: 1, error: { code: -32602, message: `Invalid params: ${problem}` } })
  }
})

t.test('arguments that the schema refuses are a result that a model can mend its call by', async (t) => {
  const app = await serve(t, [echo])
  const { status, body } = await post(app, call('echo', { text: 7, extra: 1 }))
  t.equal(status, 200)
  t.same(body.result, {
    content: [{ type: 'text', text: 'Invalid arguments for tool echo:\narguments must not have the property "extra"\narguments/text must be string' }],
    isError: true,
    resultType: 'complete',
    _meta: SERVER_META
  })
})
