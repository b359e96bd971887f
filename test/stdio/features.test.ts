import t from 'tap'
import { PassThrough } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { definePrompt, defineResource, defineResourceTemplate, defineTool, image, ResourceNotFound, userMessage } from '../../lib/index.ts'
import { META, rpc, SERVER_META, type Offer } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'
import { gate } from '../helpers/tools.ts'

/** The same offer to a client of either revision. */
const offer: Offer = {
  tools: [
    defineTool({
      name: 'report',
      async handler (_args, { progress, notify }) {
        progress(1, 2, 'half')
        notify('debug', 'too little')
        notify('warning', { at: 1 }, 'reporter')
        progress(2, 2)
        return 'done'
      }
    })
  ],
  resources: [
    defineResource({ uri: 'note:1', name: 'one', mimeType: 'text/plain', cache: { ttlMs: 1_000 }, handler: () => 'first' }),
    defineResource({ uri: 'note:2', name: 'two', handler: () => Buffer.from('second') }),
    defineResourceTemplate({
      uriTemplate: 'note:///{year}/{id}',
      name: 'notes',
      variables: Type.Object({ year: Type.String({ pattern: '^[0-9]+$' }), id: Type.String() }),
      complete: { id: (value, { arguments: { year } }) => [`${value}-${year ?? 'any'}`] },
      handler ({ variables: { year, id } }) {
        if (id === 'none') throw new ResourceNotFound()
        return `${Number(year) + 1} ${id}`
      }
    })
  ],
  prompts: [
    definePrompt({
      name: 'greet',
      arguments: Type.Object({ who: Type.String() }),
      complete: { who: (value) => ['Ada', 'Alan'].filter((name) => name.startsWith(value)) },
      handler: ({ who }) => [userMessage(`Greet ${who}.`), userMessage(image('aGk=', 'image/png'))]
    })
  ]
}

for (const modern of [true, false]) {
  const revision = modern ? '2026-07-28' : '2025-11-25'
  const request = (method: string, params: Record<string, unknown> = {}, id: unknown = 1): object => modern ? rpc(method, params, id) : { jsonrpc: '2.0', id, method, params }
  const whole = (result: object): object => modern ? { ...result, resultType: 'complete', _meta: SERVER_META } : result
  const kept = (result: object, ttlMs = 0): object => whole(modern ? { ...result, ttlMs, cacheScope: 'private' } : result)

  t.test(`${revision}: resources are listed and read`, async (t) => {
    const client = new StdioClient(offer)
    const ask = async (method: string, params: Record<string, unknown>, id: number): Promise<any> => { client.send(request(method, params, id)); return await client.answer(id) }
    t.same((await ask('resources/list', {}, 1)).result, kept({ resources: [{ uri: 'note:1', name: 'one', mimeType: 'text/plain' }, { uri: 'note:2', name: 'two' }] }))
    t.same((await ask('resources/templates/list', {}, 2)).result, kept({ resourceTemplates: [{ uriTemplate: 'note:///{year}/{id}', name: 'notes' }] }))
    t.same((await ask('resources/read', { uri: 'note:1' }, 3)).result, kept({ contents: [{ uri: 'note:1', mimeType: 'text/plain', text: 'first' }] }, 1_000))
    t.same((await ask('resources/read', { uri: 'note:2' }, 4)).result, kept({ contents: [{ uri: 'note:2', blob: 'c2Vjb25k' }] }))
    t.same((await ask('resources/read', { uri: 'note:///1999/a%20b' }, 5)).result, kept({ contents: [{ uri: 'note:///1999/a%20b', text: '2000 a b' }] }))
    for (const [id, uri] of [[6, 'other:1'], [7, 'note:///1/none'], [8, 'note:///nineteen/x']] as const) {
      t.same((await ask('resources/read', { uri }, id)).error, { code: modern ? -32602 : -32002, message: 'Resource not found', data: { uri } }, uri)
    }
    t.equal((await ask('resources/read', {}, 9)).error.code, -32602)
    await client.end()
  })

  t.test(`${revision}: prompts are listed and made, and arguments are completed`, async (t) => {
    const client = new StdioClient(offer)
    const ask = async (method: string, params: Record<string, unknown>, id: number): Promise<any> => { client.send(request(method, params, id)); return await client.answer(id) }
    t.same((await ask('prompts/list', {}, 1)).result, kept({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }))
    t.same((await ask('prompts/get', { name: 'greet', arguments: { who: 'Ada' } }, 2)).result, whole({ messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada.' } }, { role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } }] }))
    t.equal((await ask('prompts/get', { name: 'greet' }, 3)).error.code, -32602)
    t.same((await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' } }, 4)).result, whole({ completion: { values: ['Ada', 'Alan'], total: 2, hasMore: false } }))
    t.same((await ask('completion/complete', { ref: { type: 'ref/resource', uri: 'note:///{year}/{id}' }, argument: { name: 'id', value: 'x' }, context: { arguments: { year: '7' } } }, 5)).result, whole({ completion: { values: ['x-7'], total: 1, hasMore: false } }))
    await client.end()
  })

  t.test(`${revision}: progress comes before the result, in its order, for who asked for it`, async (t) => {
    const client = new StdioClient(offer)
    client.notifiedAs = revision
    client.send(request('tools/call', { name: 'report', _meta: { ...(modern ? META : {}), progressToken: 'p' } }, 1))
    await client.answer(1)
    t.same(client.messages.map(({ id, method, params }) => id ?? [method, params]), [
      ['notifications/progress', { progressToken: 'p', progress: 1, total: 2, message: 'half' }],
      ['notifications/progress', { progressToken: 'p', progress: 2, total: 2 }],
      1
    ])
    client.send(request('tools/call', { name: 'report' }, 2))
    await client.answer(2)
    t.equal(client.messages.length, 4)
    await client.end()
  })
}

const LOG = { method: 'notifications/message', params: { level: 'warning', logger: 'reporter', data: { at: 1 } } }

t.test('2026-07-28: log messages come at the level that the request asks for', async (t) => {
  const client = new StdioClient(offer, { capabilities: { logging: true } })
  client.send(rpc('tools/call', { name: 'report', _meta: { 'io.modelcontextprotocol/logLevel': 'info' } }))
  await client.answer(1)
  t.same(client.messages.map(({ method, params }) => ({ method, params })), [LOG, { method: undefined, params: undefined }])
  client.send(rpc('logging/setLevel', { level: 'info' }, 2))
  t.equal((await client.answer(2)).error.code, -32601)
  await client.end()
})

t.test('2025-11-25: log messages come at the level that the connection has set, and not before', async (t) => {
  const client = new StdioClient(offer, { capabilities: { logging: true } })
  client.notifiedAs = '2025-11-25'
  const bare = (method: string, params: object, id: number): object => ({ jsonrpc: '2.0', id, method, params })
  client.send(bare('tools/call', { name: 'report' }, 1))
  await client.answer(1)
  t.equal(client.messages.length, 1)
  client.send(bare('logging/setLevel', { level: 'info' }, 2))
  t.same((await client.answer(2)).result, {})
  client.send(bare('tools/call', { name: 'report' }, 3))
  await client.answer(3)
  t.same(client.messages.slice(2, -1), [{ jsonrpc: '2.0', ...LOG }])
  client.send(bare('logging/setLevel', { level: 'loud' }, 4))
  t.match((await client.answer(4)).error, { code: -32602, message: /emergency/ })
  await client.end()
  const without = new StdioClient(offer)
  without.send(bare('logging/setLevel', { level: 'info' }, 1))
  t.equal((await without.answer(1)).error.code, -32601, 'only where it is offered')
  await without.end()
})

t.test('a reader that falls behind loses notifications, not answers, and the log says so', async (t) => {
  const warned: unknown[] = []
  const logger = { error () {}, warn (details: unknown, message: string) { warned.push([details, message]) }, info () {}, debug () {}, child: () => logger }
  const output = new PassThrough({ highWaterMark: 1024 })
  const sent = gate()
  const flood = defineTool({
    name: 'flood',
    handler (_args, { notify }) {
      for (let line = 0; line < 100; line++) notify('error', 'x'.repeat(10_000))
      sent.open()
      return 'done'
    }
  })
  const client = new StdioClient([flood], { capabilities: { logging: true }, output, logger })
  client.send(rpc('tools/call', { name: 'flood', _meta: { 'io.modelcontextprotocol/logLevel': 'error' } }))
  await sent.promise
  t.equal((await client.answer(1)).result.content[0].text, 'done')
  t.ok(client.messages.length > 20 && client.messages.length < 40, `${client.messages.length} of 101 messages`)
  t.same(warned, [[{ method: 'notifications/message' }, 'notifications were dropped: the client reads too slowly']])
  await client.end()
})
