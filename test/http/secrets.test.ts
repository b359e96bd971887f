import t from 'tap'
import Fastify from 'fastify'
import beamMcp, { allow, defineTool, refuse, ToolError } from '../../lib/index.ts'
import { call, headersOf, keepLogs, optionsOf, post, serve } from '../helpers/mcp.ts'

const SECRET = 'connect 10.0.0.5 password=hunter2'
const internal = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }

t.test('whatever a handler throws, the caller learns nothing, and the log has it once', async (t) => {
  const thrown: unknown[] = [new Error(SECRET), new Error('outer', { cause: new Error(SECRET) }), SECRET, undefined, null, { message: SECRET }, Symbol(SECRET), Object.assign(new Error(SECRET), { statusCode: 418, code: SECRET })]
  for (const value of thrown) {
    for (const handler of [() => { throw value }, async () => { throw value }]) {
      const { lines, options } = keepLogs('info')
      const app = await serve(t, [defineTool({ name: 'fail', handler: handler as () => never })], {}, { logger: options })
      const { status, body, text, headers } = await post(app, call('fail'))
      t.equal(status, 200)
      t.same(body, internal)
      t.notMatch(text + JSON.stringify(headers), /hunter2/)
      t.equal(lines.filter(({ msg }) => msg.startsWith('tools/call failed')).length, 1)
    }
  }
})

t.test('a result that cannot be written is one answer without detail', async (t) => {
  const cycle: Record<string, unknown> = { secret: SECRET }
  cycle.self = cycle
  const { toolResult } = await import('../../lib/index.ts')
  const values: Array<() => unknown> = [
    () => ({ big: 1n, secret: SECRET }),
    () => cycle,
    () => undefined,
    () => () => SECRET,
    () => Symbol(SECRET),
    () => ({ toJSON () { throw new Error(SECRET) } }),
    () => toolResult({ content: 'x', structuredContent: { big: 1n } }),
    () => toolResult({ content: 'x', meta: { cycle } })
  ]
  for (const value of values) {
    const { lines, options } = keepLogs('info')
    const app = await serve(t, [defineTool({ name: 'odd', handler: value as () => string })], {}, { logger: options })
    const { status, body } = await post(app, call('odd'))
    t.equal(status, 200)
    t.same(body, internal)
    t.equal(lines.filter(({ level }) => level === 50).length, 1)
  }
})

t.test('ToolError alone speaks to the caller', async (t) => {
  const { lines, options } = keepLogs('info')
  const app = await serve(t, [defineTool({ name: 'fail', handler () { throw new ToolError('No such city.', { cause: new Error(SECRET) }) } })], {}, { logger: options })
  const { body, text } = await post(app, call('fail'))
  t.same(body.result.content, [{ type: 'text', text: 'No such city.' }])
  t.equal(body.result.isError, true)
  t.notMatch(text, /hunter2/)
  t.equal(lines.filter(({ level }) => level >= 40).length, 0)
})

t.test('no refusal and no fault of the host leaves, from any step', async (t) => {
  const message = call('fail')
  const tools = [defineTool({ name: 'fail', handler () { throw new Error(SECRET) } })]
  for (const options of [
    { authorize: () => refuse(SECRET) },
    { authorize: () => { throw new Error(SECRET) } },
    { authorizeBody: () => refuse(SECRET) },
    { authorizeBody: () => { throw new Error(SECRET) } },
    {}
  ]) {
    const app = await serve(t, tools, options)
    const { text, headers } = await post(app, message)
    t.notMatch(text + JSON.stringify(headers), /hunter2|stack|at .*\.ts/)
  }
})

t.test('a hook of the host that throws leaves as JSON-RPC without detail, with its status and headers', async (t) => {
  const cases: Array<[unknown, number, object]> = [
    [Object.assign(new Error(SECRET), { statusCode: 429 }), 429, { code: -32600, message: 'Too Many Requests' }],
    [Object.assign(new Error(SECRET), { statusCode: 503 }), 503, { code: -32603, message: 'Service Unavailable' }],
    [Object.assign(new Error(SECRET), { statusCode: 499 }), 499, { code: -32600, message: 'Refused' }],
    [Object.assign(new Error(SECRET), { statusCode: 200 }), 500, { code: -32603, message: 'Internal error' }],
    [new Error(SECRET), 500, { code: -32603, message: 'Internal error' }]
  ]
  for (const [error, status, expected] of cases) {
    for (const hook of ['onRequest', 'preValidation', 'preHandler'] as const) {
      const app = Fastify()
      t.teardown(() => app.close())
      app.addHook(hook, async (_request, reply) => {
        reply.header('x-host', 'kept')
        throw error
      })
      await app.register(beamMcp, optionsOf(tools))
      const answer = await post(app, call('fail'))
      t.equal(answer.status, status, hook)
      t.same(answer.body, { jsonrpc: '2.0', error: expected })
      t.equal(answer.headers['x-host'], 'kept')
    }
  }
})

const tools = [defineTool({ name: 'fail', handler: () => 'ok' })]

t.test('what a hook of the host sends by itself leaves as JSON-RPC too', async (t) => {
  for (const payload of [SECRET, { error: SECRET }, Buffer.from(SECRET)]) {
    const app = Fastify()
    t.teardown(() => app.close())
    app.addHook('onRequest', async (_request, reply) => reply.code(429).header('retry-after', '7').send(payload))
    await app.register(beamMcp, optionsOf(tools))
    const { status, body, headers } = await post(app, call('fail'))
    t.equal(status, 429)
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Too Many Requests' } })
    t.equal(headers['retry-after'], '7')
    t.equal(headers['content-type'], 'application/json; charset=utf-8')
  }
})

t.test('a stream that a hook of the host sends is let go', async (t) => {
  const { Readable } = await import('node:stream')
  const stream = Readable.from(['x'])
  const closed = new Promise((resolve) => { stream.once('close', resolve) })
  const app = Fastify()
  t.teardown(() => app.close())
  app.addHook('onRequest', async (_request, reply) => reply.code(503).send(stream))
  await app.register(beamMcp, optionsOf(tools))
  t.same((await post(app, call('fail'))).body, { jsonrpc: '2.0', error: { code: -32603, message: 'Service Unavailable' } })
  await closed
})

t.test('what a hook of the host sends that is no refusal is left alone', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  app.addHook('onRequest', async (_request, reply) => reply.code(200).send({ cached: true }))
  await app.register(beamMcp, optionsOf(tools, { authorize: () => allow() }))
  const message = call('fail')
  t.same((await app.inject({ method: 'POST', url: '/mcp', headers: headersOf(message), payload: message })).json(), { cached: true })
})
