import t, { type Test } from 'tap'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Type } from '@sinclair/typebox'
import { definePrompt, defineResource, defineResourceTemplate, defineTool, elicitForm, ResourceNotFound, ToolError, toolResult, type DispatchEvent } from '../../lib/index.ts'
import { call, post, rpc, serve } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

/** Everything that is published, as it was then. */
function listening (t: Test): Array<[when: 'start' | 'end', event: DispatchEvent]> {
  const seen: Array<['start' | 'end', DispatchEvent]> = []
  const onStart = (event: unknown): void => { seen.push(['start', { ...event as DispatchEvent }]) }
  const onEnd = (event: unknown): void => { seen.push(['end', { ...event as DispatchEvent }]) }
  subscribe('tracing:beam-mcp:dispatch:start', onStart)
  subscribe('tracing:beam-mcp:dispatch:asyncEnd', onEnd)
  t.teardown(() => {
    unsubscribe('tracing:beam-mcp:dispatch:start', onStart)
    unsubscribe('tracing:beam-mcp:dispatch:asyncEnd', onEnd)
  })
  return seen
}

t.test('each call that reaches the host is published when it begins and when it ends, as one object', async (t) => {
  const app = await serve(t, [echo])
  const objects: unknown[] = []
  const keep = (event: unknown): void => { objects.push(event) }
  for (const name of ['start', 'asyncEnd']) {
    subscribe(`tracing:beam-mcp:dispatch:${name}`, keep)
    t.teardown(() => unsubscribe(`tracing:beam-mcp:dispatch:${name}`, keep))
  }
  const seen = listening(t)
  await post(app, call('echo', { text: 'x' }))
  t.equal(objects.length, 2)
  t.equal(objects[0], objects[1])
  for (const [, event] of seen) t.same(Object.keys(event), ['server', 'serverId', 'kind', 'name', 'startedAt', 'outcome', 'durationMs'])
  t.match(seen, [
    ['start', { server: 'test-server', serverId: app.mcp.id, kind: 'tool', name: 'echo', startedAt: Number, outcome: undefined, durationMs: undefined }],
    ['end', { server: 'test-server', serverId: app.mcp.id, kind: 'tool', name: 'echo', startedAt: Number, outcome: 'completed', durationMs: Number }]
  ])
})

t.test('the end says how it ended, whatever the handler did', async (t) => {
  const Form = Type.Object({ a: Type.String() })
  const handlers: Array<[string, () => unknown, string]> = [
    ['returns', () => 'x', 'completed'],
    ['resolves', async () => 'x', 'completed'],
    ['throws', () => { throw new Error('x') }, 'fault'],
    ['rejects', async () => { throw new Error('x') }, 'fault'],
    ['returns-nothing', () => undefined, 'fault'],
    ['fails', () => { throw new ToolError('x') }, 'tool_error'],
    ['says-that-it-failed', () => toolResult({ content: 'x', isError: true }), 'tool_error']
  ]
  const asks = defineTool({ name: 'asks', handler: async (_args, { ask }) => String(await ask({ form: elicitForm({ message: 'x', requestedSchema: Form }) })) })
  const gone = defineResource({ uri: 'gone:1', name: 'gone', handler () { throw new ResourceNotFound() } })
  const refuses = definePrompt({ name: 'refuses', handler () { throw new ToolError('x') } })
  const app = await serve(t, { tools: [...handlers.map(([name, handler]) => defineTool({ name, handler: handler as () => string })), asks], resources: [gone], prompts: [refuses] })
  const seen = listening(t)
  for (const [name] of handlers) await post(app, call(name))
  await post(app, rpc('tools/call', { name: 'asks', _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } } }))
  await post(app, rpc('resources/read', { uri: 'gone:1' }))
  await post(app, rpc('prompts/get', { name: 'refuses' }))
  t.same(seen.filter(([when]) => when === 'end').map(([, { name, outcome }]) => [name, outcome]), [
    ...handlers.map(([name,, outcome]) => [name, outcome]), ['asks', 'input_required'], ['gone:1', 'not_found'], ['refuses', 'tool_error']
  ])
})

t.test('what is refused before it reaches the host is no call', async (t) => {
  const app = await serve(t, { tools: [echo], resources: [defineResource({ uri: 'a:1', name: 'a', handler: () => 'x' })] })
  const seen = listening(t)
  for (const message of [call('echo', { text: 7 }), call('nope'), rpc('resources/read', { uri: 'a:2' }), rpc('prompts/get', { name: 'x' }), rpc('tools/list'), rpc('resources/list')]) await post(app, message)
  t.same(seen, [])
})

t.test('of a template the template is named, not what was asked for', async (t) => {
  const app = await serve(t, { resources: [defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'notes', handler: () => 'x' })] })
  const seen = listening(t)
  await post(app, rpc('resources/read', { uri: 'note:///secret' }))
  t.same(seen.map(([, { kind, name }]) => [kind, name]), Array.from({ length: 2 }, () => ['resource_template', 'note:///{id}']))
})

t.test('a subscriber that comes in mid-call sees neither end', async (t) => {
  let seen: unknown[] = []
  const app = await serve(t, [defineTool({ name: 'late', handler: async () => { seen = listening(t); return 'x' } })])
  await post(app, call('late'))
  t.same(seen, [])
})
