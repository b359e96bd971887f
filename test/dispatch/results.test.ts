import t, { type Test } from 'tap'
import { Type } from '@sinclair/typebox'
import { audio, defineTool, embeddedResource, image, resourceLink, text, ToolError, toolResult, type OutputSchema } from '../../lib/index.ts'
import { call, keepLogs, post, serve, SERVER_META } from '../helpers/mcp.ts'

/** What the wire carries of what a handler gives. */
async function resultOf (t: Test, value: unknown, outputSchema?: OutputSchema): Promise<any> {
  const tool = defineTool({ name: 'tool', handler: () => value as string, ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as Record<string, unknown> }) })
  const app = await serve(t, [tool])
  const { status, body } = await post(app, call('tool'))
  t.equal(status, 200)
  if (body.error !== undefined) return body.error
  const { resultType, _meta, ...result } = body.result
  t.equal(resultType, 'complete')
  t.match(_meta, SERVER_META)
  return result
}

const internal = { code: -32603, message: 'Internal error' }

t.test('a text becomes text', async (t) => {
  for (const value of ['hi', '']) t.same(await resultOf(t, value), { content: [{ type: 'text', text: value }] })
  t.same(await resultOf(t, Promise.resolve('later')), { content: [{ type: 'text', text: 'later' }] })
})

t.test('an object or a list becomes structured content, and its JSON as text', async (t) => {
  for (const value of [{ a: 1 }, {}, [1, 2], [], { type: 'text', text: 'made by hand' }]) t.same(await resultOf(t, value), { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value })
})

t.test('a number, a boolean or null becomes its JSON as text', async (t) => {
  for (const value of [0, 1.5, true, false, null]) t.same(await resultOf(t, value), { content: [{ type: 'text', text: JSON.stringify(value) }] })
})

t.test('with an output schema every value is structured: 0, "", false and null are values', async (t) => {
  for (const [value, schema] of [[0, Type.Number()], ['', Type.String()], ['x', Type.String()], [false, Type.Boolean()], [null, Type.Null()], [[1], Type.Array(Type.Number())], [{ a: 1 }, Type.Object({ a: Type.Number() })]] as const) {
    t.same(await resultOf(t, value, schema), { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value })
  }
})

t.test('content of each kind, alone and in lists, with annotations', async (t) => {
  const annotations = { audience: ['user' as const], priority: 0.5, lastModified: '2026-12-01T00:00:00Z' }
  const meta = { 'com.example/x': 1 }
  t.same(await resultOf(t, text('x', { annotations, meta })), { content: [{ type: 'text', text: 'x', annotations, _meta: meta }] })
  t.same(await resultOf(t, image(Buffer.from('PNG'), 'image/png', { annotations })), { content: [{ type: 'image', data: 'UE5H', mimeType: 'image/png', annotations }] })
  t.same(await resultOf(t, image('UE5H', 'image/png')), { content: [{ type: 'image', data: 'UE5H', mimeType: 'image/png' }] })
  t.same(await resultOf(t, audio(new Uint8Array([1, 2, 3]).subarray(1), 'audio/wav')), { content: [{ type: 'audio', data: 'AgM=', mimeType: 'audio/wav' }] })
  t.same(await resultOf(t, resourceLink({ uri: 'file:///a', name: 'a', title: 'A', size: 3, annotations, meta })), { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a', title: 'A', size: 3, annotations, _meta: meta }] })
  t.same(await resultOf(t, embeddedResource({ uri: 'file:///a', mimeType: 'text/plain', text: '' }, { annotations })), { content: [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: '' }, annotations }] })
  t.same(await resultOf(t, embeddedResource({ uri: 'file:///a', blob: Buffer.from('x'), meta })), { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'eA==', _meta: meta } }] })
  t.same(await resultOf(t, [text('a'), { ...text('b'), annotations }]), { content: [{ type: 'text', text: 'a' }, { type: 'text', text: 'b', annotations }] })
})

t.test('content that MCP cannot carry is refused where it is made', async (t) => {
  for (const make of [() => text(7 as never), () => image('not base64!', 'image/png'), () => image(7 as never, 'image/png'), () => image('', 'png'), () => audio('', 7 as never), () => resourceLink({ uri: 'x' } as never), () => resourceLink(undefined as never), () => embeddedResource({ text: 'x' } as never), () => embeddedResource({ uri: 'x', blob: 7 } as never)]) {
    t.throws(make, { code: 'BMCP_ERR_CONTENT_INVALID' })
  }
})

t.test('toolResult says what a plain value cannot', async (t) => {
  t.same(await resultOf(t, toolResult({ content: 'short' })), { content: [{ type: 'text', text: 'short' }] })
  t.same(await resultOf(t, toolResult({ content: text('one') })), { content: [{ type: 'text', text: 'one' }] })
  t.same(await resultOf(t, toolResult({ content: [text('one')], structuredContent: { a: 1 } })), { content: [{ type: 'text', text: 'one' }], structuredContent: { a: 1 } })
  t.same(await resultOf(t, toolResult({ structuredContent: 0 })), { content: [{ type: 'text', text: '0' }], structuredContent: 0 })
  t.same(await resultOf(t, toolResult({})), { content: [] })
  t.same(await resultOf(t, toolResult({ content: 'no', isError: true })), { content: [{ type: 'text', text: 'no' }], isError: true })
})

t.test('the _meta of a result stands beside ours', async (t) => {
  const app = await serve(t, [defineTool({ name: 'tool', handler: () => toolResult({ content: 'x', meta: { 'com.example/a': 1, 'io.modelcontextprotocol/serverInfo': 'forged' } }) })])
  t.same((await post(app, call('tool'))).body.result._meta, { 'com.example/a': 1, ...SERVER_META })
})

t.test('a result that its output schema refuses, or that lacks its value, is a fault of the host', async (t) => {
  const schema = Type.Object({ a: Type.Number() })
  for (const value of [{ a: 'x' }, {}, 'text', 7, undefined, text('only content'), [text('only content')], toolResult({ content: 'only content' }), toolResult({ structuredContent: { a: 'x' } })]) t.same(await resultOf(t, value, schema), internal)
})

t.test('the result of a failure is not held to the output schema', async (t) => {
  const schema = Type.Object({ a: Type.Number() })
  t.same(await resultOf(t, toolResult({ content: 'no', isError: true }), schema), { content: [{ type: 'text', text: 'no' }], isError: true })
  const app = await serve(t, [defineTool({ name: 'tool', outputSchema: schema, handler () { throw new ToolError('no') } })])
  t.same((await post(app, call('tool'))).body.result.content, [{ type: 'text', text: 'no' }])
})

t.test('the log says what was wrong with a result', async (t) => {
  const { lines, options } = keepLogs('info')
  const tools = [
    defineTool({ name: 'wrong', outputSchema: Type.Object({ a: Type.Number() }), handler: (() => ({ a: 'x' })) as never }),
    defineTool({ name: 'none', handler: (() => undefined) as never })
  ]
  const app = await serve(t, tools, {}, { logger: options })
  await post(app, call('wrong'))
  await post(app, call('none'))
  t.same(lines.filter(({ err }) => err?.code === 'BMCP_ERR_RESULT_INVALID').map(({ tool, err }) => [tool, err?.message]), [
    ['wrong', 'tool "wrong" returned what cannot be sent: structuredContent/a must be number'],
    ['none', 'tool "none" returned what cannot be sent: undefined has no JSON form: return a value, content, or toolResult({ … })']
  ])
})

t.test('a value with a then that throws is a fault like any other', async (t) => {
  t.same(await resultOf(t, Object.defineProperty({}, 'then', { get () { throw new Error('x') }, enumerable: true })), internal)
})
