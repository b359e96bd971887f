import t from 'tap'
import { Type } from '@sinclair/typebox'
import { defineTool } from '../../lib/index.ts'
import { call, keepLogs, post, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const annotated = defineTool({
  name: 'annotated',
  inputSchema: Type.Object({
    region: Type.Optional(Type.String({ 'x-mcp-header': 'Region' })),
    count: Type.Optional(Type.Integer({ 'x-mcp-header': 'Count' })),
    dry: Type.Optional(Type.Boolean({ 'x-mcp-header': 'Dry' })),
    maybe: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], 'x-mcp-header': 'Maybe' })),
    level: Type.Optional(Type.Unsafe<'low' | 'high'>({ enum: ['low', 'high'], 'x-mcp-header': 'Level' })),
    nested: Type.Optional(Type.Object({ 'a/b~c': Type.Optional(Type.String({ 'x-mcp-header': 'Deep' })) }))
  }),
  handler: () => 'ran'
})

t.test('a value in the body needs its header, equal by the type of the value', async (t) => {
  const app = await serve(t, [annotated])
  const passes: Array<[object, Record<string, string>]> = [
    [{ region: 'north' }, { 'mcp-param-region': 'north' }],
    [{ region: 'north' }, { 'MCP-PARAM-REGION': '  north ' }],
    [{ region: '' }, { 'mcp-param-region': '' }],
    [{ region: 'ünï' }, { 'mcp-param-region': '=?base64?w7xuw68=?=' }],
    [{ region: ' padded ' }, { 'mcp-param-region': '=?base64?IHBhZGRlZCA=?=' }],
    [{ region: '=?base64?literal?=' }, { 'mcp-param-region': '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=' }],
    [{ region: '=?BASE64?eA==?=' }, { 'mcp-param-region': '=?BASE64?eA==?=' }],
    [{ count: 42 }, { 'mcp-param-count': '42' }],
    [{ count: 42 }, { 'mcp-param-count': '42.0' }],
    [{ count: -7 }, { 'mcp-param-count': '-7.00' }],
    [{ count: 9_007_199_254_740_991 }, { 'mcp-param-count': '9007199254740991' }],
    [{ dry: true }, { 'mcp-param-dry': 'true' }],
    [{ dry: false }, { 'mcp-param-dry': 'false' }],
    [{ level: 'high' }, { 'mcp-param-level': 'high' }],
    [{ nested: { 'a/b~c': 'x' } }, { 'mcp-param-deep': 'x' }],
    [{ maybe: null }, {}],
    [{ region: 'north' }, { 'mcp-param-region': 'north', 'mcp-param-unknown': 'whatever' }],
    [{}, {}]
  ]
  for (const [args, headers] of passes) {
    const { status, body } = await post(app, call('annotated', args), headers)
    t.equal(status, 200, JSON.stringify([args, headers]))
    t.equal(body.result.content[0].text, 'ran')
  }
})

t.test('anything else is a mismatch that names the header and repeats nothing of it', async (t) => {
  const app = await serve(t, [annotated])
  const differs = (header: string, argument: string): string => `Mcp-Param-${header} differs from arguments.${argument}`
  const refused: Array<[object, Record<string, string>, string]> = [
    [{ region: 'north' }, {}, 'Mcp-Param-Region is missing, but arguments.region is there'],
    [{ region: 'north' }, { 'mcp-param-region': 'North' }, differs('Region', 'region')],
    [{ region: 'north' }, { 'mcp-param-region': '=?base64?bm9ydGg?=' }, differs('Region', 'region')],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }, differs('Region', 'region')],
    [{}, { 'mcp-param-region': 'north' }, 'Mcp-Param-Region is there, but arguments.region is not'],
    [{ maybe: null }, { 'mcp-param-maybe': 'null' }, 'Mcp-Param-Maybe is there, but arguments.maybe is not'],
    [{ count: 42 }, { 'mcp-param-count': '0x2a' }, differs('Count', 'count')],
    [{ count: 10 }, { 'mcp-param-count': '1e1' }, differs('Count', 'count')],
    [{ count: 42 }, { 'mcp-param-count': '42.5' }, differs('Count', 'count')],
    [{ count: 42 }, { 'mcp-param-count': '' }, differs('Count', 'count')],
    [{ count: 9_007_199_254_740_992 }, { 'mcp-param-count': '9007199254740992' }, differs('Count', 'count')],
    [{ count: '42' }, { 'mcp-param-count': '42.0' }, differs('Count', 'count')],
    [{ count: 1.5 }, { 'mcp-param-count': '1.50' }, differs('Count', 'count')],
    [{ dry: true }, { 'mcp-param-dry': 'True' }, differs('Dry', 'dry')],
    [{ dry: true }, { 'mcp-param-dry': '1' }, differs('Dry', 'dry')],
    [{ nested: { 'a/b~c': 'x' } }, { 'mcp-param-deep': 'y' }, differs('Deep', 'nested.a/b~c')],
    [{ nested: 'x' }, { 'mcp-param-deep': 'x' }, 'Mcp-Param-Deep is there, but arguments.nested.a/b~c is not']
  ]
  for (const [args, headers, text] of refused) {
    const { status, body } = await post(app, call('annotated', args), headers)
    t.equal(status, 400, JSON.stringify([args, headers]))
    t.same(body, { jsonrpc: '2.0', id: 1, error: { code: -32020, message: `Header mismatch: ${text}` } })
  }
})

t.test('a value of a wrong type whose header fits is left to the schema, and so are objects and arrays', async (t) => {
  const app = await serve(t, [annotated])
  for (const [args, headers] of [[{ count: '42' }, { 'mcp-param-count': '42' }], [{ count: 1.5 }, { 'mcp-param-count': '1.5' }], [{ region: 7 }, { 'mcp-param-region': '7' }], [{ region: {} }, {}], [{ region: [] }, { 'mcp-param-region': 'x' }]] as const) {
    const { status, body } = await post(app, call('annotated', args), headers)
    t.equal(status, 200, JSON.stringify(args))
    t.equal(body.result.isError, true)
  }
})

t.test('each copy of a parameter header counts, in either order', async (t) => {
  const app = await serve(t, [annotated])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const body = JSON.stringify(call('annotated', { region: 'a' }))
  for (const [first, second, status] of [['a', 'a', 200], ['a', 'b', 400], ['b', 'a', 400]] as const) {
    client.write(rawRequest(['Content-Type: application/json', 'MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', 'Mcp-Name: annotated', `Mcp-Param-Region: ${first}`, `mcp-param-REGION: ${second}`, `Content-Length: ${body.length}`], body))
    t.equal((await client.answer()).status, status, `${first} then ${second}`)
  }
})

t.test('a forbidden annotation is the fault of its host: that tool alone answers 500', async (t) => {
  const { lines, options } = keepLogs('info')
  const broken = defineTool({ name: 'broken', inputSchema: Type.Object({ n: Type.Number({ 'x-mcp-header': 'N' }) }), handler: () => 'ran' })
  const app = await serve(t, [broken, echo], {}, { logger: options })
  await app.ready()
  const told = (): number => lines.filter(({ err }) => err?.code === 'BMCP_ERR_HEADER_PARAM_INVALID' && err.message.includes('"broken"')).length
  t.equal(told(), 1, 'when declared')
  const { status, body } = await post(app, call('broken', { n: 1 }), { 'mcp-param-n': '1' })
  t.equal(status, 500)
  t.same(body, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } })
  t.equal(told(), 2, 'and at each call')
  t.equal((await post(app, call('echo', { text: 'x' }))).status, 200)
})

t.test('a property without a type is enforced, and the log warns once', async (t) => {
  const { lines, options } = keepLogs('info')
  const app = await serve(t, [annotated], {}, { logger: options })
  await app.ready()
  t.equal(lines.filter(({ level, msg }) => level === 40 && msg.includes('level')).length, 1)
})
