import t from 'tap'
import { Type } from '@sinclair/typebox'
import { defineTool, type InputSchema } from '../../lib/index.ts'
import { call, post, serve } from '../helpers/mcp.ts'

async function caller (t: Tap, inputSchema: InputSchema): Promise<(args?: unknown) => Promise<{ seen: unknown, text: string | undefined }>> {
  let seen: unknown
  const tool = defineTool({ name: 'tool', inputSchema, handler (args) { seen = args; return 'ran' } })
  const app = await serve(t, [tool])
  return async (args) => {
    seen = undefined
    const { body } = await post(app, call('tool', args))
    return { seen, text: body.result.isError === true ? body.result.content[0].text.replace('Invalid arguments for tool tool:\n', '') : undefined }
  }
}

type Tap = Parameters<typeof serve>[0]

t.test('arguments reach the handler exactly as decoded', async (t) => {
  const send = await caller(t, Type.Object({ a: Type.Optional(Type.String({ default: 'filled' })), n: Type.Optional(Type.Number()), list: Type.Optional(Type.Array(Type.String())) }))
  for (const args of [{}, { a: 'x', extra: [1, { b: null }] }, { n: 0 }, { a: '' }]) t.same((await send(args)).seen, args)
  t.same((await send()).seen, {})
  t.same((await send(null)).seen, {})
  for (const args of [{ a: 7 }, { n: '7' }, { n: null }, { list: 'x' }, { a: null }]) t.ok((await send(args)).text, JSON.stringify(args))
})

t.test('names of Object.prototype are names like any other', async (t) => {
  const send = await caller(t, { type: 'object', required: ['constructor', 'toString'], properties: { constructor: { type: 'string' }, valueOf: { type: 'number' } } })
  t.match((await send({})).text, "must have required property 'constructor'")
  t.same((await send({ constructor: 'x', toString: 1 })).seen, { constructor: 'x', toString: 1 })
  t.match((await send({ constructor: 7, toString: 1 })).text, 'arguments/constructor must be string')
})

t.test('formats are checked', async (t) => {
  const send = await caller(t, Type.Object({ when: Type.String({ format: 'date-time' }) }))
  t.match((await send({ when: 'yesterday' })).text, 'arguments/when must match format "date-time"')
  t.same((await send({ when: '2026-12-01T00:00:00Z' })).text, undefined)
})

t.test('every failing path is named with its rule', async (t) => {
  const send = await caller(t, Type.Object({
    place: Type.String({ minLength: 1 }),
    days: Type.Integer({ minimum: 1, maximum: 7 }),
    unit: Type.Union([Type.Literal('C'), Type.Literal('F')]),
    kind: Type.Unsafe({ enum: ['a', 'b'] }),
    fixed: Type.Literal(1),
    tags: Type.Array(Type.String())
  }, { additionalProperties: false }))
  t.same((await send({ place: '', days: 8, unit: 'K', kind: 'c', fixed: 2, tags: ['x', 1], more: true })).text?.split('\n').sort(), [
    'arguments must not have the property "more"',
    'arguments/days must be <= 7',
    'arguments/fixed must be 1',
    'arguments/kind must be one of ["a","b"]',
    'arguments/place must NOT have fewer than 1 characters',
    'arguments/tags/1 must be string',
    'arguments/unit must be one of ["C","F"]'
  ])
})

t.test('of a union, the branch that was meant is explained', async (t) => {
  const shapes = Type.Object({
    shape: Type.Union([
      Type.Object({ type: Type.Literal('circle'), radius: Type.Number() }),
      Type.Object({ type: Type.Literal('square'), side: Type.Object({ length: Type.Number() }) })
    ])
  })
  const send = await caller(t, shapes)
  t.equal((await send({ shape: { type: 'circle', radius: 'x' } })).text, 'arguments/shape/radius must be number')
  t.equal((await send({ shape: { type: 'square', side: { length: 'x' } } })).text, 'arguments/shape/side/length must be number')
  t.equal((await send({ shape: { type: 'blob' } })).text, 'arguments/shape must match a schema in anyOf')
  t.equal((await send({ shape: 7 })).text, 'arguments/shape must match a schema in anyOf')
})

t.test('the same through $ref, and without literals the deepest branch', async (t) => {
  const send = await caller(t, {
    type: 'object',
    properties: { a: { oneOf: [{ $ref: '#/$defs/x' }, { $ref: '#/$defs/y' }] }, b: { anyOf: [{ type: 'string' }, { type: 'object', properties: { c: { type: 'object', properties: { d: { type: 'number' } } } } }] } },
    $defs: {
      x: { type: 'object', properties: { kind: { const: 'x' }, n: { type: 'number' } }, required: ['kind', 'n'] },
      y: { type: 'object', properties: { kind: { const: 'y' }, s: { type: 'string' } }, required: ['kind', 's'] }
    }
  })
  t.equal((await send({ a: { kind: 'y', s: 1 } })).text, 'arguments/a/s must be string')
  t.equal((await send({ b: { c: { d: 'x' } } })).text, 'arguments/b/c/d must be number')
})

t.test('of many unions each is explained, and unions in unions', async (t) => {
  const item = { anyOf: [{ type: 'object', properties: { kind: { const: 'a' }, value: { oneOf: [{ type: 'string' }, { type: 'object', properties: { deep: { type: 'number' } } }] } }, required: ['kind'] }, { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] }, { type: 'null' }] }
  const send = await caller(t, { type: 'object', properties: { list: { type: 'array', items: item } } })
  t.equal((await send({ list: [{ kind: 'a', value: { deep: 'x' } }, 7, { kind: 'a', value: 7 }, { kind: 'c' }] })).text, [
    'arguments/list/0/value/deep must be number',
    'arguments/list/1 must match a schema in anyOf',
    'arguments/list/2/value must match exactly one schema in oneOf',
    'arguments/list/3 must match a schema in anyOf'
  ].join('\n'))
})

t.test('a condition is explained by what it asks for', async (t) => {
  const send = await caller(t, { type: 'object', if: { required: ['a'] }, then: { required: ['b'] }, unevaluatedProperties: false, properties: { a: {}, b: {} } })
  t.equal((await send({ a: 1 })).text, "arguments must have required property 'b'")
  t.equal((await send({ c: 1 })).text, 'arguments must not have the property "c"')
})

t.test('an explanation is bounded', async (t) => {
  const send = await caller(t, Type.Object({ list: Type.Array(Type.String()) }))
  const some = (await send({ list: Array.from({ length: 30 }, () => 1) })).text?.split('\n') ?? []
  t.equal(some.length, 21)
  t.equal(some.at(-1), 'and 10 more')
  t.equal((await send({ list: Array.from({ length: 5000 }, () => 1) })).text, 'arguments/list/0 must be string')
  t.equal((await send({ list: Array.from({ length: 30 }, () => [Array.from({ length: 50 }, () => 1)]) })).text, 'arguments/list/0 must be string')
})

t.test('a pattern that backtracks never meets a text that is too long, not even to explain it', async (t) => {
  const send = await caller(t, Type.Object({ a: Type.String({ maxLength: 10, pattern: '^(a+)+$', format: 'email' }), b: Type.Intersect([Type.Object({ c: Type.String({ maxLength: 3, pattern: '^(x+x+)+y$' }) })]) }))
  t.equal((await send({ a: `${'a'.repeat(50_000)}!`, b: { c: 'x'.repeat(50_000) } })).text, 'arguments/a must NOT have more than 10 characters\narguments/b/c must NOT have more than 3 characters')
  t.match((await send({ a: 'b', b: { c: 'y' } })).text, /arguments\/a must match pattern/)
})

t.test('a keyword that fails without words of its own is named', async (t) => {
  const send = await caller(t, { type: 'object', properties: { a: false, b: { not: {} } } })
  t.match((await send({ a: 1 })).text, 'arguments/a ')
  t.match((await send({ b: 1 })).text, 'arguments/b must NOT be valid')
})
