import t from 'tap'
import { readHeaderParams } from '../../lib/catalog/header-params.ts'

const read = (properties: object, rest: object = {}): ReturnType<typeof readHeaderParams> => readHeaderParams(structuredClone({ type: 'object', properties, ...rest }))
const header = (name: unknown, type: unknown = 'string'): object => ({ type, 'x-mcp-header': name })

t.test('an annotation of a primitive property gives its header and its path, nested too', async (t) => {
  t.same(read({ a: header('A'), b: header('Count', 'integer'), c: header('Dry', 'boolean'), d: { type: 'object', properties: { 'e/f': header('Deep') } }, g: header('N', ['string', 'null']) }), {
    params: [
      { header: 'Mcp-Param-A', key: 'mcp-param-a', path: ['a'] },
      { header: 'Mcp-Param-Count', key: 'mcp-param-count', path: ['b'] },
      { header: 'Mcp-Param-Dry', key: 'mcp-param-dry', path: ['c'] },
      { header: 'Mcp-Param-Deep', key: 'mcp-param-deep', path: ['d', 'e/f'] },
      { header: 'Mcp-Param-N', key: 'mcp-param-n', path: ['g'] }
    ],
    faults: [],
    warnings: []
  })
})

t.test('a name that is no token is a fault', async (t) => {
  for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'é', 7, null, true]) {
    const { params, faults } = read({ a: header(name) })
    t.same([params, faults.length], [[], 1], String(name))
    t.match(faults[0], 'inputSchema/properties/a')
  }
})

t.test('a name that repeats another but for case is a fault', async (t) => {
  t.match(read({ a: header('Region'), b: header('REGION') }).faults, [/properties\/b repeats the name REGION/])
})

t.test('a declared type that is not primitive is a fault', async (t) => {
  for (const type of ['number', 'object', 'array', 'null', ['string', 'number'], ['null'], []]) t.equal(read({ a: header('A', type) }).faults.length, 1, JSON.stringify(type))
})

t.test('an annotation that properties alone do not reach is a fault', async (t) => {
  const annotated = header('A')
  for (const schema of [
    { properties: { a: { type: 'array', items: annotated } } },
    { properties: { a: { type: 'array', prefixItems: [annotated] } } },
    { anyOf: [{ properties: { a: annotated } }] },
    { properties: { a: { oneOf: [annotated] } } },
    { allOf: [{ properties: { a: annotated } }] },
    { not: annotated },
    { if: { properties: { a: annotated } } },
    { then: { properties: { a: annotated } } },
    { else: { properties: { a: annotated } } },
    { $defs: { a: annotated }, properties: { a: { $ref: '#/$defs/a' } } },
    { patternProperties: { a: annotated } },
    { additionalProperties: annotated },
    { dependentSchemas: { a: { properties: { b: annotated } } } },
    { ...annotated }
  ]) t.equal(readHeaderParams(structuredClone(schema)).faults.length, 1, JSON.stringify(schema))
})

t.test('a property without a type is no fault, but a warning', async (t) => {
  const { params, faults, warnings } = read({ a: { 'x-mcp-header': 'A', enum: ['x'] }, b: { 'x-mcp-header': 'B', anyOf: [{ const: 'x' }] } })
  t.equal(params.length, 2)
  t.same(faults, [])
  t.equal(warnings.length, 2)
})
