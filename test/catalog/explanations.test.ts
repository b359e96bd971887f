import t, { type Test } from 'tap'
import { compileSchema } from '../../lib/catalog/compiler.ts'
import { explain } from '../../lib/catalog/explain.ts'
import { parseSchema } from '../../lib/catalog/schema.ts'

/** What is said of a value, its lines sorted. */
function said (schema: object, value: unknown): string[] {
  const { json } = parseSchema(schema, 'odd', 'inputSchema')
  const validate = compileSchema({ schema: json })
  return validate(value) ? [] : explain(validate.errors ?? [], 'a').split('\n').sort()
}

function inObject (schema: object): object {
  return { type: 'object', properties: { v: schema } }
}

t.test('of nested unions, the branch that was meant is explained at each level, and no other branch speaks', async (t) => {
  const circle = { type: 'object', required: ['kind'], properties: { kind: { const: 'circle' }, r: { anyOf: [{ type: 'number' }, { type: 'object', required: ['px'], properties: { px: { type: 'integer' } } }] } } }
  const square = { type: 'object', required: ['kind'], properties: { kind: { const: 'square' }, side: { type: 'number' } } }
  const schema = inObject({ oneOf: [circle, square] })
  t.same(said(schema, { v: { kind: 'circle', r: { px: 'x' } } }), ['a/v/r/px must be integer'])
  t.same(said(schema, { v: { kind: 'square', side: 'x' } }), ['a/v/side must be number'])
  t.same(said(schema, { v: 1 }), ['a/v must match exactly one schema in oneOf'])
})

t.test('where more than one branch fits, or none was meant, the union itself is named', async (t) => {
  t.same(said(inObject({ oneOf: [{ type: 'number' }, { type: 'integer' }] }), { v: 1 }), ['a/v must match exactly one schema in oneOf'])
  t.same(said(inObject({ anyOf: [{ type: 'number' }, { type: 'boolean' }] }), { v: 'x' }), ['a/v must match a schema in anyOf'])
})

t.test('a union of literals names them all', async (t) => {
  t.same(said(inObject({ anyOf: [{ const: 'C' }, { const: 'F' }, { const: null }] }), { v: 'K' }), ['a/v must be one of ["C","F",null]'])
})

t.test('properties that only a failed union knows of are no faults of their own', async (t) => {
  const schema = inObject({ anyOf: [{ properties: { x: { type: 'number' }, k: { const: 1 } }, required: ['k'] }, { properties: { y: { type: 'string' }, k: { const: 2 } }, required: ['k'] }], unevaluatedProperties: false })
  t.same(said(schema, { v: { k: 1, x: 'no' } }), ['a/v/x must be number'])
  t.same(said(schema, { v: { k: 1, x: 1, more: true } }), ['a/v must not have the property "more"'])
})

t.test('`contains` speaks of the list alone, and a property name of its own rule', async (t) => {
  t.same(said(inObject({ type: 'array', contains: { type: 'number' } }), { v: ['x', 'y'] }), ['a/v must contain at least 1 valid item(s)'])
  t.same(said(inObject({ type: 'object', propertyNames: { maxLength: 2 } }), { v: { long: 1 } }), ['a/v property name "long" must NOT have more than 2 characters'])
})

t.test('a schema whose branches call themselves takes a bounded time over any value', async (t) => {
  const tree = { $ref: '#/$defs/tree', $defs: { tree: { type: 'object', anyOf: [{ properties: { n: { $ref: '#/$defs/tree' } } }, { properties: { n: { $ref: '#/$defs/tree' } } }] } } }
  const validate = compileSchema({ schema: parseSchema(tree, 'odd', 'inputSchema').json })
  let value: unknown = 'no tree'
  for (let depth = 0; depth < 40; depth++) value = { n: value }
  t.throws(() => validate(value), RangeError, 'the caller is told that the value is nested too deeply')
  // Of the second, to look at every branch would take too long: the first fault is told.
  for (const depth of [12, 18]) {
    let shallow: unknown = 'no tree'
    for (let level = 0; level < depth; level++) shallow = { n: shallow }
    t.equal(validate(shallow), false)
    t.ok(explain(validate.errors ?? [], 'a'))
  }
})

t.test('a long list of distinct items is checked in linear time, by JSON equality', async (t) => {
  const schema = inObject({ type: 'array', uniqueItems: true })
  const objects = Array.from({ length: 100_000 }, (_, n) => ({ n, x: [n] }))
  t.same(said(schema, { v: objects }), [])
  t.same(said(schema, { v: [{ a: 1, b: 2 }, { b: 2, a: 1 }] }), ['a/v must NOT have duplicate items'])
  t.same(said(schema, { v: [1, '1', [1], ['1'], null, 'null', true, 'true'] }), [])
  t.same(said(schema, { v: [1, 2, 1] }), ['a/v must NOT have duplicate items'])
})

t.test('a text that is too long meets no pattern and no format, wherever the limit stands', async (t) => {
  const evil = '(a+)+$'
  const text = `${'a'.repeat(40)}!`
  for (const schema of [
    { type: 'string', maxLength: 10, pattern: evil },
    { allOf: [{ pattern: evil }], type: 'string', maxLength: 10 },
    { type: 'string', maxLength: 10, allOf: [{ $ref: '#/$defs/evil' }] }
  ]) t.same(said({ ...inObject(schema), $defs: { evil: { pattern: evil } } }, { v: text }), ['a/v must NOT have more than 10 characters'])
  t.same(said(inObject({ type: 'string', maxLength: 3, format: 'email' }), { v: 'abcd' }), ['a/v must NOT have more than 3 characters'])
  t.same(said(inObject({ type: 'string', maxLength: 2 }), { v: '😀😀' }), [], 'a character may take two units')
})

t.test('words that Ajv alone knows are annotations, and an empty list of values fits nothing', async (t: Test) => {
  t.same(said(inObject({ type: 'string', nullable: true, id: 'x', $async: true }), { v: null }), ['a/v must be string'])
  t.same(said(inObject({ enum: [] }), { v: 1 }).length, 1)
})
