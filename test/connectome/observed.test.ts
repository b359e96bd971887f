import t from 'tap'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { Type } from '@sinclair/typebox'
import Fastify from 'fastify'
import beamMcp, { allow, definePrompt, defineResource, defineResourceTemplate, defineTool, ToolError, type LiveServer } from '../../lib/index.ts'
import { canonical, exportObserved, hash, observe, parse, sidecar, verifyExport } from '../../lib/connectome/index.ts'
import { listening, StreamClient } from '../helpers/event-stream.ts'
import { call, optionsOf, post, rpc, serve, type Offer } from '../helpers/mcp.ts'
import { echo, gate } from '../helpers/tools.ts'

const fails = defineTool({ name: 'fails', handler () { throw new Error('x') } })
const offer: Offer = {
  tools: [echo, fails],
  resources: [defineResource({ uri: 'note:1', name: 'one', handler: () => 'x' }), defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'notes', handler: () => 'x' })],
  prompts: [definePrompt({ name: 'greet', handler: () => 'x' })]
}
const hi = call('echo', { text: 'hi' })

/** The weights of a collector's edges, by where they lead. */
function weights (collector: ReturnType<typeof observe>): Record<string, unknown> {
  return Object.fromEntries(collector.snapshot().graph.edges.map(({ to, weight }) => [to, weight]))
}

t.test('a snapshot has the server, an edge for each part that was called, and its count', async (t) => {
  const app = await serve(t, offer)
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  t.same(collector.snapshot().graph.edges, [], 'nothing was called yet')
  for (const message of [hi, hi, call('fails'), rpc('resources/read', { uri: 'note:1' }), rpc('resources/read', { uri: 'note:///7' }), rpc('resources/read', { uri: 'note:///8' }), rpc('prompts/get', { name: 'greet' })]) await post(app, message)
  const { graph, window } = collector.snapshot()
  const edge = (kind: string, to: string, weight: number): object => ({ from: 'test-server/server', kind, provenance: 'observed', sign: 'unknown', to, weight })
  t.same(graph, {
    schemaVersion: 1,
    nodes: [
      { id: 'test-server/prompt/greet', kind: 'prompt', labels: {}, level: 'server' },
      { id: 'test-server/resource/note:%2F%2F%2F{id}', kind: 'resource', labels: {}, level: 'server' },
      { id: 'test-server/resource/note:1', kind: 'resource', labels: {}, level: 'server' },
      { id: 'test-server/server', kind: 'server', labels: {}, level: 'server' },
      { id: 'test-server/tool/echo', kind: 'tool', labels: {}, level: 'server' },
      { id: 'test-server/tool/fails', kind: 'tool', labels: {}, level: 'server' }
    ],
    edges: [
      edge('read', 'test-server/prompt/greet', 1),
      edge('read', 'test-server/resource/note:%2F%2F%2F{id}', 2),
      edge('read', 'test-server/resource/note:1', 1),
      edge('invoke', 'test-server/tool/echo', 2),
      edge('invoke', 'test-server/tool/fails', 1)
    ]
  })
  t.ok(Date.parse(window.started_at) <= Date.parse(window.ended_at))
  t.same(parse(canonical(graph)).edges.length, 5)
})

t.test('latency is counted of calls that have ended, in microseconds', async (t) => {
  const app = await serve(t, offer)
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  for (const message of [hi, hi, call('fails')]) await post(app, message)
  const [ofEcho, ofFails] = collector.latency()
  t.match(ofEcho, { from: 'test-server/server', to: 'test-server/tool/echo', count: 2 })
  t.match(ofFails, { to: 'test-server/tool/fails', count: 1 })
  t.ok(ofEcho !== undefined && ofEcho.mean > 0 && ofEcho.mean <= ofEcho.max && ofEcho.max < 60_000_000)
})

t.test('a call that was aborted is counted once, and its latency when its handler has ended', async (t) => {
  const started = gate()
  const go = gate()
  const app = await listening(await serve(t, [defineTool({ name: 'hangs', async handler (_args, { progress }) { progress(1); started.open(); await go.promise; return 'x' } })]))
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  const client = await StreamClient.open(app, rpc('tools/call', { name: 'hangs', _meta: { progressToken: 1 } }))
  await started.promise
  client.leave()
  t.same(weights(collector), { 'test-server/tool/hangs': 1 })
  t.match(collector.latency(), [{ count: 0, mean: 0, max: 0 }])
  const ended = gate()
  const onEnd = (): void => ended.open()
  subscribe('tracing:beam-mcp:dispatch:asyncEnd', onEnd)
  go.open()
  await ended.promise
  unsubscribe('tracing:beam-mcp:dispatch:asyncEnd', onEnd)
  t.match(collector.latency(), [{ count: 1 }])
  t.same(weights(collector), { 'test-server/tool/hangs': 1 })
})

t.test('several collectors count each for itself, and one of a server that shares its name counts that one alone', async (t) => {
  const [app, twin] = [await serve(t, offer), await serve(t, offer)]
  const collectors = [observe({ server: app.mcp }), observe({ server: app.mcp }), observe({ server: twin.mcp })]
  t.teardown(() => { for (const collector of collectors) collector.stop() })
  await post(app, hi)
  collectors[1]?.stop()
  await post(app, hi)
  await post(twin, call('fails'))
  t.same(collectors[0] && weights(collectors[0]), { 'test-server/tool/echo': 2 })
  t.same(collectors[2] && weights(collectors[2]), { 'test-server/tool/fails': 1 })
})

t.test('of several servers in one app, each is found by its path', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(beamMcp, { ...optionsOf([echo]), prefix: '/a' })
  await app.register(beamMcp, { ...optionsOf([echo]), prefix: '/b' })
  const collector = observe({ server: app.mcp.servers.get('/b/mcp') as LiveServer })
  t.teardown(() => collector.stop())
  await post(app, hi, {}, { url: '/a/mcp' })
  t.same(weights(collector), {})
  await post(app, hi, {}, { url: '/b/mcp' })
  t.same(weights(collector), { 'test-server/tool/echo': 1 })
})

t.test('reset begins anew; a call that runs meanwhile belongs to neither window', async (t) => {
  const go = gate()
  const started = gate()
  const app = await serve(t, [echo, defineTool({ name: 'slow', async handler () { started.open(); await go.promise; return 'x' } })])
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  const slow = post(app, call('slow'))
  await started.promise
  const before = collector.snapshot().window
  collector.reset()
  await post(app, hi)
  go.open()
  await slow
  t.same(weights(collector), { 'test-server/tool/echo': 1 })
  t.same(collector.latency().map(({ to, count }) => [to, count]), [['test-server/tool/echo', 1]])
  t.ok(Date.parse(collector.snapshot().window.started_at) >= Date.parse(before.started_at))
})

t.test('a collector that was stopped refuses, and counts nothing more; another begins from nothing', async (t) => {
  const app = await serve(t, offer)
  const collector = observe({ server: app.mcp })
  await post(app, hi)
  collector.stop()
  collector.stop()
  for (const ask of [() => collector.snapshot(), () => collector.latency(), () => collector.reset()]) t.throws(ask, { code: 'BMCP_ERR_NOT_OBSERVING', message: /was stopped/ })
  const next = observe({ server: app.mcp })
  t.teardown(() => next.stop())
  t.same(weights(next), {})
  await post(app, hi)
  t.same(weights(next), { 'test-server/tool/echo': 1 })
})

t.test('what is no server is refused', async (t) => {
  for (const options of [undefined, {}, { server: null }, { server: Fastify() }, { server: { name: 'x' } }]) t.throws(() => observe(options as Parameters<typeof observe>[0]), { code: 'BMCP_ERR_OBSERVE_INVALID', message: /fastify\.mcp/ })
})

t.test('what was called in vain is not there, and size is bounded by the parts', async (t) => {
  const app = await serve(t, offer)
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  for (let time = 0; time < 50; time++) await post(app, rpc('resources/read', { uri: `note:///${time}` }))
  await post(app, call('echo', { text: 7 }))
  await post(app, call('nope'))
  t.same(weights(collector), { 'test-server/resource/note:%2F%2F%2F{id}': 50 })
})

t.test('nothing of what went in or came out is in an event, a row, a byte, the sidecar or the latency', async (t) => {
  const MARK = 'MARKER-7f3a'
  const Args = Type.Object({ deep: Type.Array(Type.Object({ text: Type.String() })), how: Type.String() })
  const marked = defineTool({
    name: 'marked',
    inputSchema: Args,
    handler ({ deep, how }) {
      if (how === 'throw') throw new Error(deep[0]?.text)
      if (how === 'fail') throw new ToolError(deep[0]?.text ?? '')
      return deep
    }
  })
  const app = await serve(t, { tools: [marked], resources: [defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'notes', handler: ({ variables: { id } }) => id })], prompts: [definePrompt({ name: 'says', arguments: Type.Object({ what: Type.String() }), handler: ({ what }) => what })] }, { authorize: ({ headers }) => allow({ sub: headers['x-user'] }) })
  const events: string[] = []
  const keep = (event: unknown): void => { events.push(inspect(event, { depth: 10, showHidden: true })) }
  for (const name of ['start', 'asyncEnd']) {
    subscribe(`tracing:beam-mcp:dispatch:${name}`, keep)
    t.teardown(() => unsubscribe(`tracing:beam-mcp:dispatch:${name}`, keep))
  }
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  const answers: string[] = []
  for (const message of [
    ...['return', 'throw', 'fail'].map((how) => call('marked', { deep: [{ text: MARK }], how }, MARK)),
    rpc('resources/read', { uri: `note:///${MARK}`, _meta: { baggage: MARK } }, MARK),
    rpc('prompts/get', { name: 'says', arguments: { what: MARK } }, MARK)
  ]) answers.push((await post(app, message, { 'x-user': MARK, 'x-other': MARK })).text)
  t.ok(answers.every((text) => text.includes(MARK)), 'the marker did go through')
  const { graph } = collector.snapshot()
  t.equal(events.length, 10)
  for (const text of [...events, canonical(graph).toString(), JSON.stringify(sidecar(graph)), JSON.stringify(collector.latency()), JSON.stringify(exportObserved(collector)), inspect(collector, { depth: 10, showHidden: true })]) t.notMatch(text, MARK)
})

t.test('the export is what the file of --observe holds', async (t) => {
  const app = await serve(t, offer)
  const collector = observe({ server: app.mcp })
  t.teardown(() => collector.stop())
  await post(app, hi)
  const exported = exportObserved(collector)
  t.same(Object.keys(exported), ['graph', 'hash', 'sidecar', 'latency', 'window'])
  t.equal(exported.hash, hash(collector.snapshot().graph))
  t.match(verifyExport(JSON.stringify(exported)), { kind: 'graph', nodes: 2, edges: 1, hash: exported.hash })
  t.same(exported.sidecar, { schema_version: 1, weights: [{ from: 'test-server/server', kind: 'invoke', provenance: 'observed', to: 'test-server/tool/echo', weight: 1 }] })
})
