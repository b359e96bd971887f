import t from 'tap'
import { Type } from '@sinclair/typebox'
import { assistantMessage, audio, definePrompt, embeddedResource, image, resourceLink, text, ToolError, userMessage } from '../../lib/index.ts'
import { keepLogs, post, rpc, serve, SERVER_META } from '../helpers/mcp.ts'

const review = definePrompt({
  name: 'code_review',
  title: 'Review',
  description: 'Reviews code.',
  icons: [{ src: 'https://example.com/i.png' }],
  _meta: { 'a/b': 1 },
  arguments: Type.Object({
    code: Type.String({ title: 'Code', description: 'What to review', minLength: 2 }),
    language: Type.Optional(Type.Union([Type.Literal('ts'), Type.Literal('js')]))
  }),
  handler: ({ code, language = 'ts' }) => ({ description: `Review of ${language}`, messages: [userMessage(code), assistantMessage('Certainly.')], meta: { 'c/d': 2 } })
})
const get = (name: unknown, args?: unknown) => rpc('prompts/get', args === undefined ? { name } : { name, arguments: args })

t.test('prompts are listed with their arguments', async (t) => {
  const plain = definePrompt({ name: 'plain one', handler: () => 'x' })
  const app = await serve(t, { prompts: [review, plain] })
  t.same((await post(app, rpc('prompts/list'))).body.result, {
    prompts: [
      { name: 'code_review', title: 'Review', description: 'Reviews code.', icons: [{ src: 'https://example.com/i.png' }], _meta: { 'a/b': 1 }, arguments: [{ name: 'code', title: 'Code', description: 'What to review', required: true }, { name: 'language' }] },
      { name: 'plain one' }
    ],
    ttlMs: 0,
    cacheScope: 'private',
    resultType: 'complete',
    _meta: SERVER_META
  })
  t.same((await post(app, rpc('server/discover'))).body.result.capabilities, { tools: { listChanged: true }, prompts: { listChanged: true } })
})

t.test('a prompt is got for its arguments', async (t) => {
  const app = await serve(t, { prompts: [review] })
  t.same((await post(app, get('code_review', { code: 'a()', language: 'js' }))).body, {
    jsonrpc: '2.0',
    id: 1,
    result: {
      description: 'Review of js',
      messages: [{ role: 'user', content: { type: 'text', text: 'a()' } }, { role: 'assistant', content: { type: 'text', text: 'Certainly.' } }],
      resultType: 'complete',
      _meta: { 'c/d': 2, ...SERVER_META }
    }
  })
})

t.test('arguments that do not fit are a complaint that names each of them', async (t) => {
  const app = await serve(t, { prompts: [review] })
  const complaint = async (args: unknown) => (await post(app, get('code_review', args))).body.error
  t.same(await complaint(undefined), { code: -32602, message: "Invalid params: arguments must have required property 'code'" })
  t.same(await complaint({ code: 'a', language: 'py' }), { code: -32602, message: 'Invalid params: arguments/code must NOT have fewer than 2 characters\narguments/language must be one of ["ts","js"]' })
  t.same(await complaint({ code: 7 }), { code: -32602, message: 'Invalid params: arguments/code must be string' })
  for (const args of [[], 'x', 7]) t.same(await complaint(args), { code: -32602, message: 'Invalid params: "arguments" has to be an object' })
})

t.test('an unknown prompt, and a name that is none, are complaints', async (t) => {
  const app = await serve(t, { prompts: [review] })
  for (const name of ['none', 'constructor', '']) t.same((await post(app, get(name))).body.error, { code: -32602, message: `Invalid params: unknown prompt ${JSON.stringify(name)}` })
  for (const name of [undefined, 7]) t.match((await post(app, get(name))).body.error, { code: -32602, message: /"name"/ })
  t.match((await post(app, get('code_review', { code: 'ab' }), { 'mcp-name': 'other' })).body.error, { code: -32020 })
})

t.test('a handler gives a text, content of every kind, or messages', async (t) => {
  const content = [text('a'), image('AAAA', 'image/png'), audio('AAAA', 'audio/wav'), resourceLink({ uri: 'x:1', name: 'x' }), embeddedResource({ uri: 'x:1', text: '' }), embeddedResource({ uri: 'x:1', blob: '' })]
  const app = await serve(t, {
    prompts: [
      definePrompt({ name: 'text', handler: async () => 'x' }),
      definePrompt({ name: 'all', handler: () => content.map((block) => userMessage(block)) }),
      definePrompt({ name: 'plain', handler: () => ({ messages: [{ role: 'assistant', content: { type: 'text', text: 'y' } }] }) }),
      definePrompt({ name: 'block', handler: () => content[1] ?? '' }),
      definePrompt({ name: 'none', handler: () => [] })
    ]
  })
  const messages = async (name: string) => (await post(app, get(name, { ignored: true }))).body.result.messages
  t.same(await messages('text'), [{ role: 'user', content: { type: 'text', text: 'x' } }])
  t.same(await messages('all'), content.map((block) => ({ role: 'user', content: JSON.parse(JSON.stringify(block)) })))
  t.same(await messages('plain'), [{ role: 'assistant', content: { type: 'text', text: 'y' } }])
  t.same(await messages('block'), [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }])
  t.same(await messages('none'), [])
})

t.test('what cannot be sent is a fault of the host, and a ToolError says its message', async (t) => {
  const values: unknown[] = [undefined, null, 7, {}, { messages: 'x' }, [{ role: 'system', content: text('x') }], [{ role: 'user', content: 'x' }], [{ role: 'user', content: { type: 'video' } }], [{ role: 'user', content: { type: 'resource', resource: { uri: 'x:1' } } }]]
  const logs = keepLogs()
  const app = await serve(t, {
    prompts: [
      ...values.map((value, index) => definePrompt({ name: `p${index}`, handler: () => value as string })),
      definePrompt({ name: 'told', handler () { throw new ToolError('Not today.') } }),
      definePrompt({ name: 'thrown', handler () { throw new Error('password=1') } })
    ]
  }, {}, { logger: logs.options })
  for (const index of values.keys()) t.same((await post(app, get(`p${index}`))).body.error, { code: -32603, message: 'Internal error' }, JSON.stringify(values[index]))
  t.match(logs.lines.find(({ level }) => level === 50), { prompt: 'p0', err: { code: 'BMCP_ERR_RESULT_INVALID', message: /prompt "p0" returned what cannot be sent: messages.*userMessage/ } })
  t.same((await post(app, get('told'))).body.error, { code: -32603, message: 'Not today.' })
  t.same((await post(app, get('thrown'))).body.error, { code: -32603, message: 'Internal error' })
})

t.test('prompts join and leave while serving, and without any there is no such method', async (t) => {
  const app = await serve(t, [])
  t.equal((await post(app, rpc('prompts/list'))).status, 404)
  app.mcp.catalog.addPrompt(review)
  t.throws(() => app.mcp.catalog.addPrompt(review), { code: 'BMCP_ERR_NAME_DUPLICATE', message: /prompt "code_review"/ })
  t.equal((await post(app, rpc('prompts/list'))).body.result.prompts.length, 1)
  t.same([app.mcp.catalog.removePrompt('code_review'), app.mcp.catalog.removePrompt('code_review')], [true, false])
  t.equal((await post(app, get('code_review'))).status, 404)
})

t.test("the host's dispatch gets what has no handler", async (t) => {
  let seen: unknown
  const app = await serve(t, { prompts: [definePrompt({ name: 'bare', arguments: Type.Object({ a: Type.String() }) })] }, { dispatch: (call: unknown) => { seen = call; return 'ok' } })
  await post(app, get('bare', { a: 'x' }))
  t.same(seen, { kind: 'prompt', name: 'bare', arguments: { a: 'x' } })
})
