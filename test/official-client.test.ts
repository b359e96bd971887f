import t, { type Test } from 'tap'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, ResourceUpdatedNotificationSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { features } from './fixtures/features.ts'
import { serve } from './helpers/mcp.ts'
import { listen } from './helpers/socket.ts'
import { gate } from './helpers/tools.ts'

const host = fileURLToPath(new URL('./fixtures/features-stdio.ts', import.meta.url))
const command = { command: process.execPath, args: [...process.execArgv, host], env: { ...process.env } as Record<string, string>, stderr: 'ignore' as const }
const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

const carriers: Array<[string, (t: Test) => Promise<Transport>]> = [
  ['HTTP', async (t) => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${await listen(await serve(t, features.catalog, features))}/mcp`))],
  ['stdio', async () => new StdioClientTransport(command)]
]

/** The official client of 2026-07-28, connected. */
async function connect (t: Test, open: (t: Test) => Promise<Transport>): Promise<Client> {
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: ABLE })
  t.teardown(() => client.close())
  client.setRequestHandler('elicitation/create', async ({ params }) => params.mode === 'url' ? { action: 'decline' } : { action: 'accept', content: { name: 'Ada' } })
  client.setRequestHandler('sampling/createMessage', async () => ({ role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' }))
  client.setRequestHandler('roots/list', async () => ({ roots: [{ uri: 'file:///x' }, { uri: 'file:///y' }] }))
  await client.connect(await open(t))
  return client
}

for (const [carrier, open] of carriers) {
  t.test(`the official client reads resources over ${carrier}`, async (t) => {
    const client = await connect(t, open)
    t.same((await client.listResources()).resources.map(({ uri }) => uri), ['note:1', 'note:2'])
    t.same((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate), ['note:///{year}/{id}'])
    t.same((await client.readResource({ uri: 'note:1' })).contents, [{ uri: 'note:1', mimeType: 'text/plain', text: 'first' }])
    t.same((await client.readResource({ uri: 'note:2' })).contents, [{ uri: 'note:2', blob: 'c2Vjb25k' }])
    t.same((await client.readResource({ uri: 'note:///1999/a%20b' })).contents, [{ uri: 'note:///1999/a%20b', text: '1999 a b' }])
    t.match(await client.readResource({ uri: 'note:1' }), { ttlMs: 60_000, cacheScope: 'public' })
    await t.rejects(client.readResource({ uri: 'note:///1999/none' }), { code: -32602, data: { uri: 'note:///1999/none' } })
  })

  t.test(`the official client gets prompts and completions over ${carrier}`, async (t) => {
    const client = await connect(t, open)
    t.same((await client.listPrompts()).prompts, [{ name: 'greet', arguments: [{ name: 'who', required: true }] }])
    t.same((await client.getPrompt({ name: 'greet', arguments: { who: 'Bea' } })).messages, [{ role: 'user', content: { type: 'text', text: 'Greet Bea.' } }])
    t.same((await client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'A' } })).completion, { values: ['Ada', 'Alan'], total: 2, hasMore: false })
    t.same((await client.complete({ ref: { type: 'ref/resource', uri: 'note:///{year}/{id}' }, argument: { name: 'id', value: 'x' }, context: { arguments: { year: '7' } } })).completion.values, ['x-7'])
  })

  t.test(`the official client follows the pages of a list over ${carrier}`, async (t) => {
    const client = await connect(t, open)
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { tools, nextCursor } = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } })
      t.ok(tools.length <= 2)
      names.push(...tools.map(({ name }) => name))
      cursor = nextCursor
    } while (cursor !== undefined)
    t.same(names, ['report', 'go', 'touch', 'interview'])
    t.same((await client.listTools()).tools.length, 4, 'which it does by itself')
    await t.rejects(client.callTool({ name: 'hidden' }), { code: -32602, message: /unknown tool "hidden"/ }, 'what is not visible is not there')
  })

  t.test(`the official client sees progress and log messages over ${carrier}`, async (t) => {
    const client = await connect(t, open)
    const seen: unknown[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => { seen.push([params.level, params.logger, params.data]) })
    const result = await client.callTool({ name: 'report', _meta: { 'io.modelcontextprotocol/logLevel': 'info' } }, {
      onprogress ({ progress, total, message }) {
        seen.push([progress, total, message])
        client.callTool({ name: 'go' })
      }
    })
    t.match(result.content, [{ text: 'done' }])
    t.same(seen, [['warning', 'reporter', 'half done'], [1, 2, 'half']])
  })

  t.test(`the official client is told of changes over ${carrier}, until it has heard enough`, async (t) => {
    const client = await connect(t, open)
    const changed = gate<string>()
    const updated = gate<string>()
    client.setNotificationHandler('notifications/tools/list_changed', () => changed.open('tools'))
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.open(params.uri))
    const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ['note:1', 'nope:1'] })
    t.same(subscription.honoredFilter, { toolsListChanged: true, resourceSubscriptions: ['note:1'] })
    await client.callTool({ name: 'touch' })
    t.same([await changed.promise, await updated.promise], ['tools', 'note:1'])
    await subscription.close()
    t.equal(await subscription.closed, 'local')
    t.match((await client.callTool({ name: 'touch' })).content, [{ text: 'touched' }])
  })

  t.test(`the official client answers what it is asked over ${carrier}`, async (t) => {
    const client = await connect(t, open)
    t.match((await client.callTool({ name: 'interview' })).content, [{ text: 'Ada decline m 2' }])
    t.match((await client.getPrompt({ name: 'greet', arguments: { who: '?' } })).messages, [{ content: { text: 'Greet Ada.' } }])
  })
}

t.test('a subscription of the official client ends well when the server closes', async (t) => {
  const app = await serve(t, features.catalog, features)
  const client = await connect(t, async () => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${await listen(app)}/mcp`)))
  const subscription = await client.listen({ toolsListChanged: true })
  await app.close()
  t.equal(await subscription.closed, 'graceful')
})

t.test('the official client of 2025-11-25 drives the same over stdio', async (t) => {
  const client = new LegacyClient({ name: 'legacy', version: '1.0.0' }, { capabilities: ABLE })
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => params.mode === 'url' ? { action: 'decline' } : { action: 'accept', content: { name: 'Ada' } })
  client.setRequestHandler(CreateMessageRequestSchema, async () => ({ role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' }))
  client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: 'file:///x' }] }))
  const changed = gate()
  const updated = gate<string>()
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => changed.open())
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => updated.open(params.uri))
  await client.connect(new LegacyTransport(command))
  t.teardown(() => client.close())
  t.same((await client.listResources()).resources.map(({ uri }) => uri), ['note:1', 'note:2'])
  t.match((await client.readResource({ uri: 'note:///1999/x' })).contents, [{ text: '1999 x' }])
  await t.rejects(client.readResource({ uri: 'other:1' }), { code: -32002 })
  t.match((await client.getPrompt({ name: 'greet', arguments: { who: 'Bea' } })).messages, [{ content: { text: 'Greet Bea.' } }])
  t.same((await client.complete({ ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'Al' } })).completion.values, ['Alan'])
  const seen: unknown[] = []
  await client.callTool({ name: 'report' }, undefined, { onprogress ({ progress }) { seen.push(progress); client.callTool({ name: 'go' }) } })
  t.same(seen, [1])
  await client.setLoggingLevel('error')
  await client.subscribeResource({ uri: 'note:1' })
  await client.callTool({ name: 'touch' })
  await changed.promise
  t.equal(await updated.promise, 'note:1')
  await client.unsubscribeResource({ uri: 'note:1' })
  t.match((await client.callTool({ name: 'interview' })).content, [{ text: 'Ada decline m 1' }])
})
