import { Type } from '@sinclair/typebox'
import fastify from 'fastify'
import { allow, beamMcp, defineCatalog, defineTool } from 'beam-mcp'
import { createStateCodec } from 'beam-mcp/state-codec'

/** What a user writes, as an ES module and as CommonJS: prints what the tool answered. */
async function main (): Promise<void> {
  const greet = defineTool({
    name: 'greet',
    inputSchema: Type.Object({ name: Type.String() }),
    handler: ({ name }) => `Hello ${name}.`
  })
  // @ts-expect-error The types came along: the schema has no such argument.
  defineTool({ name: 'typed', inputSchema: Type.Object({ name: Type.String() }), handler: ({ nmae }) => nmae })

  const app = fastify()
  await app.register(beamMcp, {
    serverInfo: { name: 'packed', version: '1.0.0' },
    catalog: defineCatalog({ tools: [greet], resources: [], prompts: [] }),
    allowedOrigins: [],
    authorize: () => allow(),
    stateCodec: createStateCodec({ keys: [new Uint8Array(32)] })
  })
  const version = '2026-07-28'
  const response = await app.inject({
    method: 'POST',
    url: app.mcp.path,
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'greet' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'greet', arguments: { name: 'Ada' }, _meta: { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} } }
    }
  })
  console.log(response.json().result.content[0].text)
}

main()
