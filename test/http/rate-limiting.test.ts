import t, { type Test } from 'tap'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import rateLimit from '@fastify/rate-limit'
import beamMcp, { allow, defineTool } from '../../lib/index.ts'
import { call, optionsOf, post, rpc } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

/** Who calls, as `authorize` found out, and the buckets that were asked for. */
const callers = new WeakMap<FastifyRequest, string>()

/** A host that limits calls of tools by caller and tool, as docs/plugin.md shows it. */
async function limited (t: Test, keys: string[]): Promise<FastifyInstance> {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(rateLimit, {
    max: 2,
    timeWindow: 60_000,
    hook: 'preHandler',
    allowList: (request) => request.headers['mcp-method'] !== 'tools/call',
    keyGenerator (request) {
      const key = `${callers.get(request)} ${request.headers['mcp-name']}`
      keys.push(key)
      return key
    }
  })
  await app.register(beamMcp, optionsOf([echo, defineTool({ name: 'other', handler: () => 'x' })], {
    authorize (request) {
      callers.set(request, request.headers.authorization ?? 'nobody')
      return allow()
    }
  }))
  return app
}

const ada = { authorization: 'ada' }
const hi = call('echo', { text: 'hi' })

t.test('calls are limited by caller and tool, with 429, Retry-After and a JSON-RPC error', async (t) => {
  const app = await limited(t, [])
  for (let time = 0; time < 2; time++) t.equal((await post(app, hi, ada)).status, 200)
  const { status, headers, body } = await post(app, hi, ada)
  t.same({ status, body }, { status: 429, body: { jsonrpc: '2.0', error: { code: -32600, message: 'Too Many Requests' } } })
  t.equal(headers['retry-after'], '60')
  t.equal((await post(app, call('other'), ada)).status, 200, 'another tool')
  t.equal((await post(app, hi, { authorization: 'eve' })).status, 200, 'another caller')
})

t.test('a name in the header that is not the body\'s spends no bucket', async (t) => {
  const keys: string[] = []
  const app = await limited(t, keys)
  for (const lie of [{ 'mcp-name': 'other' }, { 'mcp-name': undefined }, { 'mcp-method': 'tools/list' }]) {
    const { status, body } = await post(app, hi, { ...ada, ...lie })
    t.same([status, body.error.code], [400, -32020])
  }
  t.same(keys, [])
  t.equal((await post(app, hi, ada)).status, 200)
  t.same(keys, ['ada echo'])
})

t.test('what calls no tool is not limited', async (t) => {
  const app = await limited(t, [])
  for (let time = 0; time < 4; time++) t.equal((await post(app, rpc('tools/list'), ada)).status, 200)
})
