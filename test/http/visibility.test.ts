import t from 'tap'
import { Type } from '@sinclair/typebox'
import { allow, definePrompt, defineResource, defineResourceTemplate, defineTool, type BeamMcpOptions, type CatalogEntry } from '../../lib/index.ts'
import { call, keepLogs, post, rpc, serve } from '../helpers/mcp.ts'

const inputSchema = Type.Object({ region: Type.String({ 'x-mcp-header': 'Region' }) })
const offer = {
  tools: [defineTool({ name: 'open', handler: () => 'x' }), defineTool({ name: 'secret', mode: 'admin', inputSchema, handler: () => 'x' })],
  resources: [
    defineResource({ uri: 'x:open', name: 'open', handler: () => 'x' }),
    defineResource({ uri: 'x:secret', name: 'secret', handler: () => 'x' }),
    defineResourceTemplate({ uriTemplate: 'open:{id}', name: 'open', handler: () => 'x' }),
    defineResourceTemplate({ uriTemplate: 'secret:{id}', name: 'secret', complete: { id: () => ['1'] }, handler: () => 'x' })
  ],
  prompts: [definePrompt({ name: 'open', handler: () => 'x' }), definePrompt({ name: 'secret', arguments: Type.Object({ a: Type.Optional(Type.String()) }), complete: { a: () => ['1'] }, handler: () => 'x' })]
}
const options: Partial<BeamMcpOptions> = {
  authorize: ({ headers }) => allow(headers.authorization),
  visible: ({ name }, principal) => name !== 'secret' || (principal as unknown) === 'admin'
}
const admin = { authorization: 'admin' }

t.test('a caller is listed what it may see alone', async (t) => {
  const app = await serve(t, offer, options)
  for (const [method, member] of [['tools/list', 'tools'], ['resources/list', 'resources'], ['resources/templates/list', 'resourceTemplates'], ['prompts/list', 'prompts']] as const) {
    t.same((await post(app, rpc(method))).body.result[member].map(({ name }: { name: string }) => name), ['open'], method)
    t.equal((await post(app, rpc(method), admin)).body.result[member].length, 2, method)
  }
})

t.test('what is not visible answers exactly as if it did not exist', async (t) => {
  const app = await serve(t, offer, options)
  const without = await serve(t, { tools: [offer.tools[0] as never], resources: [offer.resources[0] as never, offer.resources[2] as never], prompts: [offer.prompts[0] as never] }, { ...options, capabilities: { completions: true } })
  const messages = [
    call('secret', { region: 'x' }),
    call('secret', []),
    rpc('resources/read', { uri: 'x:secret' }),
    rpc('resources/read', { uri: 'secret:1' }),
    rpc('prompts/get', { name: 'secret' }),
    rpc('completion/complete', { ref: { type: 'ref/prompt', name: 'secret' }, argument: { name: 'a', value: '' } }),
    rpc('completion/complete', { ref: { type: 'ref/resource', uri: 'secret:{id}' }, argument: { name: 'id', value: '' } })
  ]
  for (const message of messages) {
    const [hidden, absent] = [await post(app, message), await post(without, message)]
    t.same([hidden.status, hidden.text], [absent.status, absent.text], JSON.stringify(message.params))
    t.ok(hidden.body.error)
    t.notOk((await post(app, message, { ...admin, 'mcp-param-region': 'x' })).body.error?.code === hidden.body.error.code && message.params?.arguments !== undefined && !Array.isArray(message.params.arguments))
  }
  t.ok((await post(app, call('secret', { region: 'x' }), { ...admin, 'mcp-param-region': 'x' })).body.result)
})

t.test('the host is given the entry as it was declared', async (t) => {
  const seen: CatalogEntry[] = []
  const app = await serve(t, offer, { visible: (entry) => seen.push(entry) > 0 })
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) await post(app, rpc(method))
  t.same(seen.map(({ kind, name }) => [kind, name]), ['tool', 'resource', 'resource_template', 'prompt'].flatMap((kind) => [[kind, 'open'], [kind, 'secret']]))
  const tool = seen.find((entry) => entry.kind === 'tool' && entry.name === 'secret')
  t.equal(tool?.kind === 'tool' && tool.declaration.mode, 'admin')
})

t.test('where the host cannot say, nothing is visible, and the log has it', async (t) => {
  for (const visible of [() => { throw new Error('x') }, () => 'yes', async () => true]) {
    const logs = keepLogs()
    const app = await serve(t, offer, { visible: visible as never }, { logger: logs.options })
    t.same((await post(app, rpc('tools/list'))).body.result.tools, [])
    t.match((await post(app, call('open'))).body.error, { code: -32602, message: /unknown tool/ })
    t.match(logs.lines.find(({ level }) => level === 50)?.msg, /"visible" failed: tool "open" was hidden/)
  }
})
