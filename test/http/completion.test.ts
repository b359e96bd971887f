import t from 'tap'
import { Type } from '@sinclair/typebox'
import { definePrompt, defineResource, defineResourceTemplate } from '../../lib/index.ts'
import { keepLogs, post, rpc, serve, SERVER_META } from '../helpers/mcp.ts'

const words = ['python', 'pytorch', 'pyside']
const prompt = definePrompt({
  name: 'code',
  arguments: Type.Object({ language: Type.String(), framework: Type.Optional(Type.String()), free: Type.Optional(Type.String()) }),
  complete: {
    language: (value) => words.filter((word) => word.startsWith(value)),
    framework: async (value, context) => ({ values: [`${context.arguments.language}/${value}`], total: 7 })
  },
  handler: () => 'x'
})
const template = defineResourceTemplate({ uriTemplate: 'note:///{id}', name: 'note', complete: { id: () => Array.from({ length: 250 }, (_, n) => String(n)) }, handler: () => 'x' })
const fixed = defineResource({ uri: 'note:///readme', name: 'readme', handler: () => 'x' })

const complete = (ref: unknown, argument: unknown, context?: unknown) => rpc('completion/complete', { ref, argument, ...(context === undefined ? {} : { context }) })
const code = { type: 'ref/prompt', name: 'code' }
const note = { type: 'ref/resource', uri: 'note:///{id}' }

t.test('values for arguments and variables are proposed, a hundred at most', async (t) => {
  const app = await serve(t, { prompts: [prompt], resources: [template, fixed] })
  const completion = async (...args: Parameters<typeof complete>) => (await post(app, complete(...args))).body.result.completion
  t.same((await post(app, complete(code, { name: 'language', value: 'pyt' }))).body.result, { completion: { values: ['python', 'pytorch'], total: 2, hasMore: false }, resultType: 'complete', _meta: SERVER_META })
  t.same(await completion(code, { name: 'framework', value: 'fl' }, { arguments: { language: 'python' } }), { values: ['python/fl'], total: 7, hasMore: true })
  t.same(await completion(code, { name: 'free', value: '' }), { values: [], total: 0, hasMore: false })
  t.same(await completion({ type: 'ref/resource', uri: 'note:///readme' }, { name: 'any', value: '' }), { values: [], total: 0, hasMore: false })
  const many = await completion(note, { name: 'id', value: '' })
  t.same([many.values.length, many.total, many.hasMore], [100, 250, true])
})

t.test('what is not there, and what is malformed, is a complaint', async (t) => {
  const app = await serve(t, { prompts: [prompt], resources: [template] })
  const good = { name: 'language', value: 'p' }
  const rows: Array<[unknown, unknown, unknown, RegExp]> = [
    [{ type: 'ref/prompt', name: 'none' }, good, undefined, /unknown prompt "none"/],
    [{ type: 'ref/resource', uri: 'none' }, good, undefined, /unknown resource template "none"/],
    [code, { name: 'other', value: '' }, undefined, /has no argument "other"/],
    [code, { name: 'constructor', value: '' }, undefined, /has no argument/],
    [undefined, good, undefined, /"ref"/],
    [{ type: 'ref/tool', name: 'x' }, good, undefined, /"ref"/],
    [{ type: 'ref/prompt' }, good, undefined, /"ref"/],
    [code, undefined, undefined, /"argument"/],
    [code, { name: 'language' }, undefined, /"argument"/],
    [code, { name: 1, value: '' }, undefined, /"argument"/],
    [code, good, { arguments: [] }, /"context.arguments"/],
    [code, good, { arguments: { a: 1 } }, /"context.arguments"/]
  ]
  for (const [ref, argument, context, message] of rows) t.match((await post(app, complete(ref, argument, context))).body.error, { code: -32602, message })
  t.ok((await post(app, complete(code, good, {}))).body.result, 'a context may be empty')
})

t.test('a completer that fails, or proposes what cannot be sent, is a fault of the host', async (t) => {
  const values: unknown[] = [undefined, 'x', [1], { values: [1] }, { values: [], total: -1 }, {}]
  const logs = keepLogs()
  const app = await serve(t, {
    prompts: [
      ...values.map((value, index) => definePrompt({ name: `p${index}`, arguments: Type.Object({ a: Type.String() }), complete: { a: () => value as string[] }, handler: () => 'x' })),
      definePrompt({ name: 'throws', arguments: Type.Object({ a: Type.String() }), complete: { a () { throw new Error('secret') } }, handler: () => 'x' }),
      definePrompt({ name: 'rejects', arguments: Type.Object({ a: Type.String() }), complete: { a: async (_value, { ask }) => { await ask({}); return [] } }, handler: () => 'x' })
    ]
  }, {}, { logger: logs.options })
  for (const name of [...values.map((_, index) => `p${index}`), 'throws', 'rejects']) {
    t.same((await post(app, complete({ type: 'ref/prompt', name }, { name: 'a', value: '' }))).body.error, { code: -32603, message: 'Internal error' }, name)
  }
  t.equal(logs.lines.filter(({ level }) => level === 50).length, values.length + 2)
})

t.test('completion is offered where something completes, or the host says so', async (t) => {
  const bare = await serve(t, { prompts: [definePrompt({ name: 'x', handler: () => 'x' })] })
  t.equal((await post(bare, complete(code, { name: 'a', value: '' }))).status, 404)
  t.notOk((await post(bare, rpc('server/discover'))).body.result.capabilities.completions)
  for (const app of [await serve(t, { prompts: [prompt] }), await serve(t, { resources: [template] }), await serve(t, [], { capabilities: { completions: true } })]) {
    t.same((await post(app, rpc('server/discover'))).body.result.capabilities.completions, {})
  }
})
