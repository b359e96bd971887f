import t, { type Test } from 'tap'
import { Type, type TSchema } from '@sinclair/typebox'
import { defineTool, type InputSchema } from '../../lib/index.ts'
import { call, post, rpc, serve } from '../helpers/mcp.ts'

/** Declares a tool by a schema that may not be one. */
function declare (inputSchema: unknown, outputSchema?: unknown): ReturnType<typeof defineTool> {
  return defineTool({ name: 'odd', inputSchema: inputSchema as InputSchema, ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as TSchema }), handler: (args) => args as object }) as ReturnType<typeof defineTool>
}

function object (properties: object): object {
  return { type: 'object', properties }
}

function refused (t: Test, code: string, schema: unknown, place: RegExp | string): void {
  const error = t.throws(() => declare(schema)) as Error & { code?: string }
  t.equal(error?.code, code, String(place))
  t.match(error?.message, /^tool "odd": inputSchema/)
  t.match(error?.message, place)
}

t.test('2020-12 is the default dialect and draft-07 may be named; another is refused', async (t) => {
  const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false }
  const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#', ...object({ pair: tuple }) }
  const app = await serve(t, [declare(draft07)])
  t.same((await post(app, rpc('tools/list'))).body.result.tools[0].inputSchema, draft07, 'and stays as it was written')
  t.notOk((await post(app, call('odd', { pair: ['x'] }))).body.result.isError)
  t.equal((await post(app, call('odd', { pair: [7] }))).body.result.isError, true)
  t.equal((await post(app, call('odd', { pair: ['x', 'y'] }))).body.result.isError, true)
  for (const $schema of ['https://json-schema.org/draft/2019-09/schema', 'http://json-schema.org/draft-04/schema#', 7]) refused(t, 'BMCP_ERR_SCHEMA_DIALECT', { $schema, type: 'object' }, String($schema))
  refused(t, 'BMCP_ERR_SCHEMA_DIALECT', object({ a: { $schema: 'http://json-schema.org/draft-07/schema#' } }), /properties\/a/)
  t.doesNotThrow(() => declare({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...object({ a: { $schema: 'https://json-schema.org/draft/2020-12/schema' } }) }))
})

t.test('an invalid schema is refused with its place', async (t) => {
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { type: 'strin' } }), /properties\/a\/type/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { minimum: '1' } }), /properties\/a\/minimum/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { enum: 'x' } }), /properties\/a\/enum/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', { type: 'object', required: 'a' }, /required/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { maximum: { $data: '1/b' } } }), /maximum/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { type: 'array', items: [{ type: 'string' }] } }), /items/)
  t.throws(() => declare({ type: 'object' }, { type: 'nope' }), { code: 'BMCP_ERR_SCHEMA_INVALID', message: /outputSchema\/type/ })
})

t.test('a bad pattern and an unknown format are refused, wherever they stand', async (t) => {
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { type: 'string', pattern: '(' } }), /properties\/a/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { type: 'string', pattern: '\\-' } }), /u flag/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', { type: 'object', patternProperties: { '[': {} } }, /regular expression/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', object({ a: { anyOf: [{}, { not: { format: 'moon-phase' } }] } }), /anyOf\/1\/not\/format.*"moon-phase"/)
  t.doesNotThrow(() => declare(object({ a: { const: { pattern: '(' } }, b: { default: { $ref: 'http://x' } }, c: { enum: [{ format: 'moon-phase' }] } })), 'data is no schema')
})

t.test('a $ref that leaves the document or points at nothing is refused; no network is asked', async (t) => {
  for (const $ref of ['https://example.com/schema.json', 'other.json#/a', '#/$defs/missing', '#missing', '#/properties/a/%', '#/$defs/a~2']) refused(t, 'BMCP_ERR_SCHEMA_REF', object({ a: { $ref } }), 'resolves to nothing')
})

t.test('a $ref inside the document is followed', async (t) => {
  const schema = { ...object({ pointer: { $ref: '#/$defs/a~1b' }, anchor: { $ref: '#named' }, id: { $ref: 'urn:x' }, self: { $ref: '#' } }), $defs: { 'a/b': { type: 'string' }, c: { $anchor: 'named', type: 'number' }, d: { $id: 'urn:x', type: 'boolean' } } }
  const app = await serve(t, [declare(schema)])
  t.notOk((await post(app, call('odd', { pointer: 'x', anchor: 1, id: true, self: { pointer: 'y' } }))).body.result.isError)
  for (const args of [{ pointer: 1 }, { anchor: 'x' }, { id: 'x' }, { self: { pointer: 1 } }]) t.equal((await post(app, call('odd', args))).body.result.isError, true, JSON.stringify(args))
})

t.test('two names for one part of a schema are refused', async (t) => {
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', { ...object({}), $defs: { a: { $id: 'urn:x', type: 'string' }, b: { $id: 'urn:x', type: 'number' } } }, /resolves to more than one schema/)
})

t.test('TypeBox types with no JSON form are refused with their path', async (t) => {
  const types: Array<[TSchema, RegExp]> = [
    [Type.Date(), /properties\/a\/type/],
    [Type.RegExp(/x/), /properties\/a/],
    [Type.BigInt(), /properties\/a\/type/],
    [Type.Undefined(), /properties\/a\/type/],
    [Type.Symbol(), /properties\/a\/type/],
    [Type.Uint8Array(), /properties\/a\/type/],
    [Type.Function([], Type.Null()), /properties\/a/],
    [Type.Promise(Type.Null()), /properties\/a\/type/],
    [Type.Transform(Type.String()).Decode(Number).Encode(String), /properties\/a.*transform/],
    [Type.Array(Type.Object({ b: Type.Date() })), /properties\/a\/items\/properties\/b/],
    [Type.String({ default: new Date() }), /properties\/a\/default: an instance of Date/],
    [Type.Unsafe({ const: 1n }), /properties\/a\/const: bigint/],
    [Type.Unsafe({ const: Number.NaN }), /properties\/a\/const: number NaN/],
    [Type.Unsafe({ const: () => 1 }), /properties\/a\/const: function/]
  ]
  for (const [type, place] of types) refused(t, 'BMCP_ERR_SCHEMA_INVALID', Type.Object({ a: type }), place)
})

t.test('a schema that refers to itself as a JavaScript object is refused', async (t) => {
  const cycle: Record<string, unknown> = { type: 'object' }
  cycle.properties = { self: cycle }
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', cycle, /nested deeper than 200/)
})

t.test('a schema that declares or requires __proto__ is refused', async (t) => {
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'), /__proto__/)
  refused(t, 'BMCP_ERR_SCHEMA_INVALID', { type: 'object', required: ['__proto__'] }, /__proto__/)
})

t.test('the root of an input schema describes an object, and says so', async (t) => {
  const objects = [
    Type.Object({ a: Type.Literal(1) }),
    Type.Record(Type.String(), Type.Number()),
    Type.Union([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.String() })]),
    { oneOf: [{ type: 'object' }, { $ref: '#/$defs/x' }], $defs: { x: { type: 'object' } } },
    { $ref: '#/$defs/x', $defs: { x: { type: 'object' } } }
  ]
  for (const schema of objects) {
    const app = await serve(t, [declare(schema)])
    t.equal((await post(app, rpc('tools/list'))).body.result.tools[0].inputSchema.type, 'object', JSON.stringify(schema))
  }
  for (const schema of [Type.String(), Type.Array(Type.Object({})), Type.Union([Type.Object({}), Type.Null()]), Type.Unknown(), {}, { type: ['object', 'null'] }, { $ref: '#/$defs/x', $defs: { x: { type: 'string' } } }, { $ref: '#/$defs/x', $defs: { x: true } }]) {
    refused(t, 'BMCP_ERR_SCHEMA_INVALID', schema, /root/)
  }
})

t.test('a reference that only leads back to itself is refused: it would be followed for ever', async (t) => {
  const loops = [
    { $ref: '#' },
    { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
    { type: 'object', properties: { a: { $ref: '#/$defs/one' } }, $defs: { one: { $ref: '#/$defs/two' }, two: { anyOf: [{ $ref: '#/$defs/one' }] } } }
  ]
  for (const schema of loops) refused(t, 'BMCP_ERR_SCHEMA_INVALID', schema, /back to itself/)
  t.doesNotThrow(() => declare({ type: 'object', properties: { next: { $ref: '#' } } }), 'a part that holds the whole ends with the value')
})

t.test('an output schema may have any root', async (t) => {
  for (const schema of [Type.String(), Type.Array(Type.Number()), Type.Null(), {}]) t.doesNotThrow(() => declare({ type: 'object' }, schema))
})

t.test("TypeBox's tuples become those of 2020-12, in the list and in the check alike", async (t) => {
  const app = await serve(t, [declare(Type.Object({ pair: Type.Tuple([Type.String(), Type.Number()]) }))])
  t.same((await post(app, rpc('tools/list'))).body.result.tools[0].inputSchema.properties.pair, { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2, maxItems: 2 })
  t.notOk((await post(app, call('odd', { pair: ['x', 1] }))).body.result.isError)
  for (const pair of [['x'], ['x', 'y'], ['x', 1, 2]]) t.equal((await post(app, call('odd', { pair }))).body.result.isError, true)
})

t.test('hidden marks that a copy has lost change nothing', async (t) => {
  const schema = Type.Object({ pair: Type.Tuple([Type.String()]), when: Type.Optional(Type.String({ format: 'date' })) })
  const lists = await Promise.all([schema, JSON.parse(JSON.stringify(schema))].map(async (schema) => {
    const app = await serve(t, [declare(schema)])
    return (await post(app, rpc('tools/list'))).body.result.tools
  }))
  t.same(lists[0], lists[1])
})

t.test('unknown keywords and annotations pass through to the list and break nothing', async (t) => {
  const schema = { ...object({ a: { type: 'string', 'x-mcp-header': 'A', 'x-unit': 'km', title: 'A' } }), 'x-vendor': { any: [1] } }
  const app = await serve(t, [declare(schema)])
  t.same((await post(app, rpc('tools/list'))).body.result.tools[0].inputSchema, schema)
  t.notOk((await post(app, call('odd', { a: 'x' }), { 'mcp-param-a': 'x' })).body.result.isError)
})

t.test('two tools with one recursive schema work, to any depth', async (t) => {
  const tree = Type.Recursive((This) => Type.Object({ value: Type.Number(), children: Type.Array(This) }))
  const tools = ['one', 'two'].map((name) => defineTool({ name, inputSchema: tree, outputSchema: tree, handler: (args) => args }))
  const app = await serve(t, tools)
  const deep = { value: 1, children: [{ value: 2, children: [{ value: 3, children: [] }] }] }
  for (const name of ['one', 'two']) {
    t.same((await post(app, call(name, deep))).body.result.structuredContent, deep)
    t.match((await post(app, call(name, { value: 1, children: [{ value: 'x', children: [] }] }))).body.result.content[0].text, 'arguments/children/0/value must be number')
  }
  const bottomless = `${'{"value":1,"children":['.repeat(20_000)}${']}'.repeat(20_000)}`
  const message = JSON.stringify(call('one', 'HERE')).replace('"HERE"', bottomless)
  const { body } = await post(app, Buffer.from(message), { 'mcp-method': 'tools/call', 'mcp-name': 'one' })
  t.same([body.result.isError, body.result.content[0].text], [true, 'Invalid arguments for tool one:\narguments is nested too deeply to be checked'])
})

t.test('a module of TypeBox schemas works', async (t) => {
  const module = Type.Module({ Node: Type.Object({ id: Type.String(), next: Type.Optional(Type.Ref('Node')) }) })
  const app = await serve(t, [declare(Type.Object({ list: module.Import('Node') }))])
  t.notOk((await post(app, call('odd', { list: { id: 'a', next: { id: 'b' } } }))).body.result.isError)
  t.equal((await post(app, call('odd', { list: { id: 'a', next: { id: 1 } } }))).body.result.isError, true)
})
