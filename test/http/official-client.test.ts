import t from 'tap'
import { Type } from '@sinclair/typebox'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { allow, defineTool, ToolError } from '../../lib/index.ts'
import { serve, SERVER_INFO } from '../helpers/mcp.ts'
import { listen } from '../helpers/socket.ts'

const seen: Array<Record<string, unknown>> = []

const forecast = defineTool({
  name: 'forecast',
  description: 'A forecast.',
  inputSchema: Type.Object({
    region: Type.String({ 'x-mcp-header': 'Region' }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 7, 'x-mcp-header': 'Days' }))
  }, { additionalProperties: false }),
  outputSchema: Type.Object({ celsius: Type.Array(Type.Number()) }),
  handler ({ region, days = 1 }, { request, client }) {
    seen.push({ region: request?.headers['mcp-param-region'], days: request?.headers['mcp-param-days'], client: client.info?.name })
    if (region === 'nowhere') throw new ToolError('No such region.')
    return { celsius: Array.from({ length: days }, (_, day) => day) }
  }
})

t.test('the official client discovers, lists and calls', async (t) => {
  const app = await serve(t, [forecast], { instructions: 'Ask.', authorize: () => allow() })
  const url = new URL(`http://127.0.0.1:${await listen(app)}/mcp`)
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  t.teardown(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(url))

  t.match(client.getServerVersion(), SERVER_INFO)
  t.same(client.getServerCapabilities(), { tools: { listChanged: true } })
  t.equal(client.getInstructions(), 'Ask.')

  const { tools } = await client.listTools()
  t.same(tools.map(({ name }) => name), ['forecast'])

  t.match(await client.callTool({ name: 'forecast', arguments: { region: 'Zürich', days: 3 } }), { structuredContent: { celsius: [0, 1, 2] }, content: [{ type: 'text', text: '{"celsius":[0,1,2]}' }] })
  t.same(seen.at(-1), { region: '=?base64?WsO8cmljaA==?=', days: '3', client: 'official' })

  t.match(await client.callTool({ name: 'forecast', arguments: { region: 'nowhere' } }), { isError: true, content: [{ type: 'text', text: 'No such region.' }] })
  t.match(await client.callTool({ name: 'forecast', arguments: { region: 'x', days: 9 } }), { isError: true, content: [{ type: 'text', text: 'Invalid arguments for tool forecast:\narguments/days must be <= 7' }] })
  await t.rejects(client.callTool({ name: 'nope' }), { code: -32602 })
})

t.test('a client that would fall back finds that it need not', async (t) => {
  const app = await serve(t, [forecast])
  const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  t.teardown(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${await listen(app)}/mcp`)))
  t.equal((await client.listTools()).tools.length, 1)
})

t.test('a client of an older revision is told which is served', async (t) => {
  const app = await serve(t, [forecast])
  const client = new Client({ name: 'old', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  await t.rejects(client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${await listen(app)}/mcp`))), /2026-07-28/)
})
