import t from 'tap'
import { allow, defineTool, refuse } from '../../lib/index.ts'
import { call, keepLogs, post, serve } from '../helpers/mcp.ts'
import { echo, gate } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })
const forbidden = { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden' } }
const unauthorized = { jsonrpc: '2.0', error: { code: -32600, message: 'Unauthorized' } }
const internal = { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' } }

t.test('allow lets the caller in, at once or later', async (t) => {
  for (const authorize of [() => allow(), async () => allow()]) {
    const app = await serve(t, [echo], { authorize })
    t.equal((await post(app, message)).status, 200)
  }
})

t.test('it is given the request alone', async (t) => {
  let given: unknown[] = []
  const app = await serve(t, [echo], { authorize (...args: unknown[]) { given = args; return allow() } })
  await post(app, message)
  t.equal(given.length, 1)
})

t.test('a thenable that is no native promise is waited for too', async (t) => {
  const later = { then: (resolve: (verdict: unknown) => void) => { resolve(allow()) } }
  const app = await serve(t, [echo], { authorize: () => later as unknown as Promise<ReturnType<typeof allow>> })
  t.equal((await post(app, message)).status, 200)
})

t.test('a refusal is 403, its reason in the log alone', async (t) => {
  const { lines, options } = keepLogs()
  const app = await serve(t, [echo], { authorize: async () => refuse('the secret reason') }, { logger: options })
  const { status, headers, body, text } = await post(app, message)
  t.equal(status, 403)
  t.same(body, forbidden)
  t.notOk('www-authenticate' in headers)
  t.notMatch(text, /secret/)
  t.equal(lines.filter(({ reason }) => reason === 'the secret reason').length, 1)
})

t.test('a refusal with a challenge is 401 and carries it', async (t) => {
  const challenge = 'Bearer resource_metadata="https://example.com/.well-known/oauth-protected-resource"'
  const app = await serve(t, [echo], { authorize: () => refuse('no token', { challenge }) })
  const { status, headers, body } = await post(app, message)
  t.equal(status, 401)
  t.equal(headers['www-authenticate'], challenge)
  t.same(body, unauthorized)
})

t.test('a challenge that cannot be a header is the fault of its host', async (t) => {
  t.throws(() => refuse('x', { challenge: 'a\r\nb' }), { code: 'BMCP_ERR_OPTION_INVALID' })
})

t.test('anything but the two shapes fails closed, and is logged as a fault of the host', async (t) => {
  for (const verdict of [true, undefined, null, 1, 'yes', {}, { allowed: true }, { allowed: true, principal: 'x' }, Promise.resolve(true)]) {
    const { lines, options } = keepLogs()
    const app = await serve(t, [echo], { authorize: () => verdict as ReturnType<typeof allow> }, { logger: options })
    const { status, body } = await post(app, message)
    t.equal(status, 403)
    t.same(body, forbidden)
    t.equal(lines.filter(({ err }) => err?.code === 'BMCP_ERR_VERDICT_INVALID').length, 1)
  }
})

t.test('a throw and a rejection are 500 without detail, logged once', async (t) => {
  for (const authorize of [() => { throw new Error('password=secret') }, async () => { throw new Error('password=secret') }]) {
    const { lines, options } = keepLogs()
    const app = await serve(t, [echo], { authorize }, { logger: options })
    const { status, body } = await post(app, message)
    t.equal(status, 500)
    t.same(body, internal)
    t.equal(lines.filter(({ err }) => err?.message === 'password=secret').length, 1)
  }
})

t.test('it is asked before the content type, the body and the method are looked at', async (t) => {
  const app = await serve(t, [echo], { authorize: () => refuse('no') })
  t.equal((await post(app, 'no JSON', { 'content-type': 'text/plain' })).status, 403)
})

t.test('twelve callers with the same id at once each get their own answer and principal', async (t) => {
  const { promise, open } = gate()
  let arrived = 0
  const whoami = defineTool({
    name: 'whoami',
    async handler (_args, { principal }) {
      if (++arrived === 12) open()
      await promise
      return String(principal)
    }
  })
  const app = await serve(t, [whoami], { authorize: async (request) => allow(request.headers.authorization) })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => post(app, call('whoami'), { authorization: `token ${index}` })))
  t.same(answers.map(({ body }) => [body.id, body.result.content[0].text]), Array.from({ length: 12 }, (_, index) => [1, `token ${index}`]))
})
