import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { run } from './helpers/child.ts'
import { root } from './helpers/docs.ts'
import { call, headersOf, rpc, type Rpc } from './helpers/mcp.ts'

// Built by `npm test`, as by `npm start`; the build is not done again here.
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'weather', version: '1.0.0' } }

t.test('npm start serves the weather example', async (t) => {
  // Without the hooks that tap gives to every process: the build would count as code that no test covers.
  const server = run(t, 'bash', ['-c', `cd '${root}' && unset NODE_OPTIONS && exec ${scripts.start}`], { PORT: '0' })
  const [, url = ''] = await server.printed(/^MCP server on (\S+)\. Try it:$/m)
  t.match(url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/)

  const send = async (message: Rpc, headers: Record<string, string> = {}): Promise<{ status: number, body: any }> => {
    const response = await fetch(url, { method: 'POST', headers: { ...headersOf(message), ...headers }, body: JSON.stringify(message) })
    return { status: response.status, body: await response.json() }
  }

  t.test('the curl line that it prints works as printed', async (t) => {
    const [curl] = await server.printed(/^curl .*$/m)
    const { stdout } = await promisify(execFile)('bash', ['-c', curl])
    const structuredContent = { place: 'Lisbon', celsius: 19 }
    t.same(JSON.parse(stdout), {
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent, resultType: 'complete', _meta: meta }
    })
  })

  t.test('it lists two tools', async (t) => {
    const { status, body } = await send(rpc('tools/list'))
    t.equal(status, 200)
    t.same(body.result.tools.map(({ name, inputSchema }: { name: string, inputSchema: object }) => ({ name, inputSchema })), [
      { name: 'get_weather', inputSchema: { type: 'object', properties: { place: { type: 'string', minLength: 1 } }, required: ['place'], additionalProperties: false } },
      {
        name: 'get_forecast',
        inputSchema: {
          type: 'object',
          properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, days: { type: 'integer', minimum: 1, maximum: 7, 'x-mcp-header': 'Days' } },
          required: ['region'],
          additionalProperties: false
        }
      }
    ])
  })

  t.test('get_weather answers, and says where there is no station', async (t) => {
    const { status, body } = await send(call('get_weather', { place: 'Nairobi' }))
    t.equal(status, 200)
    t.same(body.result.structuredContent, { place: 'Nairobi', celsius: 23 })
    const failed = await send(call('get_weather', { place: 'Atlantis' }))
    t.equal(failed.status, 200)
    t.same(failed.body.result, { content: [{ type: 'text', text: 'No station at Atlantis. There is one at Reykjavik, Lisbon, Nairobi.' }], isError: true, resultType: 'complete', _meta: meta })
  })

  t.test('get_forecast answers when its arguments are repeated in headers, and not when they differ', async (t) => {
    const message = call('get_forecast', { region: 'north', days: 2 })
    const { status, body } = await send(message, { 'mcp-param-region': 'north', 'mcp-param-days': '2' })
    t.equal(status, 200)
    t.same(body.result.structuredContent, { celsius: [3, 4] })
    const differing = await send(message, { 'mcp-param-region': 'south', 'mcp-param-days': '2' })
    t.equal(differing.status, 400)
    t.same(differing.body, { jsonrpc: '2.0', id: 1, error: { code: -32020, message: 'Header mismatch: Mcp-Param-Region differs from arguments.region' } })
  })

  t.test('pages of http://localhost:4000 may call it, and no others', async (t) => {
    t.equal((await send(call('get_weather', { place: 'Lisbon' }), { origin: 'http://localhost:4000' })).status, 200)
    for (const origin of ['http://localhost:4001', 'http://127.0.0.1:4000', 'http://evil.example']) {
      const { status, body } = await send(call('get_weather', { place: 'Lisbon' }), { origin })
      t.equal(status, 403, origin)
      t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden: this Origin is not allowed here' } })
    }
  })

  t.test('SIGTERM ends it with exit code 0', async (t) => {
    t.same(await server.stop('SIGTERM'), { code: 0, signal: null })
  })
})
