import t, { type Test } from 'tap'
import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { definePrompt, defineResource, defineTool, elicitForm, elicitUrl, listRoots, sample, type HandlerContext } from '../../lib/index.ts'
import { createStateCodec } from '../../lib/state-codec.ts'
import { rpc } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'

const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const Name = Type.Object({ name: Type.String({ minLength: 2 }) })
const askName = () => elicitForm({ message: 'Who?', requestedSchema: Name })
const accept = (content: object) => ({ action: 'accept', content })
const bare = (method: string, params: object = {}, id: unknown = 1): object => ({ jsonrpc: '2.0', id, method, params })
const hello = (capabilities: object = ABLE): object => bare('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'old', version: '1' } }, 'hello')

type Handler = (context: HandlerContext) => unknown
/** What was logged as an error. */
type Logged = Array<{ err?: { code?: string, message: string } }>

/** A client whose tool, prompt and resource all ask in one way. */
function asking (handler: Handler, rest: ConstructorParameters<typeof StdioClient>[1] = {}): { client: StdioClient, logged: Logged } {
  const logged: Logged = []
  const logger = { error (details: object) { logged.push(details) }, warn () {}, info () {}, debug () {}, child: () => logger }
  const run = (_first: unknown, context: HandlerContext): string => handler(context) as string
  const client = new StdioClient({
    tools: [defineTool({ name: 'asks', handler: run })],
    prompts: [definePrompt({ name: 'asks', handler: run })],
    resources: [defineResource({ uri: 'asks:1', name: 'asks', handler: run })]
  }, { logger, ...rest })
  client.notifiedAs = '2025-11-25'
  return { client, logged }
}

/** Waits for a request of the server's. */
async function asked (client: StdioClient, index = 0): Promise<any> {
  const requests = (): any[] => client.messages.filter(({ id, method }) => id !== undefined && method !== undefined)
  await client.until(() => requests().length > index)
  return requests()[index]
}

/** Says hello and calls the tool. */
async function begin (t: Test, handler: Handler, capabilities: object = ABLE) {
  const { client, logged } = asking(handler)
  t.teardown(() => client.end())
  client.send(hello(capabilities))
  await client.answer('hello')
  client.send(bare('tools/call', { name: 'asks' }, 'call'))
  return { client, logged }
}

t.test('2026-07-28: the request ends with what the client is asked, and its retry has the answers', async (t) => {
  const { client } = asking(async ({ ask, state }) => {
    const { who } = await ask({ who: askName() }, { state: 'kept' })
    return who.action === 'accept' ? `${who.content.name} ${state}` : who.action
  }, { stateCodec: createStateCodec({ keys: [randomBytes(32)] }) })
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': ABLE }
  for (const [method, params] of [['tools/call', { name: 'asks' }], ['prompts/get', { name: 'asks' }], ['resources/read', { uri: 'asks:1' }]] as const) {
    client.send(rpc(method, { ...params, _meta }, method))
    const { result } = await client.answer(method)
    t.match(result, { resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create', params: { mode: 'form', message: 'Who?' } } } })
    client.send(rpc(method, { ...params, inputResponses: { who: accept({ name: 'Ada' }) }, requestState: result.requestState, _meta }, `${method} again`))
    t.match(JSON.stringify((await client.answer(`${method} again`)).result), 'Ada kept', method)
  }
  client.send(rpc('tools/call', { name: 'asks' }, 'unable'))
  t.match((await client.answer('unable')).error, { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } })
  await client.end()
})

t.test("2025-11-25: a question is a request of the server's, and its answer goes on with the handler", async (t) => {
  let runs = 0
  const states: unknown[] = []
  const { client } = asking(async ({ ask, state }) => {
    runs++
    states.push(state)
    const { who, where } = await ask({ who: askName(), where: elicitUrl({ message: 'Sign in.', url: 'https://example.com/x' }) }, { state: 'not needed' })
    const { model, roots } = await ask({ model: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 }), roots: listRoots() })
    return JSON.stringify([who, where, model, roots])
  })
  client.send(hello())
  await client.answer('hello')
  client.send(bare('tools/call', { name: 'asks' }, 'call'))
  const form = await asked(client, 0)
  const url = await asked(client, 1)
  t.same(form, { jsonrpc: '2.0', id: form.id, method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] } } })
  t.same(url, { jsonrpc: '2.0', id: url.id, method: 'elicitation/create', params: { mode: 'url', message: 'Sign in.', url: 'https://example.com/x', elicitationId: '"call" where' } })
  client.send({ jsonrpc: '2.0', id: url.id, result: { action: 'decline' } })
  client.send({ jsonrpc: '2.0', id: form.id, result: accept({ name: 'Ada' }) })
  const [model, roots] = [await asked(client, 2), await asked(client, 3)]
  t.same([model.method, model.params, roots.method, roots.params], ['sampling/createMessage', { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 }, 'roots/list', undefined])
  client.send({ jsonrpc: '2.0', id: roots.id, result: { roots: [{ uri: 'file:///x' }] } })
  client.send({ jsonrpc: '2.0', id: model.id, result: { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' } })
  t.same(JSON.parse((await client.answer('call')).result.content[0].text), [
    accept({ name: 'Ada' }), { action: 'decline' },
    { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' }, { roots: [{ uri: 'file:///x' }] }
  ])
  t.same([runs, states], [1, [undefined]], 'nothing runs twice')
  await client.end()
})

t.test('2025-11-25: prompts and resources ask the same way', async (t) => {
  const { client } = asking(async ({ ask }) => (await ask({ who: askName() })).who.action)
  client.send(hello())
  for (const [index, [method, params]] of ([['prompts/get', { name: 'asks' }], ['resources/read', { uri: 'asks:1' }]] as const).entries()) {
    client.send(bare(method, params, method))
    client.send({ jsonrpc: '2.0', id: (await asked(client, index)).id, result: { action: 'cancel' } })
    t.match(JSON.stringify((await client.answer(method)).result), 'cancel')
  }
  await client.end()
})

t.test('2025-11-25: what the client has not declared is not asked, and the caller is told what is missing', async (t) => {
  const { client } = await begin(t, async ({ ask, client: { capabilities } }) => {
    if (capabilities.roots !== undefined) await ask({ roots: listRoots() })
    return await ask({ who: askName(), model: sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 }) })
  }, { elicitation: {} })
  t.match((await client.answer('call')).error, { code: -32021, data: { requiredCapabilities: { sampling: {} } } })
  t.equal(client.messages.length, 2, 'an empty elicitation stands for forms')
})

t.test('2025-11-25: an answer that is an error, that does not fit, or is none is told to the handler', async (t) => {
  const answers: Array<[object, RegExp]> = [
    [{ error: { code: -1, message: 'not now' } }, /no answer to "who": not now/],
    [{ error: 'x' }, /its answer has no result/],
    [{ result: 'x' }, /its answer has no result/],
    [{ result: { action: 'jump' } }, /"who": action/],
    [{ result: accept({ name: 'A' }) }, /"who": content\/name/]
  ]
  for (const [answer, message] of answers) {
    const { client, logged } = await begin(t, async ({ ask }) => (await ask({ who: askName() })).who.action)
    client.send({ jsonrpc: '2.0', id: (await asked(client)).id, ...answer })
    t.same((await client.answer('call')).error, { code: -32603, message: 'Internal error' })
    t.match(logged, [{ err: { code: 'BMCP_ERR_INPUT_REFUSED', message } }])
  }
  const caught = await begin(t, async ({ ask }) => await ask({ who: askName() }).then(() => 'answered', () => 'went on'))
  caught.client.send({ jsonrpc: '2.0', id: (await asked(caught.client)).id, error: { code: -1, message: 'no' } })
  t.equal((await caught.client.answer('call')).result.content[0].text, 'went on', 'who can do without it')
})

t.test('2025-11-25: a call that is cancelled takes its questions back', async (t) => {
  const { client } = await begin(t, async ({ ask }) => (await ask({ who: askName() })).who.action)
  const { id } = await asked(client)
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call' } })
  await client.until((messages) => messages.length === 3)
  t.same(client.messages[2], { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })
  client.send({ jsonrpc: '2.0', id, result: { action: 'cancel' } })
  client.send(bare('ping', {}, 'ping'))
  await client.answer('ping')
  t.equal(client.messages.length, 4, 'a late answer is dropped, and so is the result')
})

t.test('2025-11-25: nothing is asked for a call that was cancelled before', async (t) => {
  let go: () => void = () => {}
  const { client } = await begin(t, async ({ ask, signal }) => {
    await new Promise<void>((resolve) => { go = resolve; signal.addEventListener('abort', () => resolve()) })
    return (await ask({ who: askName() })).who.action
  })
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call' } })
  client.send(bare('ping', {}, 'ping'))
  await client.answer('ping')
  go()
  t.same(client.messages.map(({ id }) => id), ['hello', 'ping'])
})

t.test('2025-11-25: a client that leaves answers nothing: what waits for it fails, and what asks later too', async (t) => {
  const refusals: string[] = []
  const { client } = asking(async ({ ask }) => {
    for (let time = 0; time < 2; time++) await ask({ who: askName() }).catch((error: Error) => refusals.push(error.message))
    return 'done'
  })
  client.send(hello())
  client.send(bare('tools/call', { name: 'asks' }, 'call'))
  await asked(client)
  await client.end()
  t.same(refusals, Array.from({ length: 2 }, () => 'the client gave no answer to "who": it has left'))
  t.equal((await client.answer('call')).result.content[0].text, 'done', 'what was running is answered')
})

t.test('2025-11-25: a question that is none is a fault of the host', async (t) => {
  const { client, logged } = await begin(t, async ({ ask }) => await ask({ who: {} as ReturnType<typeof askName> }))
  t.equal((await client.answer('call')).error.code, -32603)
  t.match(logged, [{ err: { code: 'BMCP_ERR_INPUT_REQUEST_INVALID' } }])
})
