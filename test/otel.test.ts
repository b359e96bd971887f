import t, { type Test } from 'tap'
import { AsyncLocalStorage } from 'node:async_hooks'
import { context, metrics, propagation, ROOT_CONTEXT, trace, type Context, type ContextManager, type Meter } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { Type } from '@sinclair/typebox'
import { definePrompt, defineResource, defineResourceTemplate, defineTool, ToolError } from '../lib/index.ts'
import { createInstrumentation } from '../lib/otel.ts'
import { call, post, rpc, serve, type Offer } from './helpers/mcp.ts'
import { StdioClient } from './helpers/stdio.ts'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

/** Node's own, as the SDK's package for Node has it. */
class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>()
  active (): Context { return this.#storage.getStore() ?? ROOT_CONTEXT }
  with<A extends unknown[], F extends (...args: A) => ReturnType<F>> (given: Context, fn: F, self?: ThisParameterType<F>, ...args: A): ReturnType<F> { return this.#storage.run(given, () => fn.apply(self, args)) }
  bind<T> (_given: Context, target: T): T { return target }
  enable (): this { return this }
  disable (): this { return this }
}

/** Reads `traceparent` alone: the W3C propagator of the SDK, as far as it is needed. */
propagation.setGlobalPropagator({
  inject () {},
  fields: () => ['traceparent'],
  extract (base, carrier, getter) {
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(getter.get(carrier, 'traceparent'))) ?? []
    return traceId === undefined || spanId === undefined ? base : trace.setSpanContext(base, { traceId, spanId, traceFlags: 1, isRemote: true })
  }
})
context.setGlobalContextManager(new AsyncContexts())

/** What is recorded: spans, and the points of the histogram. */
function recording () {
  const exporter = new InMemorySpanExporter()
  const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('test')
  const points: Array<[value: number, attributes: unknown]> = []
  const histograms: unknown[] = []
  const meter = { ...metrics.getMeter('test'), createHistogram (...args: unknown[]) { histograms.push(args); return { record (value: number, attributes: unknown) { points.push([value, attributes]) } } } } as unknown as Meter
  return { tracer, exporter, points, histograms, instrumentation: createInstrumentation({ tracer, meter }) }
}

const offer: Offer = {
  tools: [
    defineTool({ name: 'echo', inputSchema: Type.Object({ text: Type.String() }), handler: async ({ text }) => text }),
    defineTool({ name: 'fails', inputSchema: Type.Object({ text: Type.String() }), handler ({ text }) { throw new ToolError(text) } }),
    defineTool({ name: 'breaks', inputSchema: Type.Object({ text: Type.String() }), handler ({ text }) { throw new Error(text) } })
  ],
  resources: [defineResource({ uri: 'note:1', name: 'one', handler: () => 'x' }), defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'notes', handler: () => { throw new (class extends Error {})() } })],
  prompts: [definePrompt({ name: 'greet', handler: () => 'x' })]
}

async function started (t: Test) {
  const recorded = recording()
  return { ...recorded, app: await serve(t, offer, { instrumentation: recorded.instrumentation }) }
}

t.test('a call is a span of a server, after the conventions for MCP', async (t) => {
  const { app, exporter } = await started(t)
  for (const message of [call('echo', { text: 'x' }, 7), rpc('resources/read', { uri: 'note:1' }), rpc('resources/read', { uri: 'note:///7' }), rpc('prompts/get', { name: 'greet' }, 'id')]) await post(app, message)
  const common = { 'mcp.protocol.version': '2026-07-28', 'network.transport': 'tcp' }
  t.same(exporter.getFinishedSpans().map(({ name, kind, attributes }) => [name, kind, attributes]), [
    ['tools/call echo', 1, { 'mcp.method.name': 'tools/call', ...common, 'gen_ai.tool.name': 'echo', 'gen_ai.operation.name': 'execute_tool', 'jsonrpc.request.id': '7' }],
    ['resources/read', 1, { 'mcp.method.name': 'resources/read', ...common, 'mcp.resource.uri': 'note:1', 'jsonrpc.request.id': '1' }],
    ['resources/read', 1, { 'mcp.method.name': 'resources/read', ...common, 'jsonrpc.request.id': '1', 'error.type': '-32603' }],
    ['prompts/get greet', 1, { 'mcp.method.name': 'prompts/get', ...common, 'gen_ai.prompt.name': 'greet', 'jsonrpc.request.id': 'id' }]
  ])
})

t.test('its parent is the trace context of _meta, with a link to what was active; without one it is what was active', async (t) => {
  const { app, tracer, exporter } = await started(t)
  const around = tracer.startSpan('POST /mcp')
  const message = rpc('tools/call', { name: 'echo', arguments: { text: 'x' }, _meta: { traceparent: PARENT } })
  await context.with(trace.setSpan(ROOT_CONTEXT, around), async () => {
    await post(app, message)
    await post(app, call('echo', { text: 'x' }))
  })
  await post(app, message)
  t.match(exporter.getFinishedSpans().map(({ parentSpanContext, links }) => [parentSpanContext?.spanId, links.map(({ context: { spanId } }) => spanId)]), [
    ['b7ad6b7169203331', [around.spanContext().spanId]],
    [around.spanContext().spanId, []],
    ['b7ad6b7169203331', []]
  ])
})

t.test('it is active while the code runs, also after a wait', async (t) => {
  const { instrumentation, exporter } = recording()
  let seen: unknown
  const tool = defineTool({ name: 'looks', async handler () { await Promise.resolve(); seen = trace.getSpanContext(context.active())?.spanId; return 'x' } })
  await post(await serve(t, [tool], { instrumentation }), call('looks'))
  t.equal(seen, exporter.getFinishedSpans()[0]?.spanContext().spanId)
})

t.test('an error has a type and no text, and nothing else has a payload', async (t) => {
  const { app, exporter, points } = await started(t)
  const MARK = 'MARKER-7f3a'
  for (const name of ['echo', 'fails', 'breaks']) await post(app, rpc('tools/call', { name, arguments: { text: MARK }, _meta: { baggage: `a=${MARK}` } }))
  await post(app, rpc('resources/read', { uri: `note:///${MARK}` }))
  t.same(exporter.getFinishedSpans().map(({ status, attributes }) => [status, attributes['error.type']]), [
    [{ code: 0 }, undefined], [{ code: 2 }, 'tool_error'], [{ code: 2 }, '-32603'], [{ code: 2 }, '-32603']
  ])
  t.notMatch(JSON.stringify(exporter.getFinishedSpans().map(({ name, attributes, events, links, status }) => [name, attributes, events, links, status])), MARK)
  t.notMatch(JSON.stringify(points), MARK)
})

t.test('the duration is recorded in seconds, by attributes of few values', async (t) => {
  const { app, points, histograms } = await started(t)
  await post(app, call('fails', { text: 'x' }, 'an id of many'))
  t.match(histograms, [['mcp.server.operation.duration', { unit: 's' }]])
  const [[value, attributes] = [0, {}]] = points
  t.ok(value > 0 && value < 60)
  t.same(attributes, { 'mcp.method.name': 'tools/call', 'mcp.protocol.version': '2026-07-28', 'network.transport': 'tcp', 'gen_ai.tool.name': 'fails', 'gen_ai.operation.name': 'execute_tool', 'error.type': 'tool_error' })
})

t.test('over stdio the transport is a pipe, and a missing resource has the code of its revision', async (t) => {
  const { instrumentation, exporter } = recording()
  const { ResourceNotFound } = await import('../lib/index.ts')
  const client = new StdioClient({ resources: [defineResource({ uri: 'gone:1', name: 'gone', handler () { throw new ResourceNotFound() } })] }, { instrumentation })
  client.send({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'gone:1' } })
  client.send(rpc('resources/read', { uri: 'gone:1' }, 2))
  await client.answer(1)
  await client.answer(2)
  t.same(exporter.getFinishedSpans().map(({ attributes }) => [attributes['network.transport'], attributes['mcp.protocol.version'], attributes['error.type']]), [['pipe', '2025-11-25', '-32002'], ['pipe', '2026-07-28', '-32602']])
  await client.end()
})

t.test('without an SDK it does nothing', async (t) => {
  const app = await serve(t, offer, { instrumentation: createInstrumentation() })
  t.equal((await post(app, call('echo', { text: 'x' }))).body.result.content[0].text, 'x')
})
