import Fastify from 'fastify'
import beamMcp, { allow } from 'beam-mcp'
import { catalog } from './catalog.ts'

const app = Fastify({ logger: { level: 'warn' } })

await app.register(beamMcp, {
  serverInfo: { name: 'weather', version: '1.0.0' },
  instructions: 'Weather of a few places, made up.',
  catalog,
  allowedOrigins: ['http://localhost:4000'],
  authorize: () => allow() // Every caller: this server listens on the loopback interface alone.
})

const url = new URL(app.mcp.path, await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 4000) }))

const version = '2026-07-28'
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'get_weather',
    arguments: { place: 'Lisbon' },
    _meta: { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} }
  }
}
console.log(`MCP server on ${url.href}. Try it:

curl -s ${url.href} -H 'Content-Type: application/json' -H 'MCP-Protocol-Version: ${version}' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: get_weather' -d '${JSON.stringify(call)}'
`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => { app.close() })
