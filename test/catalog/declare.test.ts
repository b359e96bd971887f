import t from 'tap'
import { Type } from '@sinclair/typebox'
import { defineCatalog, defineTool, type Tool } from '../../lib/index.ts'
import { Catalog } from '../../lib/catalog/catalog.ts'
import { compileSchema } from '../../lib/catalog/compiler.ts'

const handler = (): string => ''

/** Declares what the compiler would refuse: what JavaScript hosts can write. */
function declare (declaration: unknown): Tool {
  return defineTool(declaration as Parameters<typeof defineTool>[0]) as Tool
}

t.test('a legal name is 1 to 128 of A-Z a-z 0-9 _ - .', async (t) => {
  for (const name of ['a', 'getUser', 'DATA_EXPORT_v2', 'admin.tools.list', 'a-b', 'constructor', 'x'.repeat(128)]) t.equal(declare({ name, handler }).name, name)
  for (const name of ['', 'x'.repeat(129), 'a b', 'a,b', 'a/b', 'é', 'a\n', 7, undefined, null]) t.throws(() => declare({ name, handler }), { code: 'BMCP_ERR_NAME_INVALID' }, String(name))
})

t.test('every other member has its form, and an error names the tool and the member', async (t) => {
  const wrong: Array<[string, unknown]> = [
    ['title', 7],
    ['description', {}],
    ['icons', {}],
    ['icons', [{ src: 7 }]],
    ['icons', [{ src: 'x', theme: 'blue' }]],
    ['annotations', { readOnlyHint: 'yes' }],
    ['annotations', { unknownHint: true }],
    ['_meta', []],
    ['commandClass', 7],
    ['mode', true],
    ['inputSchema', 'object'],
    ['outputSchema', []],
    ['handler', 'later'],
    ['inptSchema', {}]
  ]
  for (const [member, value] of wrong) {
    const error = t.throws(() => declare({ name: 'odd', handler, [member]: value })) as Error & { code: string }
    t.equal(error.code, 'BMCP_ERR_TOOL_INVALID', member)
    t.match(error.message, `tool "odd": "${member}`)
  }
  t.throws(() => declare('odd'), { code: 'BMCP_ERR_TOOL_INVALID' })
})

t.test('what JSON cannot carry is refused in every member', async (t) => {
  t.throws(() => declare({ name: 'odd', handler, _meta: { big: 1n } }), { code: 'BMCP_ERR_SCHEMA_INVALID', message: /tool "odd": declaration\/_meta\/big: bigint 1 has no JSON form/ })
})

t.test('a declared tool is frozen, and what its host changes later changes nothing', async (t) => {
  const annotations = { readOnlyHint: true }
  const tool = declare({ name: 'one', handler, annotations })
  t.ok(Object.isFrozen(tool))
  const catalog = new Catalog(defineCatalog({ tools: [tool], resources: [], prompts: [] }), { compile: compileSchema, dispatched: false })
  annotations.readOnlyHint = false
  t.same(catalog.tools.get('one')?.advertised.annotations, { readOnlyHint: true })
})

t.test('a tool that was copied is looked at again', async (t) => {
  const tool = declare({ name: 'one', inputSchema: Type.Object({ a: Type.String() }), handler })
  const copy = { ...tool, name: 'two' }
  const catalog = new Catalog({ tools: [tool, copy], resources: [], prompts: [] }, { compile: compileSchema, dispatched: false })
  t.equal(catalog.tools.get('two')?.advertised.name, 'two')
})

t.test('a catalog has three keys, and each is a list', async (t) => {
  for (const catalog of [undefined, null, [], 'x', {}, { tools: [] }, { tools: [], resources: [] }, { tools: [], prompts: [] }, { resources: [], prompts: [] }, { tools: {}, resources: [], prompts: [] }, { tools: [], resources: [], prompts: [], extra: [] }, { tools: [], resources: ['x'], prompts: [] }, { tools: [], resources: [], prompts: ['x'] }]) {
    t.throws(() => defineCatalog(catalog as never), { code: 'BMCP_ERR_CATALOG_INVALID' }, JSON.stringify(catalog))
    t.throws(() => new Catalog(catalog as never, { compile: compileSchema, dispatched: true }), { code: 'BMCP_ERR_CATALOG_INVALID' })
  }
})

t.test('a catalog refuses a name twice, what is no tool, and a tool that nobody serves', async (t) => {
  const options = { compile: compileSchema, dispatched: false }
  const one = declare({ name: 'one', handler })
  t.throws(() => new Catalog({ tools: [one, one], resources: [], prompts: [] }, options), { code: 'BMCP_ERR_NAME_DUPLICATE', message: /"one"/ })
  for (const tool of [null, 'one', undefined]) t.throws(() => new Catalog({ tools: [tool as never], resources: [], prompts: [] }, options), { code: 'BMCP_ERR_CATALOG_INVALID' })
  const bare = declare({ name: 'bare' })
  t.throws(() => new Catalog({ tools: [bare], resources: [], prompts: [] }, options), { code: 'BMCP_ERR_HANDLER_REQUIRED', message: /"bare".*dispatch/ })
  t.equal(new Catalog({ tools: [bare], resources: [], prompts: [] }, { ...options, dispatched: true }).tools.get('bare')?.name, 'bare')
})

t.test('the live catalog keeps its order and counts its changes', async (t) => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => declare({ name, handler }))
  const catalog = new Catalog({ tools: [a as Tool, b as Tool], resources: [], prompts: [] }, { compile: compileSchema, dispatched: false })
  const version = catalog.version
  t.equal(catalog.removeTool('a'), true)
  catalog.addTool(c as Tool)
  catalog.addTool(a as Tool)
  t.equal(catalog.removeTool('toString'), false)
  t.same(Array.from(catalog.tools.values(), ({ name }) => name), ['b', 'c', 'a'])
  t.equal(catalog.version, version + 3)
  t.equal(catalog.tools.get('constructor'), undefined)
})
