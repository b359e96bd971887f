import t from 'tap'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { allow, definePrompt, defineResource, defineResourceTemplate, defineTool, type BeamMcpOptions } from '../../lib/index.ts'
import { headersOf, keepLogs, post, rpc, serve, SERVER_META, type Offer } from '../helpers/mcp.ts'
import { listening, StreamClient } from '../helpers/event-stream.ts'
import { echo } from '../helpers/tools.ts'

const ID = 'io.modelcontextprotocol/subscriptionId'
const note = defineResource({ uri: 'note:1', name: 'one', handler: () => 'x' })
const notes = defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'notes', handler: () => 'x' })
const prompt = definePrompt({ name: 'prompt', handler: () => 'x' })
const extra = defineTool({ name: 'extra', handler: () => 'x' })
const offer: Offer = { tools: [echo], resources: [note, notes], prompts: [prompt] }
const everything = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: ['note:1'] }
const listen = (notifications: unknown, id: unknown = 1) => rpc('subscriptions/listen', { notifications }, id)

async function start (t: Parameters<typeof serve>[0], rest: Partial<BeamMcpOptions> = {}, what: Offer = offer) {
  return await listening(await serve(t, what, rest))
}

t.test('the acknowledgement comes first, with what is supported alone', async (t) => {
  const rows: Array<[Offer, object, object]> = [
    [offer, everything, everything],
    [offer, {}, {}],
    [offer, { toolsListChanged: false, unknown: true }, {}],
    [offer, { resourceSubscriptions: ['note:1', 'note:///7', 'other:1', 'constructor'] }, { resourceSubscriptions: ['note:1', 'note:///7'] }],
    [[echo], everything, { toolsListChanged: true }]
  ]
  for (const [what, wanted, agreed] of rows) {
    const client = await StreamClient.open(await start(t, {}, what), listen(wanted, 'a'))
    t.same(await client.message(0), { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: agreed, _meta: { [ID]: 'a' } } })
    client.leave()
  }
})

t.test("each message has the subscription's id, of its own type", async (t) => {
  const app = await start(t)
  for (const id of [0, 7, '', '7']) {
    const client = await StreamClient.open(app, listen(everything, id))
    await client.message(0)
    app.mcp.resourceUpdated('note:1')
    t.same(await client.message(1), { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'note:1', _meta: { [ID]: id } } })
    client.leave()
  }
})

t.test('what changes in the catalog is told to those who asked, several changes at once', async (t) => {
  const app = await start(t)
  const [all, toolsAlone] = await Promise.all([StreamClient.open(app, listen(everything, 1)), StreamClient.open(app, listen({ toolsListChanged: true }, 2))])
  await Promise.all([all.message(0), toolsAlone.message(0)])
  const { catalog } = app.mcp
  catalog.addTool(extra)
  catalog.removeTool('extra')
  catalog.addResource(defineResource({ uri: 'note:2', name: 'two', handler: () => 'x' }))
  catalog.removeResource('note:2')
  catalog.removePrompt('prompt')
  app.mcp.resourceUpdated('note:1')
  app.mcp.resourceUpdated('note:1')
  app.mcp.resourceUpdated('note:3')
  await all.message(4)
  t.same(all.messages.slice(1).map(({ method, params }) => [method, params.uri]), [
    ['notifications/tools/list_changed', undefined],
    ['notifications/resources/list_changed', undefined],
    ['notifications/prompts/list_changed', undefined],
    ['notifications/resources/updated', 'note:1']
  ])
  catalog.addTool(extra)
  await all.message(5)
  await toolsAlone.message(2)
  t.same(toolsAlone.messages.slice(1).map(({ method, params }) => [method, params._meta[ID]]), [['notifications/tools/list_changed', 2], ['notifications/tools/list_changed', 2]])
  t.same(all.messages.length, 6)
})

t.test('a handler tells of a change by its context', async (t) => {
  const app = await start(t, {}, { ...offer, tools: [defineTool({ name: 'touch', handler (_args, { server }) { server.resourceUpdated('note:1'); server.catalog.addTool(extra); return 'x' } })] })
  const client = await StreamClient.open(app, listen(everything))
  await client.message(0)
  await post(app, rpc('tools/call', { name: 'touch' }))
  t.same([(await client.message(1)).method, (await client.message(2)).method], ['notifications/resources/updated', 'notifications/tools/list_changed'])
})

t.test('a resource that a caller may no longer see is not told of', async (t) => {
  let shown = true
  const app = await start(t, { visible: ({ name }) => name !== 'one' || shown })
  const client = await StreamClient.open(app, listen({ resourceSubscriptions: ['note:1', 'note:///7'] }))
  await client.message(0)
  shown = false
  app.mcp.resourceUpdated('note:1')
  app.mcp.resourceUpdated('note:///7')
  t.equal((await client.message(1)).params.uri, 'note:///7')
  const hidden = await StreamClient.open(app, listen({ resourceSubscriptions: ['note:1'] }))
  t.same((await hidden.message(0)).params.notifications, { resourceSubscriptions: [] })
})

t.test('closing the server ends a subscription with its result', async (t) => {
  const app = await start(t)
  const clients = await Promise.all([StreamClient.open(app, listen(everything, 'x')), StreamClient.open(app, listen({}, 0))])
  await Promise.all(clients.map((client) => client.message(0)))
  await app.close()
  t.same((await clients[0].all()).at(-1), { jsonrpc: '2.0', id: 'x', result: { resultType: 'complete', _meta: { [ID]: 'x', ...SERVER_META } } })
  t.same((await clients[1].all()).at(-1)?.id, 0)
})

t.test('a filter that is none is a complaint', async (t) => {
  const app = await start(t)
  for (const notifications of [undefined, null, [], 'x', { toolsListChanged: 1 }, { promptsListChanged: null }, { resourceSubscriptions: 'note:1' }, { resourceSubscriptions: [1] }, { resourceSubscriptions: Array.from({ length: 1_001 }, () => 'x:1') }]) {
    t.match(await post(app, listen(notifications)), { status: 200, body: { error: { code: -32602, message: /"notifications/ } } }, JSON.stringify(notifications)?.slice(0, 60))
  }
})

t.test('a client that takes no stream is told so', async (t) => {
  const app = await start(t)
  t.match(await post(app, listen({}), { accept: 'application/json' }), { status: 406, body: { id: 1, error: { code: -32600 } } })
})

t.test('subscriptions are capped, for the server and for each caller that can be told apart', async (t) => {
  const app = await start(t, { maxSubscriptions: 3, maxSubscriptionsPerPrincipal: 2, authorize: ({ headers }) => allow(headers.authorization) })
  const open = async (authorization: string): Promise<StreamClient> => {
    const client = await StreamClient.open(app, listen({}), { authorization })
    await client.message(0)
    return client
  }
  const [first] = [await open('a'), await open('a')]
  t.match(await post(app, listen({}), { authorization: 'a' }), { status: 429, body: { id: 1, error: { code: -32600, message: /may have 2 open/ } } })
  await open('b')
  t.match(await post(app, listen({}), { authorization: 'b' }), { status: 503, body: { id: 1, error: { code: -32603, message: /Too many subscriptions/ } } })
  first?.leave()
  // The place is free once the server has seen it.
  let again = await post(app, listen({ x: 1 }), { authorization: 'c', accept: 'application/json' })
  t.equal(again.status, 406)
  for (;;) {
    const client = await StreamClient.open(app, listen({}), { authorization: 'a' })
    if (client.response.statusCode === 200) break
    again = { ...again, status: client.response.statusCode ?? 0 }
  }
  t.pass('and the caller may open another')
})

t.test('callers are told apart by what the host says', async (t) => {
  const app = await start(t, { maxSubscriptionsPerPrincipal: 1, authorize: ({ headers }) => allow({ id: headers.authorization }), principalId: (principal) => (principal as unknown as { id: string }).id })
  for (const authorization of ['a', 'b']) await (await StreamClient.open(app, listen({}), { authorization })).message(0)
  t.equal((await post(app, listen({}), { authorization: 'a' })).status, 429)
  const untold = await start(t, { maxSubscriptionsPerPrincipal: 1, authorize: () => allow({}) })
  for (const id of [1, 2]) await (await StreamClient.open(untold, listen({}, id))).message(0)
  const throwing = await start(t, { authorize: () => allow({}), principalId () { throw new Error('x') } })
  t.match((await post(throwing, listen({}))).body.error, { code: -32603, message: 'Internal error' })
})

t.test('a quiet stream is kept alive by comments', async (t) => {
  const app = await start(t, { keepAliveMs: 5 })
  const client = await StreamClient.open(app, listen({}))
  await client.until(({ comments }) => comments.length >= 2)
  t.same(client.comments[0], ':')
  client.leave()
})

t.test('a reader that falls too far behind loses its subscription, not the server its memory', async (t) => {
  const logs = keepLogs()
  const app = await listening(await serve(t, offer, {}, { logger: logs.options }))
  const message = listen({ resourceSubscriptions: ['note:1', `note:///${'x'.repeat(60_000)}`] })
  const body = JSON.stringify(message)
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = Object.entries({ ...headersOf(message), host: 'localhost', 'content-length': Buffer.byteLength(body) }).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /mcp HTTP/1.1\r\n${head}\r\n${body}`)
  await new Promise((resolve) => socket.once('readable', resolve))
  // Nothing more is read.
  let ended = false
  const uri = (message.params?.notifications as { resourceSubscriptions: string[] }).resourceSubscriptions[1] as string
  while (!ended) {
    app.mcp.resourceUpdated(uri)
    await new Promise((resolve) => setImmediate(resolve))
    ended = logs.lines.some(({ msg }) => msg === 'a subscription was ended: its client reads too slowly')
  }
  t.pass('the log says so')
  socket.destroy()
})
