import https from 'node:https'
import Fastify from 'fastify'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { pino } from 'pino'
import { describe, expect, test } from 'tstyche'
import beamMcp, { allow, defineCatalog, refuse, type BeamMcp, type BeamMcpOptions, type HandlerContext } from '../../lib/index.ts'

declare module '../../lib/index.ts' {
  interface McpTypes { principal: { sub: string } }
}

const options: BeamMcpOptions = {
  serverInfo: { name: 'x', version: '1.0.0' },
  catalog: defineCatalog({ tools: [], resources: [], prompts: [] }),
  allowedOrigins: ['https://app.example.com'],
  authorize: async (request) => request.headers.authorization === undefined ? refuse('no token', { challenge: 'Bearer' }) : allow({ sub: 'x' })
}

describe('register', () => {
  test('takes the plugin on every kind of server', () => {
    Fastify().register(beamMcp, options)
    Fastify({ logger: true }).register(beamMcp, { ...options, prefix: '/v1' })
    Fastify({ loggerInstance: pino() }).register(beamMcp, options)
    Fastify({ https: {} }).register(beamMcp, options)
    Fastify({ http2: true }).register(beamMcp, options)
    Fastify({ http2: true, https: {} }).register(beamMcp, options)
    Fastify({ serverFactory: (handler) => https.createServer(handler) }).register(beamMcp, options)
    Fastify().withTypeProvider<TypeBoxTypeProvider>().register(beamMcp, options)
    expect(Fastify().register).type.toBeCallableWith(beamMcp, options)
  })

  test('wants authorize, allowedOrigins, serverInfo and catalog', () => {
    const { authorize, allowedOrigins, serverInfo, catalog } = options
    const app = Fastify()
    // @ts-expect-error: no authorize
    app.register(beamMcp, { allowedOrigins, serverInfo, catalog })
    // @ts-expect-error: no allowedOrigins
    app.register(beamMcp, { authorize, serverInfo, catalog })
    // @ts-expect-error: no serverInfo
    app.register(beamMcp, { authorize, allowedOrigins, catalog })
    // @ts-expect-error: no catalog
    app.register(beamMcp, { authorize, allowedOrigins, serverInfo })
    // @ts-expect-error: no options
    app.register(beamMcp)
  })

  test('refuses an unknown option, and an answer that is no verdict', () => {
    // @ts-expect-error: misspelled
    Fastify().register(beamMcp, { ...options, allowedOrigin: [] })
    // @ts-expect-error: true is no verdict
    Fastify().register(beamMcp, { ...options, authorize: () => true })
  })
})

describe('fastify.mcp', () => {
  test('is there', () => {
    expect(Fastify().mcp).type.toBe<BeamMcp>()
  })
})

describe('the principal', () => {
  test('is typed once, by the host', () => {
    expect<HandlerContext['principal']>().type.toBe<{ sub: string }>()
  })
})
