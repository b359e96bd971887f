import t from 'tap'
import { call, META, post, serve, type Rpc } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'

function withMeta (meta: unknown): Rpc {
  const message = call('echo', { text: 'x' })
  return { ...message, params: { ...message.params, _meta: meta } }
}

t.test('the first rule that fails answers, with 400 and the id', async (t) => {
  const app = await serve(t, [echo])
  const meta: Record<string, unknown> = META
  const { [CAPABILITIES]: _capabilities, ...noCapabilities } = meta
  const { [KEY]: _version, ...noVersion } = meta
  const supported = ['2026-07-28']
  const cases: Array<[string, unknown, string | undefined, object]> = [
    ['no header', meta, undefined, { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is missing; this server speaks MCP 2026-07-28 alone', data: { supported } }],
    ['an empty header', meta, '', { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is malformed, or its copies differ; this server speaks MCP 2026-07-28 alone', data: { supported } }],
    ['a header with bytes that no header may have', meta, 'ü', { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is malformed, or its copies differ; this server speaks MCP 2026-07-28 alone', data: { supported } }],
    ['a header for an unserved revision, and no version in _meta', noVersion, '2025-11-25', { code: -32022, message: 'Unsupported protocol version: this server speaks 2026-07-28', data: { supported, requested: '2025-11-25' } }],
    ['a header for an unserved revision, and no _meta', undefined, '2025-06-18', { code: -32022, message: 'Unsupported protocol version: this server speaks 2026-07-28', data: { supported, requested: '2025-06-18' } }],
    ['no _meta', undefined, '2026-07-28', { code: -32602, message: `Invalid params: _meta["${KEY}"] has to be a string, and _meta["${CAPABILITIES}"] an object` }],
    ['a _meta that is no object', [], '2026-07-28', { code: -32602, message: `Invalid params: _meta["${KEY}"] has to be a string, and _meta["${CAPABILITIES}"] an object` }],
    ['no version in _meta', noVersion, '2026-07-28', { code: -32602, message: `Invalid params: _meta["${KEY}"] has to be a string, and _meta["${CAPABILITIES}"] an object` }],
    ['a version that is no string', { ...meta, [KEY]: 7 }, '2025-11-25', { code: -32602, message: `Invalid params: _meta["${KEY}"] has to be a string, and _meta["${CAPABILITIES}"] an object` }],
    ['header and _meta that differ', { ...meta, [KEY]: '2025-11-25' }, '2026-07-28', { code: -32020, message: `Header mismatch: MCP-Protocol-Version differs from _meta["${KEY}"]` }],
    ['both naming an unserved revision', { ...meta, [KEY]: 'v999' }, 'v999', { code: -32022, message: 'Unsupported protocol version: this server speaks 2026-07-28', data: { supported, requested: 'v999' } }],
    ['no client capabilities', noCapabilities, '2026-07-28', { code: -32602, message: `Invalid params: _meta["${CAPABILITIES}"] has to be an object of client capabilities` }],
    ['client capabilities that are no object', { ...meta, [CAPABILITIES]: 'all' }, '2026-07-28', { code: -32602, message: `Invalid params: _meta["${CAPABILITIES}"] has to be an object of client capabilities` }],
    ['client capabilities of a wrong form', { ...meta, [CAPABILITIES]: { sampling: true } }, '2026-07-28', { code: -32602, message: `Invalid params: _meta["${CAPABILITIES}"] has to be an object of client capabilities` }],
    ['a client info without a version', { ...meta, 'io.modelcontextprotocol/clientInfo': { name: 'x' } }, '2026-07-28', { code: -32602, message: 'Invalid params: _meta["io.modelcontextprotocol/clientInfo"] has to be an object with "name" and "version"' }],
    ['an unknown log level', { ...meta, 'io.modelcontextprotocol/logLevel': 'loud' }, '2026-07-28', { code: -32602, message: 'Invalid params: _meta["io.modelcontextprotocol/logLevel"] has to be a log level of RFC 5424, such as "info"' }],
    ['a progress token that is none', { ...meta, progressToken: {} }, '2026-07-28', { code: -32602, message: 'Invalid params: _meta["progressToken"] has to be a string or an integer' }]
  ]
  for (const [name, given, header, error] of cases) {
    const { status, body } = await post(app, withMeta(given), { 'mcp-protocol-version': header })
    t.equal(status, 400, name)
    t.same(body, { jsonrpc: '2.0', id: 1, error }, name)
  }
})

t.test('what is right passes: no client info, white space around, reserved fields of their types', async (t) => {
  const app = await serve(t, [echo])
  const { 'io.modelcontextprotocol/clientInfo': _info, ...bare } = META
  for (const [meta, header] of [[bare, '2026-07-28'], [META, ' \t2026-07-28 '], [{ ...META, progressToken: 0, 'io.modelcontextprotocol/logLevel': 'debug', [CAPABILITIES]: { sampling: { tools: {} }, roots: {}, extensions: { 'a.b/c': {} }, unknown: 1 } }, '2026-07-28']] as const) {
    t.equal((await post(app, withMeta(meta), { 'mcp-protocol-version': header })).status, 200)
  }
})

t.test('copies of the header pass where they agree, and are refused where they differ, in either order', async (t) => {
  const app = await serve(t, [echo])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const body = JSON.stringify(call('echo', { text: 'x' }))
  for (const [first, second, status] of [['2026-07-28', '2026-07-28', 200], ['2026-07-28', '2025-11-25', 400], ['2025-11-25', '2026-07-28', 400]] as const) {
    client.write(rawRequest(['Content-Type: application/json', 'Mcp-Method: tools/call', 'Mcp-Name: echo', `MCP-Protocol-Version: ${first}`, `MCP-Protocol-Version: ${second}`, `Content-Length: ${body.length}`], body))
    const answer = await client.answer()
    t.equal(answer.status, status, `${first} then ${second}`)
    if (status === 400) t.equal(JSON.parse(answer.body).error.code, -32020)
  }
})

t.test('an old client that begins with initialize is told what is served', async (t) => {
  const app = await serve(t, [echo])
  const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } } }
  const { status, body } = await post(app, JSON.stringify(message), { 'mcp-protocol-version': undefined })
  t.equal(status, 400)
  t.same(body, { jsonrpc: '2.0', id: 0, error: { code: -32020, message: 'Header mismatch: MCP-Protocol-Version is missing; this server speaks MCP 2026-07-28 alone', data: { supported: ['2026-07-28'] } } })
})
