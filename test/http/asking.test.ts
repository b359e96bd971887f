import t from 'tap'
import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { allow, definePrompt, defineResource, defineTool, elicitForm, elicitUrl, listRoots, sample, type BeamMcpOptions, type HandlerContext, type StateCodec } from '../../lib/index.ts'
import { createStateCodec } from '../../lib/state-codec.ts'
import { keepLogs, post, rpc, serve, SERVER_META, type Reply } from '../helpers/mcp.ts'

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const Name = Type.Object({ name: Type.String({ minLength: 2 }) })
const Age = Type.Object({ age: Type.Integer() })
const askName = () => elicitForm({ message: 'Who?', requestedSchema: Name })
const askAge = () => elicitForm({ message: 'How old?', requestedSchema: Age })
const nameRequest = { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] } } }
const ageRequest = { method: 'elicitation/create', params: { mode: 'form', message: 'How old?', requestedSchema: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] } } }
const accept = (content: object) => ({ action: 'accept', content })
const codec = createStateCodec({ keys: [randomBytes(32)] })

/** Calls the tool `asks`, whose handler is given. */
async function asking (t: Parameters<typeof serve>[0], handler: (context: HandlerContext) => unknown, options: Partial<BeamMcpOptions> = {}, logs = keepLogs()) {
  let runs = 0
  const tool = defineTool({ name: 'asks', inputSchema: Type.Object({ n: Type.Optional(Type.Number()), m: Type.Optional(Type.Number()) }), handler (_args, context) { runs++; return handler(context) as string } })
  const app = await serve(t, [tool], options, { logger: logs.options })
  const send = (params: object = {}, capabilities: object = ABLE, headers: Record<string, string> = {}): Promise<Reply> =>
    post(app, rpc('tools/call', { name: 'asks', ...params, _meta: { [CAPABILITIES]: capabilities } }), headers)
  return { app, send, logs, runs: () => runs }
}

t.test('a question ends the request, and the handler runs again from its start with the answer', async (t) => {
  const { send, runs } = await asking(t, async ({ ask }) => {
    const { who } = await ask({ who: askName() })
    return who.action === 'accept' ? who.content.name : who.action
  })
  const asked = await send()
  t.equal(asked.status, 200)
  t.same(asked.body.result, { resultType: 'input_required', inputRequests: { who: nameRequest }, _meta: SERVER_META })
  const before = runs()
  for (const [answer, text] of [[accept({ name: 'Ada' }), 'Ada'], [{ action: 'decline' }, 'decline'], [{ action: 'cancel' }, 'cancel']] as const) {
    t.same((await send({ inputResponses: { who: answer, extra: 7 } })).body.result.content, [{ type: 'text', text }])
  }
  t.equal(runs(), before + 3)
})

t.test('several questions are asked at once, also in parallel', async (t) => {
  for (const both of [
    ({ ask }: HandlerContext) => ask({ who: askName(), age: askAge() }),
    ({ ask }: HandlerContext) => Promise.all([ask({ who: askName() }), ask({ age: askAge() })])
  ]) {
    const { send } = await asking(t, async (context) => { await both(context); return 'ok' })
    t.same((await send()).body.result.inputRequests, { who: nameRequest, age: ageRequest })
    t.match((await send({ inputResponses: { who: accept({ name: 'Ada' }), age: accept({ age: 36 }) } })).body.result, { content: [{ text: 'ok' }] })
  }
})

t.test('what is missing is asked again; what was answered comes back sealed, where it can', async (t) => {
  const handler = async ({ ask }: HandlerContext) => { await ask({ who: askName(), age: askAge() }); return 'ok' }
  const plain = await asking(t, handler)
  t.same((await plain.send({ inputResponses: { who: accept({ name: 'Ada' }) } })).body.result, { resultType: 'input_required', inputRequests: { who: nameRequest, age: ageRequest }, _meta: SERVER_META })
  const sealed = await asking(t, handler, { stateCodec: codec })
  const { result } = (await sealed.send({ inputResponses: { who: accept({ name: 'Ada' }) } })).body
  t.same(result.inputRequests, { age: ageRequest })
  t.match((await sealed.send({ inputResponses: { age: accept({ age: 36 }) }, requestState: result.requestState })).body.result.content, [{ text: 'ok' }])
})

t.test('one question after the other: earlier answers and the state come back', async (t) => {
  const states: unknown[] = []
  const { send } = await asking(t, async ({ ask, state }) => {
    states.push(state)
    const { who } = await ask({ who: askName() }, { state: { step: 1 } })
    const { age } = await ask({ age: askAge() }, { state: { step: 2 } })
    return `${who.action === 'accept' ? who.content.name : ''} ${age.action === 'accept' ? age.content.age : ''}`
  }, { stateCodec: codec })
  const first = (await send()).body.result
  t.same(first.inputRequests, { who: nameRequest })
  const second = (await send({ inputResponses: { who: accept({ name: 'Ada' }) }, requestState: first.requestState })).body.result
  t.same(second.inputRequests, { age: ageRequest })
  t.not(second.requestState, first.requestState)
  const third = (await send({ inputResponses: { age: accept({ age: 36 }) }, requestState: second.requestState })).body.result
  t.same(third.content, [{ type: 'text', text: 'Ada 36' }])
  t.same(states, [undefined, { step: 1 }, { step: 2 }])
})

t.test('a handler that needs state is a fault of the host without a codec, and the log names tool and option', async (t) => {
  const handlers = [
    async ({ ask }: HandlerContext) => { await ask({ who: askName() }, { state: 1 }) },
    async ({ ask }: HandlerContext) => { await ask({ who: askName() }); await ask({ age: askAge() }) }
  ]
  for (const handler of handlers) {
    const { send, logs } = await asking(t, handler)
    t.same((await send({ inputResponses: handler === handlers[1] ? { who: accept({ name: 'Ada' }) } : {} })).body, { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } })
    t.match(logs.lines.find(({ level }) => level === 50), { tool: 'asks', err: { code: 'BMCP_ERR_STATE_CODEC_REQUIRED', message: /tool "asks".*"stateCodec"/ } })
  }
})

t.test('a state that was tampered with, is late, or was made for something else is refused', async (t) => {
  const authorize: BeamMcpOptions['authorize'] = ({ headers }) => allow(headers.authorization)
  const handler = async ({ ask }: HandlerContext) => { await ask({ who: askName() }, { state: 1 }); return 'ok' }
  const { send, runs } = await asking(t, handler, { authorize, stateCodec: codec })
  const ask = async (params: object = {}, headers = {}) => (await send({ arguments: { n: 1, m: 2 }, ...params }, ABLE, { authorization: 'ada', ...headers })).body
  const { requestState } = (await ask()).result
  const inputResponses = { who: accept({ name: 'Ada' }) }
  t.match(await ask({ inputResponses, requestState }), { result: { content: [{ text: 'ok' }] } })
  t.match(await ask({ inputResponses, requestState, arguments: { m: 2, n: 1 } }), { result: { content: [{ text: 'ok' }] } }, 'keys may come in another order')
  const before = runs()
  const refused = { code: -32602, message: 'Invalid params: "requestState" is not one of this request, or has expired: begin again without it' }
  t.same((await ask({ inputResponses, requestState: `${requestState}-TAMPERED` })).error, refused)
  t.same((await ask({ inputResponses, requestState: `A${requestState.slice(1)}` })).error, refused)
  t.same((await ask({ inputResponses, requestState }, { authorization: 'eve' })).error, refused)
  t.same((await ask({ inputResponses, requestState, arguments: { n: 2, m: 2 } })).error, refused)
  for (const other of ['', 'null', '{}', 7, null, {}, []]) t.same((await ask({ inputResponses, requestState: other })).error, refused)
  t.equal(runs(), before, 'the handler does not run')
  const open: StateCodec = { seal: (payload) => payload, open: (sealed) => sealed }
  const late = await asking(t, handler, { authorize, stateCodec: open })
  const state = JSON.parse((await late.send({}, ABLE, { authorization: 'ada' })).body.result.requestState)
  t.ok(state.expires > Date.now() + 590_000 && state.expires <= Date.now() + 600_000, 'ten minutes are given')
  for (const expires of [Date.now() - 1, undefined, 'never']) t.same((await late.send({ inputResponses, requestState: JSON.stringify({ ...state, expires }) }, ABLE, { authorization: 'ada' })).body.error, refused)
  const without = await asking(t, handler)
  t.same((await without.send({ requestState })).body.error, refused)
})

t.test('a state is bound to its method too', async (t) => {
  const handler = async (_first: unknown, { ask }: HandlerContext) => { await ask({ who: askName() }, { state: 1 }); return 'ok' }
  const app = await serve(t, { tools: [defineTool({ name: 'x', handler })], prompts: [definePrompt({ name: 'x', handler })], resources: [defineResource({ uri: 'x:1', name: 'x', handler })] }, { stateCodec: codec })
  const _meta = { [CAPABILITIES]: ABLE }
  const { requestState } = (await post(app, rpc('tools/call', { name: 'x', _meta }))).body.result
  t.equal((await post(app, rpc('prompts/get', { name: 'x', requestState, _meta }))).body.error.code, -32602)
  for (const message of [rpc('prompts/get', { name: 'x', _meta }), rpc('resources/read', { uri: 'x:1', _meta })]) {
    const { result } = (await post(app, message)).body
    t.match(result, { resultType: 'input_required', inputRequests: { who: nameRequest } })
    t.notOk('ttlMs' in result || 'cacheScope' in result, 'what is asked is not kept')
  }
})

t.test('a reading that depended on answers is not kept', async (t) => {
  const app = await serve(t, { resources: [defineResource({ uri: 'x:1', name: 'x', cache: { ttlMs: 1_000, cacheScope: 'public' }, async handler (_first, { ask }) { await ask({ who: askName() }); return 'ok' } })] })
  const { result } = (await post(app, rpc('resources/read', { uri: 'x:1', inputResponses: { who: { action: 'cancel' } }, _meta: { [CAPABILITIES]: ABLE } }))).body
  t.same([result.contents[0].text, result.ttlMs, result.cacheScope], ['ok', 0, 'private'])
})

t.test('callers that cannot be told apart get no state, and the log says what to write', async (t) => {
  const handler = async ({ ask }: HandlerContext) => { await ask({ who: askName() }, { state: 1 }) }
  const { send, logs } = await asking(t, handler, { stateCodec: codec, authorize: () => allow({ some: 'object' }) })
  t.same((await send()).body.error, { code: -32603, message: 'Internal error' })
  t.match(logs.lines.find(({ level }) => level === 50)?.err?.message, /"principalId"/)
})

t.test('a codec that fails is a fault of the host when it seals, and a refusal when it opens', async (t) => {
  const broken: StateCodec = { seal () { throw new Error('secret') }, open () { throw new Error('secret') } }
  const { send } = await asking(t, async ({ ask }) => { await ask({ who: askName() }, { state: 1 }) }, { stateCodec: broken })
  t.same((await send()).body.error, { code: -32603, message: 'Internal error' })
  t.equal((await send({ requestState: 'x' })).body.error.code, -32602)
  for (const payload of ['7', '{}', '{"binding":{}}', '{"binding":{},"answers":{}}', 'no JSON', undefined]) {
    const { send } = await asking(t, async () => 'ran', { stateCodec: { seal: () => 'x', open: () => payload } })
    t.equal((await send({ requestState: 'x' })).body.error.code, -32602, String(payload))
  }
})

t.test('a client is never asked for what it has not declared', async (t) => {
  const rows: Array<[object, HandlerContext['ask'] extends (r: infer R) => unknown ? R : never, object | undefined]> = [
    [{}, { q: askName() }, { elicitation: { form: {} } }],
    [{ elicitation: {} }, { q: askName() }, undefined],
    [{ elicitation: { form: {} } }, { q: askName() }, undefined],
    [{ elicitation: { url: {} } }, { q: askName() }, { elicitation: { form: {} } }],
    [{ elicitation: {} }, { q: elicitUrl({ message: 'Open', url: 'https://a.example' }) }, { elicitation: { url: {} } }],
    [{ elicitation: { url: {} } }, { q: elicitUrl({ message: 'Open', url: new URL('https://a.example') }) }, undefined],
    [{}, { q: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1 }) }, { sampling: {} }],
    [{ sampling: {} }, { q: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1, tools: [{ name: 'a', inputSchema: { type: 'object' } }], includeContext: 'thisServer' }) }, { sampling: { tools: {}, context: {} } }],
    [{ sampling: { tools: {}, context: {} } }, { q: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1, toolChoice: { mode: 'auto' }, includeContext: 'allServers' }) }, undefined],
    [{ roots: {} }, { a: listRoots(), b: askName(), c: elicitUrl({ message: 'Open', url: 'https://a.example' }) }, { elicitation: { form: {}, url: {} } }]
  ]
  for (const [capabilities, requests, requiredCapabilities] of rows) {
    const { send } = await asking(t, async ({ ask }) => { await ask(requests as never) })
    const { status, body } = await send({}, capabilities)
    if (requiredCapabilities === undefined) t.equal(body.result?.resultType, 'input_required')
    else t.match([status, body.error], [400, { code: -32021, data: { requiredCapabilities } }])
  }
})

t.test('an answer that does not fit is refused in terms of what was sent', async (t) => {
  const { send } = await asking(t, async ({ ask }) => { await ask({ who: askName(), url: elicitUrl({ message: 'm', url: 'https://a.example' }), model: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1 }), roots: listRoots() }); return 'ok' })
  const good = { who: accept({ name: 'Ada' }), url: { action: 'accept' }, model: { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }, roots: { roots: [{ uri: 'file:///a' }] } }
  t.match((await send({ inputResponses: good })).body.result.content, [{ text: 'ok' }])
  const rows: Array<[string, unknown, RegExp]> = [
    ['who', 12345, /inputResponses\["who"\]/],
    ['who', {}, /action/],
    ['who', { action: 'agree' }, /action/],
    ['who', { action: 'accept' }, /content must be object/],
    ['who', accept({ name: 'A' }), /content\/name must NOT have fewer than 2 characters/],
    ['url', null, /inputResponses\["url"\]/],
    ['model', { role: 'assistant' }, /inputResponses\["model"\]/],
    ['roots', { roots: [{ uri: 'https://a.example' }] }, /roots\/0\/uri/]
  ]
  for (const [name, answer, message] of rows) t.match((await send({ inputResponses: { ...good, [name]: answer } })).body.error, { code: -32602, message })
  for (const inputResponses of [null, [], 'x', 7]) t.match((await send({ inputResponses })).body.error, { code: -32602, message: /"inputResponses"/ })
})

t.test('it counts for nothing what a handler makes of being stopped', async (t) => {
  const handlers: Array<(context: HandlerContext) => unknown> = [
    async ({ ask }) => await ask({ who: askName() }).catch(() => 'swallowed'),
    async ({ ask }) => { try { await ask({ who: askName() }) } catch { throw new Error('another') } },
    async ({ ask }) => { ask({ who: askName() }); return 'not waited for' },
    ({ ask }) => { ask({ who: askName() }).catch(() => {}); return 'not waited for' }
  ]
  for (const handler of handlers) t.equal((await (await asking(t, handler)).send()).body.result.resultType, 'input_required')
})

t.test('what is no question is a fault of the host', async (t) => {
  for (const requests of [undefined, {}, [], { q: {} }, { q: { method: 'roots/list' } }, { q: null }]) {
    const { send, logs } = await asking(t, async ({ ask }) => { await ask(requests as never) })
    t.equal((await send()).body.error.code, -32603)
    t.match(logs.lines.find(({ level }) => level === 50)?.err?.code, 'BMCP_ERR_INPUT_REQUEST_INVALID')
  }
})

t.test('questions are checked where they are made', async (t) => {
  const wrong: Array<[() => unknown, RegExp]> = [
    [() => elicitForm({ message: '', requestedSchema: Name }), /"message"/],
    [() => elicitForm({ message: 'x', requestedSchema: 7 as never }), /"requestedSchema"/],
    [() => elicitForm({ message: 'x', requestedSchema: Type.String() as never }), /"requestedSchema"/],
    [() => elicitForm({ message: 'x', requestedSchema: Type.Object({ a: Type.Object({}) }) }), /"a" is no field/],
    [() => elicitForm({ message: 'x', requestedSchema: Type.Object({ a: Type.Array(Type.String()) }) }), /"a" is no field/],
    [() => elicitForm({ message: 'x', requestedSchema: Type.Object({ a: Type.String({ format: 'uuid' }) }) }), /"a" is no field/],
    [() => elicitForm({ message: 'x', requestedSchema: Type.Object({ a: true as never }) }), /"a"|schema/],
    [() => elicitUrl({ message: 'x', url: 'none' }), /"url"/],
    [() => elicitUrl({ message: 7 as never, url: 'https://a.example' }), /"message"/],
    [() => sample(undefined as never), /"messages"/],
    [() => sample({ messages: [], maxTokens: 1 }), /"messages"/],
    [() => sample({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 0.5 }), /"maxTokens"/]
  ]
  for (const [make, message] of wrong) t.throws(make, { code: /BMCP_ERR_(INPUT_REQUEST|SCHEMA)_INVALID/, message })
})

t.test('a form has fields of every kind that clients know', async (t) => {
  const colours = Type.Union([Type.Literal('red'), Type.Literal('green')])
  const titled = Type.Union([Type.Literal('r', { title: 'Red' }), Type.Literal('g')])
  const { params } = elicitForm({
    message: 'x',
    requestedSchema: Type.Object({
      text: Type.String({ title: 'Text', format: 'email', default: 'a@b.c' }),
      number: Type.Number({ minimum: 0 }),
      flag: Type.Boolean({ default: false }),
      one: Type.Unsafe<string>({ const: 'only' }),
      colour: Type.Optional(colours),
      titled,
      several: Type.Array(colours, { minItems: 1 }),
      severalTitled: Type.Array(titled)
    }, { additionalProperties: false })
  })
  t.same(params, {
    mode: 'form',
    message: 'x',
    requestedSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', title: 'Text', format: 'email', default: 'a@b.c' },
        number: { type: 'number', minimum: 0 },
        flag: { type: 'boolean', default: false },
        one: { type: 'string', enum: ['only'] },
        colour: { type: 'string', enum: ['red', 'green'] },
        titled: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'g' }] },
        several: { type: 'array', items: { type: 'string', enum: ['red', 'green'] }, minItems: 1 },
        severalTitled: { type: 'array', items: { anyOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'g' }] } }
      },
      required: ['text', 'number', 'flag', 'one', 'titled', 'several', 'severalTitled']
    }
  })
})
