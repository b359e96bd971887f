import t from 'tap'
import { PassThrough } from 'node:stream'
import { definePrompt, defineResource, defineTool, type Broker, type LiveServer, type ServeStdioOptions } from '../../lib/index.ts'
import { rpc, SERVER_META, type Offer } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'
import { echo, gate } from '../helpers/tools.ts'

const ID = 'io.modelcontextprotocol/subscriptionId'
const note = defineResource({ uri: 'note:1', name: 'one', handler: () => 'x' })
const extra = defineTool({ name: 'extra', handler: () => 'x' })
const offer: Offer = { tools: [echo], resources: [note], prompts: [definePrompt({ name: 'prompt', handler: () => 'x' })] }
const bare = (method: string, params: object = {}, id: unknown = 1): object => ({ jsonrpc: '2.0', id, method, params })
const listen = (notifications: object, id: unknown = 1): object => rpc('subscriptions/listen', { notifications }, id)
const hello = (id: unknown = 'hello'): object => bare('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } }, id)

function start (rest: Partial<ServeStdioOptions> & { output?: PassThrough } = {}): { client: StdioClient, live: LiveServer } {
  let live: LiveServer | undefined
  const client = new StdioClient(offer, { onReady: (server) => { live = server }, ...rest } as ConstructorParameters<typeof StdioClient>[1])
  if (live === undefined) throw new Error('the server is not ready')
  return { client, live }
}

/** Tells a test when a change of `last:1` has been told. */
class WatchedBroker implements Broker {
  once: () => void = () => {}
  #listener: Parameters<Broker['on']>[1] = () => {}

  on (_topic: string, listener: Parameters<Broker['on']>[1]): void { this.#listener = listener }
  removeListener (): void {}
  emit (message: Parameters<Broker['emit']>[0], callback: Parameters<Broker['emit']>[1]): void {
    this.#listener(message, () => {})
    callback?.()
    if (message.uri === 'last:1') this.once()
  }
}

t.test('subscriptions share the connection, each message with the id of its own', async (t) => {
  const { client, live } = start()
  client.send(listen({ toolsListChanged: true, resourceSubscriptions: ['note:1', 'other:1'] }, 'a'))
  client.send(listen({ resourceSubscriptions: ['note:1'] }, 7))
  await client.until((messages) => messages.length === 2)
  t.same(client.messages.map(({ params }) => params), [
    { notifications: { toolsListChanged: true, resourceSubscriptions: ['note:1'] }, _meta: { [ID]: 'a' } },
    { notifications: { resourceSubscriptions: ['note:1'] }, _meta: { [ID]: 7 } }
  ])
  live.catalog.addTool(extra)
  live.resourceUpdated('note:1')
  client.send(rpc('tools/list', {}, 'between'))
  await client.until((messages) => messages.length === 6)
  t.same(client.messages.slice(2).map(({ id, method, params }) => id ?? [method, params._meta[ID]]).sort(), [
    'between',
    ['notifications/resources/updated', 7],
    ['notifications/resources/updated', 'a'],
    ['notifications/tools/list_changed', 'a']
  ].sort())
  await client.end()
})

t.test('the end of the server ends each with its result, and says that no more will come', async (t) => {
  const { client } = start()
  client.send(listen({}, 'a'))
  client.send(listen({}, 7))
  await client.until((messages) => messages.length === 2)
  await client.end()
  t.same(client.messages.slice(2), ['a', 7].flatMap((id) => [
    { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { [ID]: id, ...SERVER_META } } },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }
  ]))
})

t.test('a client ends its own by cancelling it, and hears no more of it', async (t) => {
  const { client, live } = start()
  client.send(listen({ resourceSubscriptions: ['note:1'] }, 'a'))
  client.send(listen({ resourceSubscriptions: ['note:1'] }, 'b'))
  await client.until((messages) => messages.length === 2)
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } })
  client.send(rpc('tools/list', {}, 'after'))
  await client.answer('after')
  live.resourceUpdated('note:1')
  await client.until((messages) => messages.length === 4)
  t.equal(client.messages[3].params._meta[ID], 'b')
  await client.end()
  t.same(client.messages.slice(4).map(({ id, params }) => id ?? params.requestId), ['b', 'b'])
})

t.test('subscriptions take no place among the calls that run', async (t) => {
  const { client } = start({ maxConcurrent: 1 })
  for (const id of [1, 2, 3]) client.send(listen({}, id))
  client.send(rpc('tools/call', { name: 'echo', arguments: { text: 'x' } }, 'call'))
  t.equal((await client.answer('call')).result.content[0].text, 'x')
  await client.end()
})

t.test('a reader that falls too far behind loses its subscription, and is told', async (t) => {
  const output = new PassThrough({ highWaterMark: 1024 })
  const warned: string[] = []
  const logger = { error () {}, warn (_details: unknown, message: string) { warned.push(message) }, info () {}, debug () {}, child: () => logger }
  const { client, live } = start({ output, logger })
  const uri = `note:///${'x'.repeat(60_000)}`
  live.catalog.addResource(defineResource({ uri, name: 'long', handler: () => 'x' }))
  client.send(listen({ resourceSubscriptions: [uri] }, 'slow'))
  while (warned.length === 0) {
    live.resourceUpdated(uri)
    await new Promise(setImmediate)
  }
  t.same(warned, ['a subscription was ended: its client reads too slowly'])
  t.match((await client.answer('slow')).result, { resultType: 'complete', _meta: { [ID]: 'slow' } })
  await client.until((messages) => messages.at(-1)?.method === 'notifications/cancelled')
  await client.end()
})

t.test('2025-11-25: the connection is told of lists, and of the resources that it subscribed to', async (t) => {
  const { client, live } = start()
  client.notifiedAs = '2025-11-25'
  client.send(hello())
  await client.answer('hello')
  client.send(bare('resources/subscribe', { uri: 'note:1' }, 1))
  t.same((await client.answer(1)).result, {})
  client.send(bare('resources/subscribe', { uri: 'other:1' }, 2))
  t.same((await client.answer(2)).error, { code: -32002, message: 'Resource not found', data: { uri: 'other:1' } })
  client.send(bare('resources/subscribe', {}, 3))
  t.equal((await client.answer(3)).error.code, -32602)
  live.catalog.addTool(extra)
  live.catalog.removePrompt('prompt')
  live.catalog.addResource(defineResource({ uri: 'note:2', name: 'two', handler: () => 'x' }))
  live.resourceUpdated('note:1')
  live.resourceUpdated('note:2')
  await client.until((messages) => messages.length === 8)
  t.same(client.messages.slice(4).map(({ method, params }) => [method, params]), [
    ['notifications/tools/list_changed', undefined],
    ['notifications/prompts/list_changed', undefined],
    ['notifications/resources/list_changed', undefined],
    ['notifications/resources/updated', { uri: 'note:1' }]
  ])
  client.send(bare('resources/unsubscribe', { uri: 'note:1' }, 5))
  t.same((await client.answer(5)).result, {})
  client.send(bare('resources/unsubscribe', {}, 6))
  t.equal((await client.answer(6)).error.code, -32602)
  live.resourceUpdated('note:1')
  live.catalog.removeTool('extra')
  await client.until((messages) => messages.length === 11)
  t.equal(client.messages[10].method, 'notifications/tools/list_changed')
  await client.end()
  t.equal(client.messages.length, 11)
})

t.test('2025-11-25: a client that said no hello is told all the same, once it subscribes', async (t) => {
  const { client, live } = start()
  client.notifiedAs = '2025-11-25'
  client.send(bare('resources/subscribe', { uri: 'note:1' }, 1))
  await client.answer(1)
  live.resourceUpdated('note:1')
  await client.until((messages) => messages.length === 2)
  t.same(client.messages[1], { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'note:1' } })
  await client.end()
})

t.test('2025-11-25: a client may subscribe to a thousand resources', async (t) => {
  const { client, live } = start()
  for (let index = 0; index <= 1_000; index++) {
    live.catalog.addResource(defineResource({ uri: `many:${index}`, name: 'many', handler: () => 'x' }))
    client.send(bare('resources/subscribe', { uri: `many:${index}` }, index))
  }
  t.match((await client.answer(1_000)).error, { code: -32602, message: /1000 resources/ })
  client.send(bare('resources/subscribe', { uri: 'many:1' }, 'again'))
  t.same((await client.answer('again')).result, {})
  await client.end()
})

t.test('2025-11-25: a reader that falls behind is told of each change once, when it has caught up', async (t) => {
  const output = new PassThrough({ highWaterMark: 1024 })
  const broker = new WatchedBroker()
  const { client, live } = start({ output, broker })
  client.notifiedAs = '2025-11-25'
  const uri = `note:///${'x'.repeat(60_000)}`
  live.catalog.addResource(defineResource({ uri, name: 'long', handler: () => 'x' }))
  client.send(hello())
  client.send(bare('resources/subscribe', { uri }, 1))
  while (output.writableLength < 262_144) {
    live.resourceUpdated(uri)
    await new Promise(setImmediate)
  }
  // What was noted before this one goes out, or is kept, before it.
  const settled = async (): Promise<void> => {
    const told = gate()
    broker.once = told.open
    live.resourceUpdated('last:1')
    await told.promise
  }
  await settled()
  const before = output.writableLength
  for (let time = 0; time < 3; time++) {
    live.resourceUpdated(uri)
    live.catalog.addTool(extra)
    live.catalog.removeTool('extra')
    await settled()
  }
  t.equal(output.writableLength, before, 'nothing is added to what it leaves untaken')
  await client.until((messages) => messages.at(-1)?.method === 'notifications/tools/list_changed')
  t.equal(client.messages.at(-2).params.uri, uri)
  await client.end()
})
