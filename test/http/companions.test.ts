import t from 'tap'
import Fastify from 'fastify'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import jwt from '@fastify/jwt'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import beamMcp, { allow, defineTool, refuse } from '../../lib/index.ts'
import { call, optionsOf, post } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })

t.test('@fastify/cors answers the preflight for the MCP headers, and marks our answers', async (t) => {
  const origin = 'https://app.example.com'
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(cors, { origin: [origin], methods: ['POST'] })
  await app.register(beamMcp, optionsOf([echo], { allowedOrigins: [origin] }))
  const preflight = await app.inject({ method: 'OPTIONS', url: '/mcp', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-protocol-version,mcp-method,mcp-name,mcp-param-region' } })
  t.equal(preflight.statusCode, 204)
  t.equal(preflight.headers['access-control-allow-origin'], origin)
  t.equal(preflight.headers['access-control-allow-headers'], 'mcp-protocol-version,mcp-method,mcp-name,mcp-param-region')
  const { status, headers } = await post(app, message, { origin })
  t.equal(status, 200)
  t.equal(headers['access-control-allow-origin'], origin)
})

t.test('@fastify/helmet marks our answers and our refusals', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(helmet)
  await app.register(beamMcp, optionsOf([echo]))
  for (const body of [message, 'nope']) t.equal((await post(app, body)).headers['x-content-type-options'], 'nosniff')
})

t.test('@fastify/rate-limit refuses with its status and headers, and a JSON-RPC body', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(rateLimit, { max: 1, timeWindow: 60_000 })
  await app.register(beamMcp, optionsOf([echo]))
  t.equal((await post(app, message)).status, 200)
  const { status, headers, body } = await post(app, message)
  t.equal(status, 429)
  t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Too Many Requests' } })
  t.equal(headers['x-ratelimit-limit'], '1')
  t.ok(headers['retry-after'])
})

t.test('@fastify/rate-limit on preHandler runs after the headers were held to the body, and sees the call', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  const keys: string[] = []
  await app.register(rateLimit, {
    max: 1,
    timeWindow: 60_000,
    hook: 'preHandler',
    keyGenerator (request) {
      const { params } = request.body as { params: { name: string } }
      keys.push(params.name)
      return params.name
    }
  })
  await app.register(beamMcp, optionsOf([echo, defineTool({ name: 'other', handler: () => 'x' })]))
  const lie = await post(app, message, { 'mcp-name': 'other' })
  t.equal(lie.status, 400)
  t.equal(lie.body.error.code, -32020)
  t.same(keys, [], 'no bucket is spent')
  t.equal((await post(app, message)).status, 200)
  t.equal((await post(app, message)).status, 429)
  t.equal((await post(app, call('other'))).status, 200)
})

t.test('@fastify/under-pressure refuses with 503 and a JSON-RPC body', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(underPressure, { healthCheck: async () => false, healthCheckInterval: 60_000 })
  await app.register(beamMcp, optionsOf([echo]))
  const { status, body } = await post(app, message)
  t.equal(status, 503)
  t.same(body, { jsonrpc: '2.0', error: { code: -32603, message: 'Service Unavailable' } })
})

t.test('@fastify/jwt tells who calls, in authorize', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(jwt, { secret: 'a secret of the test, long enough' })
  const whoami = defineTool({ name: 'whoami', handler: (_args, { principal }) => (principal as { sub: string }).sub })
  await app.register(beamMcp, optionsOf([whoami], {
    async authorize (request) {
      try {
        return allow(await request.jwtVerify())
      } catch {
        return refuse('no valid token', { challenge: 'Bearer' })
      }
    }
  }))
  const token = app.jwt.sign({ sub: 'ada' })
  t.equal((await post(app, call('whoami'), { authorization: `Bearer ${token}` })).body.result.content[0].text, 'ada')
  const refused = await post(app, call('whoami'), { authorization: 'Bearer nope' })
  t.equal(refused.status, 401)
  t.equal(refused.headers['www-authenticate'], 'Bearer')
})
