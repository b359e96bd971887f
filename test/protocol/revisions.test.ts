import t from 'tap'
import { Type } from '@sinclair/typebox'
import { defineCatalog, defineTool, toolResult, type Tool } from '../../lib/index.ts'
import { Catalog } from '../../lib/catalog/catalog.ts'
import { compileSchema } from '../../lib/catalog/compiler.ts'
import { encodeAnswer } from '../../lib/protocol/answer.ts'
import type { RequestMessage } from '../../lib/protocol/message.ts'
import { isRequestMethod, revisionOf, type Exchange, type Revision } from '../../lib/protocol/revisions.ts'
import { revision20251125 } from '../../lib/protocol/revisions/2025-11-25.ts'
import { revision20260728 } from '../../lib/protocol/revisions/2026-07-28.ts'
import { McpServer, type McpServerOptions } from '../../lib/protocol/server.ts'
import { serverOptions } from '../../lib/options.ts'
import { supportedVersions, type Carrier } from '../../lib/protocol/versions.ts'

const SERVER_INFO = { name: 'core', version: '1.0.0' }
const SERVER_META = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO }
const log = { error () {}, warn () {}, info () {}, debug () {}, child () { return log } }

function coreOf (tools: readonly Tool[], rest: Partial<McpServerOptions> = {}): McpServer {
  return new McpServer(new Catalog(defineCatalog({ tools, resources: [], prompts: [] }), { compile: compileSchema, dispatched: false }), { ...serverOptions({ serverInfo: SERVER_INFO, catalog: nothing }), ...rest }, log)
}

const nothing = defineCatalog({ tools: [], resources: [], prompts: [] })

function exchangeOf (revision: Revision, carrier: Carrier): Exchange {
  return { revision, carrier, protocolVersion: revision.version, client: { info: undefined, capabilities: {} }, principal: undefined, request: undefined, log, cancellation: { signal: () => new AbortController().signal }, streams: false, backlog: 0, congested: false, session: undefined, logLevel: undefined, progressToken: undefined, trace: {}, notify () {} }
}

/** The whole answer, as its receiver reads it. */
async function answer (server: McpServer, revision: Revision, method: string, params: RequestMessage['params'] = {}, carrier: Carrier = 'stdio'): Promise<any> {
  const answered = await server.handle({ kind: 'request', id: 1, method, params }, exchangeOf(revision, carrier))
  return JSON.parse(encodeAnswer(answered, () => {}))
}

const list = defineTool({ name: 'list', inputSchema: Type.Object({}), outputSchema: Type.Array(Type.Number()), handler: () => [1, 2] })
const object = defineTool({ name: 'object', outputSchema: Type.Object({ a: Type.Number() }), handler: async () => toolResult({ structuredContent: { a: 1 }, meta: { 'x/y': 1 } }) })

t.test('versions are listed where they are served', async (t) => {
  t.same(supportedVersions('http'), ['2026-07-28'])
  t.same(supportedVersions('stdio'), ['2026-07-28', '2025-11-25'])
  t.equal(revisionOf('2025-11-25', 'http'), undefined)
  t.equal(revisionOf('2025-11-25', 'stdio'), revision20251125)
  t.equal(revisionOf('2024-11-05', 'stdio'), undefined)
  t.equal(revisionOf('constructor', 'stdio'), undefined)
  t.equal(isRequestMethod('ping'), true)
  t.equal(isRequestMethod('exit'), false)
})

t.test('the methods of each revision answer on the carriers that serve them, and nowhere else', async (t) => {
  const server = coreOf([list])
  const served: Array<[Revision, Carrier, string[]]> = [
    [revision20260728, 'http', ['server/discover', 'tools/list', 'tools/call']],
    [revision20260728, 'stdio', ['server/discover', 'tools/list', 'tools/call', 'shutdown']],
    [revision20251125, 'stdio', ['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'shutdown']],
    [revision20251125, 'http', []]
  ]
  const methods = ['server/discover', 'tools/list', 'tools/call', 'shutdown', 'initialize', 'ping', 'exit', 'notifications/cancelled', 'notifications/initialized', 'prompts/list', 'constructor']
  for (const [revision, carrier, expected] of served) {
    const found: string[] = []
    for (const method of methods) {
      const { error } = await answer(server, revision, method, {}, carrier)
      if (error?.code === -32601) t.same(error, { code: -32601, message: `Method not found: "${method}"` })
      else found.push(method)
    }
    t.same(found.sort(), [...expected].sort(), `${revision.version} over ${carrier}`)
  }
})

t.test('server/discover is a full result of 2026-07-28 in either revision', async (t) => {
  const server = coreOf([], { instructions: 'Ask.', cache: { ttlMs: 5 } })
  for (const revision of [revision20260728, revision20251125]) {
    t.same(await answer(server, revision, 'server/discover'), { jsonrpc: '2.0', id: 1, result: { supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: { tools: { listChanged: true } }, instructions: 'Ask.', ttlMs: 5, cacheScope: 'private', resultType: 'complete', _meta: SERVER_META } })
  }
})

t.test('tools/list has hints and an envelope in 2026-07-28, and neither in 2025-11-25', async (t) => {
  const server = coreOf([list, object])
  const inputs = [{ type: 'object', properties: {} }, { type: 'object' }]
  const objectSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
  t.same(await answer(server, revision20260728, 'tools/list'), {
    jsonrpc: '2.0',
    id: 1,
    result: {
      tools: [{ name: 'list', inputSchema: inputs[0], outputSchema: { type: 'array', items: { type: 'number' } } }, { name: 'object', inputSchema: inputs[1], outputSchema: objectSchema }],
      ttlMs: 0,
      cacheScope: 'private',
      resultType: 'complete',
      _meta: SERVER_META
    }
  })
  t.same(await answer(server, revision20251125, 'tools/list'), { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'list', inputSchema: inputs[0] }, { name: 'object', inputSchema: inputs[1], outputSchema: objectSchema }] } })
})

t.test('tools/list follows the catalog', async (t) => {
  const server = coreOf([list])
  const names = async (revision: Revision): Promise<string[]> => (await answer(server, revision, 'tools/list')).result.tools.map(({ name }: { name: string }) => name)
  t.same(await names(revision20260728), ['list'])
  server.catalog.addTool(object)
  t.same(await names(revision20260728), ['list', 'object'])
  t.same(await names(revision20251125), ['list', 'object'])
  server.catalog.removeTool('list')
  t.same(await names(revision20260728), ['object'])
})

t.test('tools/call gives structured content of any kind in 2026-07-28, and objects alone in 2025-11-25', async (t) => {
  const server = coreOf([list, object])
  const content = [{ type: 'text', text: '[1,2]' }]
  t.same(await answer(server, revision20260728, 'tools/call', { name: 'list' }), { jsonrpc: '2.0', id: 1, result: { content, structuredContent: [1, 2], resultType: 'complete', _meta: SERVER_META } })
  t.same(await answer(server, revision20251125, 'tools/call', { name: 'list' }), { jsonrpc: '2.0', id: 1, result: { content } })
  t.same(await answer(server, revision20260728, 'tools/call', { name: 'object' }), { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 }, resultType: 'complete', _meta: { 'x/y': 1, ...SERVER_META } } })
  t.same(await answer(server, revision20251125, 'tools/call', { name: 'object' }), { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 }, _meta: { 'x/y': 1 } } })
})

t.test('initialize is answered with 2025-11-25 whatever it names, and needs a version', async (t) => {
  const server = coreOf([], { instructions: 'Ask.' })
  for (const protocolVersion of ['2025-11-25', '2024-11-05', 'x']) {
    t.same(await answer(server, revision20251125, 'initialize', { protocolVersion }), { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo: SERVER_INFO, instructions: 'Ask.' } })
  }
  t.same(await answer(coreOf([]), revision20251125, 'initialize', { protocolVersion: 'x' }), { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo: SERVER_INFO } })
  t.same(await answer(server, revision20251125, 'initialize', {}), { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid params: "protocolVersion" has to be a string' } })
})

t.test('ping and shutdown give empty results', async (t) => {
  const server = coreOf([])
  t.same(await answer(server, revision20251125, 'ping'), { jsonrpc: '2.0', id: 1, result: {} })
  t.same(await answer(server, revision20251125, 'shutdown'), { jsonrpc: '2.0', id: 1, result: {} })
  t.same(await answer(server, revision20260728, 'shutdown'), { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', _meta: SERVER_META } })
})

t.test('a schema that cannot be compiled after all, or a validator that throws, is a fault of the host', async (t) => {
  for (const compile of [() => { throw new Error('x') }, () => () => { throw new Error('x') }]) {
    const catalog = new Catalog(defineCatalog({ tools: [list], resources: [], prompts: [] }), { compile, dispatched: false })
    t.same(await answer(new McpServer(catalog, serverOptions({ serverInfo: SERVER_INFO, catalog: nothing }), log), revision20260728, 'tools/call', { name: 'list' }), { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } })
  }
  t.throws(() => compileSchema({ schema: { $schema: 'other' } }), TypeError)
})
