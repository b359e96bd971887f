import Fastify, { type FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import beamMcp, { allow } from 'beam-mcp'
import { createStateCodec } from 'beam-mcp/state-codec'
import { catalog } from './catalog.ts'

/** A server with the suite's fixtures, for callers on this machine alone. */
export async function createServer (port: number): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(beamMcp, {
    serverInfo: { name: 'everything', version: '1.0.0' },
    catalog,
    allowedOrigins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    authorize: () => allow(),
    capabilities: { logging: true },
    // Of this process alone: several instances would share their keys.
    stateCodec: createStateCodec({ keys: [randomBytes(32)] })
  })
  return app
}
