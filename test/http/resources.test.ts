import t from 'tap'
import { Type } from '@sinclair/typebox'
import { defineResource, defineResourceTemplate, ResourceNotFound, ToolError } from '../../lib/index.ts'
import { keepLogs, post, rpc, serve, SERVER_META } from '../helpers/mcp.ts'

const readme = defineResource({
  uri: 'note:///readme',
  name: 'Readme',
  title: 'Read me',
  description: 'What this is.',
  mimeType: 'text/plain',
  size: 5,
  icons: [{ src: 'https://example.com/i.png' }],
  annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
  _meta: { 'a/b': 1 },
  cache: { ttlMs: 60_000, cacheScope: 'public' },
  handler: () => 'Hello'
})
const byId = defineResourceTemplate({
  uriTemplate: 'note:///{id}',
  name: 'Note',
  mimeType: 'application/json',
  variables: Type.Object({ id: Type.String({ pattern: '^\\d+$' }) }),
  handler ({ uri, variables: { id } }) {
    if (id === '404') throw new ResourceNotFound()
    return JSON.stringify({ uri, id })
  }
})
const complete = { resultType: 'complete', _meta: SERVER_META }
const read = (uri: unknown, id: unknown = 1) => rpc('resources/read', { uri }, id)

t.test('resources and templates are listed, each in its list', async (t) => {
  const app = await serve(t, { resources: [readme, byId] })
  t.same((await post(app, rpc('resources/list'))).body.result, {
    resources: [{ uri: 'note:///readme', name: 'Readme', title: 'Read me', description: 'What this is.', mimeType: 'text/plain', size: 5, icons: [{ src: 'https://example.com/i.png' }], annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' }, _meta: { 'a/b': 1 } }],
    ttlMs: 0,
    cacheScope: 'private',
    ...complete
  })
  t.same((await post(app, rpc('resources/templates/list'))).body.result, { resourceTemplates: [{ uriTemplate: 'note:///{id}', name: 'Note', mimeType: 'application/json' }], ttlMs: 0, cacheScope: 'private', ...complete })
  t.same((await post(app, rpc('server/discover'))).body.result.capabilities, { tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } })
})

t.test('a resource is read, with the caching hint of its own', async (t) => {
  const app = await serve(t, { resources: [readme, byId] })
  t.same((await post(app, read('note:///readme'))).body, { jsonrpc: '2.0', id: 1, result: { contents: [{ uri: 'note:///readme', mimeType: 'text/plain', text: 'Hello' }], ttlMs: 60_000, cacheScope: 'public', ...complete } })
})

t.test('a template is read by its variables, cautiously cached', async (t) => {
  const app = await serve(t, { resources: [readme, byId] })
  t.same((await post(app, read('note:///7'))).body.result, { contents: [{ uri: 'note:///7', mimeType: 'application/json', text: '{"uri":"note:///7","id":"7"}' }], ttlMs: 0, cacheScope: 'private', ...complete })
})

t.test('what a URI does not name is not found, whatever the reason, with the URI in the data', async (t) => {
  const app = await serve(t, { resources: [readme, byId] })
  for (const uri of ['note:///abc', 'note:///404', 'note:///', 'other:x', '', 'constructor', 'note:///{id}']) {
    const { status, body } = await post(app, read(uri, 'n'))
    t.same([status, body], [200, { jsonrpc: '2.0', id: 'n', error: { code: -32602, message: 'Resource not found', data: { uri } } }], uri)
  }
})

t.test('a uri that is no text is a complaint', async (t) => {
  const app = await serve(t, { resources: [readme] })
  for (const uri of [undefined, 7, null, {}]) t.match((await post(app, read(uri))).body.error, { code: -32602, message: 'Invalid params: "uri" has to be the URI of a resource' })
})

t.test('Mcp-Name is held to the uri', async (t) => {
  const app = await serve(t, { resources: [readme, byId] })
  t.match((await post(app, read('note:///readme'), { 'mcp-name': 'note:///7' })).body.error, { code: -32020, message: /Mcp-Name/ })
  t.match((await post(app, read('note:///readme'), { 'mcp-name': undefined })).body.error, { code: -32020 })
  t.ok((await post(app, read('note:///é'), { 'mcp-name': `=?base64?${Buffer.from('note:///é').toString('base64')}?=` })).body.error.data)
})

t.test('a handler gives a text, bytes, or contents', async (t) => {
  const bytes = Buffer.from([0, 255])
  const rows: Array<[unknown, object[]]> = [
    ['', [{ uri: 'x:1', text: '' }]],
    [bytes, [{ uri: 'x:1', blob: 'AP8=' }]],
    [new Uint8Array(bytes), [{ uri: 'x:1', blob: 'AP8=' }]],
    [{ text: 'a', mimeType: 'text/html', meta: { 'x/y': 1 } }, [{ uri: 'x:1', mimeType: 'text/html', text: 'a', _meta: { 'x/y': 1 } }]],
    [{ blob: 'AP8=' }, [{ uri: 'x:1', blob: 'AP8=' }]],
    [[{ uri: 'x:1/a', text: 'a' }, { uri: 'x:1/b', blob: bytes }], [{ uri: 'x:1/a', text: 'a' }, { uri: 'x:1/b', blob: 'AP8=' }]],
    [[], []]
  ]
  for (const [value, contents] of rows) {
    const app = await serve(t, { resources: [defineResource({ uri: 'x:1', name: 'x', handler: async () => value as string })] })
    t.same((await post(app, read('x:1'))).body.result.contents, contents)
  }
})

t.test('what cannot be sent is a fault of the host, told to the log alone', async (t) => {
  for (const value of [undefined, null, 7, {}, { text: 1 }, { text: 'a', blob: 'AA==' }, { blob: '!' }, { text: 'a', uri: 7 }, { text: 'a', mimeType: 7 }, ['x']]) {
    const logs = keepLogs()
    const app = await serve(t, { resources: [defineResource({ uri: 'x:1', name: 'x', handler: () => value as never })] }, {}, { logger: logs.options })
    t.same((await post(app, read('x:1'))).body, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }, JSON.stringify(value))
    t.match(logs.lines.find(({ level }) => level === 50)?.err?.code, /BMCP_ERR_(RESULT|CONTENT)_INVALID/)
  }
})

t.test('a handler that throws says nothing, and a ToolError says its message', async (t) => {
  const failing = [new Error('password=1'), 'x', undefined, new ToolError('The note is locked.')].map((error, index) => defineResource({ uri: `x:${index}`, name: 'x', handler () { throw error } }))
  const app = await serve(t, { resources: failing })
  for (const index of [0, 1, 2]) t.same((await post(app, read(`x:${index}`))).body.error, { code: -32603, message: 'Internal error' })
  t.same((await post(app, read('x:3'))).body.error, { code: -32603, message: 'The note is locked.' })
})

t.test('without resources there is no such method, unless the host says that some may join', async (t) => {
  const bare = await serve(t, [])
  for (const message of [rpc('resources/list'), rpc('resources/templates/list'), read('x:1')]) t.match(await post(bare, message), { status: 404, body: { error: { code: -32601 } } })
  const app = await serve(t, [], { capabilities: { resources: true } })
  t.same((await post(app, rpc('resources/list'))).body.result.resources, [])
  t.same((await post(app, rpc('server/discover'))).body.result.capabilities.resources, { listChanged: true, subscribe: true })
  app.mcp.catalog.addResource(readme)
  app.mcp.catalog.addResource(byId)
  t.equal((await post(app, rpc('resources/list'))).body.result.resources.length, 1)
  t.same([app.mcp.catalog.removeResource('note:///readme'), app.mcp.catalog.removeResource('note:///{id}'), app.mcp.catalog.removeResource('note:///{id}')], [true, true, false])
  t.same((await post(app, rpc('resources/list'))).body.result.resources, [])
})

t.test("the host's dispatch reads what has no handler", async (t) => {
  const seen: unknown[] = []
  const app = await serve(t, {
    resources: [defineResource({ uri: 'x:1', name: 'one' }), defineResourceTemplate({ uriTemplate: 'y:{id}', name: 'many' })]
  }, { dispatch: (call: unknown) => { seen.push(call); return 'ok' } })
  await post(app, read('x:1'))
  await post(app, read('y:2'))
  t.same(seen, [{ kind: 'resource', name: 'one', uri: 'x:1' }, { kind: 'resource_template', name: 'many', uriTemplate: 'y:{id}', uri: 'y:2', variables: { id: '2' } }])
})
