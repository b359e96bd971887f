import Fastify, { type FastifyInstance } from 'fastify'
import beamMcp, { allow } from 'beam-mcp'
import { catalog } from './catalog.ts'

/** A server with the suite's fixtures, for callers on this machine alone. */
export async function createServer (port: number): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(beamMcp, {
    serverInfo: { name: 'everything', version: '1.0.0' },
    catalog,
    allowedOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    authorize: () => allow()
  })
  return app
}
