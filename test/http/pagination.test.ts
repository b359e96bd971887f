import t from 'tap'
import type { FastifyInstance } from 'fastify'
import { definePrompt, defineResource, defineResourceTemplate, defineTool } from '../../lib/index.ts'
import { post, rpc, serve } from '../helpers/mcp.ts'

const tool = (name: string) => defineTool({ name, handler: () => 'x' })
const tools = (names: string) => Array.from(names, tool)

interface Got { names: string, nextCursor: string | undefined }

async function page (app: FastifyInstance, cursor?: string, method = 'tools/list'): Promise<Got> {
  const { result } = (await post(app, rpc(method, cursor === undefined ? {} : { cursor }))).body
  const entries: Array<{ name: string }> = result.tools ?? result.prompts ?? result.resources ?? result.resourceTemplates
  return { names: entries.map(({ name }) => name).join(''), nextCursor: result.nextCursor }
}

async function rest (app: FastifyInstance, cursor: string | undefined): Promise<string> {
  let names = ''
  while (cursor !== undefined) {
    const got = await page(app, cursor)
    names += got.names
    cursor = got.nextCursor
  }
  return names
}

t.test('a list is one page of a thousand, unless the host wants others', async (t) => {
  const app = await serve(t, Array.from({ length: 1_001 }, (_, n) => tool(`t${n}`)))
  const { nextCursor } = await page(app)
  t.equal((await page(app, nextCursor)).names, 't1000')
  t.same(await page(await serve(t, tools('abc'), { pageSize: 3 })), { names: 'abc', nextCursor: undefined })
})

t.test('every list has pages, with the same hint on each', async (t) => {
  const offer = {
    tools: tools('abc'),
    resources: [...Array.from('abc', (name) => defineResource({ uri: `x:${name}`, name, handler: () => 'x' })), ...Array.from('abc', (name) => defineResourceTemplate({ uriTemplate: `${name}:{id}`, name, handler: () => 'x' }))],
    prompts: Array.from('abc', (name) => definePrompt({ name, handler: () => 'x' }))
  }
  const app = await serve(t, offer, { pageSize: 2, cache: { ttlMs: 5, cacheScope: 'public' } })
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    const first = await page(app, undefined, method)
    t.equal(first.names, 'ab', method)
    t.same(await page(app, first.nextCursor, method), { names: 'c', nextCursor: undefined })
    const { ttlMs, cacheScope } = (await post(app, rpc(method, { cursor: first.nextCursor }))).body.result
    t.same([ttlMs, cacheScope], [5, 'public'])
  }
})

t.test('a cursor is good after a restart, and for another instance', async (t) => {
  const { nextCursor } = await page(await serve(t, tools('abcde'), { pageSize: 2 }))
  const other = await serve(t, tools('abcde'), { pageSize: 3 })
  t.same(await page(other, nextCursor), { names: 'cde', nextCursor: undefined })
})

t.test('what changes between pages loses and repeats nothing that stayed', async (t) => {
  const changes: Array<[remove: string, add: string, left: string]> = [
    ['', '', 'cdef'],
    ['a', '', 'cdef'],
    ['b', '', 'cdef'],
    ['ab', '', 'cdef'],
    ['c', '', 'def'],
    ['cd', 'g', 'efg'],
    ['abcdef', 'g', 'g'],
    ['ab', 'xy', 'cdefxy']
  ]
  for (const [remove, add, left] of changes) {
    const app = await serve(t, tools('abcdef'), { pageSize: 2 })
    const { nextCursor } = await page(app)
    for (const name of remove) app.mcp.catalog.removeTool(name)
    for (const name of add) app.mcp.catalog.addTool(tool(name))
    t.equal(await rest(app, nextCursor), left, `-${remove} +${add}`)
  }
})

t.test('an instance with another order loses and repeats nothing either', async (t) => {
  const { nextCursor } = await page(await serve(t, tools('abcd'), { pageSize: 2 }))
  t.equal(await rest(await serve(t, tools('dbca'), { pageSize: 1 }), nextCursor), 'dc')
})

t.test('a cursor that is none of this list is a complaint', async (t) => {
  const app = await serve(t, { tools: tools('abc'), prompts: Array.from('abc', (name) => definePrompt({ name, handler: () => 'x' })) }, { pageSize: 1 })
  const { nextCursor = '' } = await page(app)
  const flipped = `${nextCursor.slice(0, -1)}${nextCursor.endsWith('A') ? 'B' : 'A'}`
  for (const [method, cursor] of [['prompts/list', nextCursor], ['tools/list', flipped], ['tools/list', `${nextCursor}AAAA`], ['tools/list', ''], ['tools/list', 'x'], ['tools/list', 7], ['tools/list', null], ['tools/list', {}]] as const) {
    const { status, body } = await post(app, rpc(method, { cursor }))
    t.same([status, body.error], [200, { code: -32602, message: 'Invalid params: the cursor is not one of this list: ask again without one' }], JSON.stringify(cursor))
  }
})
