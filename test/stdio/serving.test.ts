import t from 'tap'
import { PassThrough } from 'node:stream'
import { defineTool } from '../../lib/index.ts'
import { call, META, rpc, SERVER_INFO, SERVER_META } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'
import { echo, gate } from '../helpers/tools.ts'

const LEGACY_META = { 'io.modelcontextprotocol/protocolVersion': '2025-11-25' }

function bare (method: string, params: object = {}, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method, params }
}

/** A tool that waits until it is told to go on. */
function waiting (name = 'wait'): { tool: ReturnType<typeof defineTool>, started: Promise<AbortSignal>, go: () => void, running: () => number } {
  const start = gate<AbortSignal>()
  const go = gate()
  let running = 0
  const tool = defineTool({
    name,
    async handler (_args, { signal }) {
      running++
      start.open(signal)
      await go.promise
      running--
      return 'done'
    }
  }) as ReturnType<typeof defineTool>
  return { tool, started: start.promise, go: go.open, running: () => running }
}

t.test('a request that names 2026-07-28 is served as that', async (t) => {
  const client = new StdioClient([echo])
  client.send(call('echo', { text: 'x' }))
  t.same(await client.answer(1), { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'x' }], resultType: 'complete', _meta: SERVER_META } })
  client.send(rpc('ping', {}, 2))
  t.equal((await client.answer(2)).error.code, -32601)
  await client.end()
})

t.test('a bare request, and one that names it, is served as 2025-11-25, initialize seen or not', async (t) => {
  let seen: unknown
  const tool = defineTool({ name: 'tool', handler (_args, { client, protocolVersion }) { seen = { client, protocolVersion }; return 'x' } })
  const client = new StdioClient([tool])
  client.send(bare('ping'))
  t.same(await client.answer(1), { jsonrpc: '2.0', id: 1, result: {} })
  client.send(bare('tools/call', { name: 'tool' }, 2))
  t.same(await client.answer(2), { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'x' }] } })
  t.same(seen, { client: { info: undefined, capabilities: {} }, protocolVersion: '2025-11-25' })
  client.send(bare('initialize', { protocolVersion: '2024-11-05', capabilities: { sampling: {} }, clientInfo: { name: 'old', version: '1' }, _meta: META }, 3))
  t.same(await client.answer(3), { jsonrpc: '2.0', id: 3, result: { protocolVersion: '2025-11-25', capabilities: { tools: { listChanged: true } }, serverInfo: SERVER_INFO } })
  client.send(bare('tools/call', { name: 'tool', _meta: LEGACY_META }, 4))
  t.same((await client.answer(4)).result, { content: [{ type: 'text', text: 'x' }] })
  t.same(seen, { client: { info: { name: 'old', version: '1' }, capabilities: { sampling: {} } }, protocolVersion: '2025-11-25' })
  client.send(bare('initialize', { protocolVersion: 'x', capabilities: 'none', clientInfo: 7 }, 5))
  await client.answer(5)
  client.send(bare('tools/call', { name: 'tool' }, 6))
  await client.answer(6)
  t.same(seen, { client: { info: undefined, capabilities: {} }, protocolVersion: '2025-11-25' })
  await client.end()
})

t.test('an unserved version gets both that are, and initialize without a version is a complaint', async (t) => {
  const client = new StdioClient([echo])
  client.send(bare('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2024-11-05' } }))
  t.same((await client.answer(1)).error.data, { supported: ['2026-07-28', '2025-11-25'], requested: '2024-11-05' })
  client.send(bare('initialize', {}, 2))
  t.equal((await client.answer(2)).error.code, -32602)
  client.send(bare('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } }, 3))
  t.equal((await client.answer(3)).error.code, -32602)
  client.send(bare('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }, 4))
  t.equal((await client.answer(4)).error.code, -32602, 'no capabilities')
  await client.end()
})

t.test('server/discover answers bare and under both revisions', async (t) => {
  const client = new StdioClient([echo])
  for (const [id, params] of [[1, {}], [2, { _meta: LEGACY_META }], [3, { _meta: META }]] as const) {
    client.send(bare('server/discover', params, id))
    t.same((await client.answer(id)).result, { supportedVersions: ['2026-07-28', '2025-11-25'], capabilities: { tools: { listChanged: true } }, ttlMs: 0, cacheScope: 'private', resultType: 'complete', _meta: SERVER_META })
  }
  client.send(bare('server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': 'x' } }, 4))
  t.equal((await client.answer(4)).error.code, -32022)
  await client.end()
})

t.test('answers go out as they are ready: one slow call blocks neither ping nor another call', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool, echo])
  client.send(call('wait', {}, 'slow'))
  await slow.started
  client.send(bare('ping', {}, 'ping'))
  client.send(call('echo', { text: 'x' }, 'fast'))
  await client.answer('ping')
  await client.answer('fast')
  slow.go()
  t.equal((await client.answer('slow')).result.content[0].text, 'done')
  await client.end()
})

t.test('no more calls run at once than may, and those that wait lose nothing', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool], { maxConcurrent: 2 })
  for (let id = 0; id < 400; id++) client.send(call('wait', {}, id))
  client.send(bare('ping', {}, 'ping'))
  await slow.started
  t.equal(slow.running(), 2)
  slow.go()
  await client.answer('ping')
  for (let id = 0; id < 400; id++) await client.answer(id)
  t.equal(client.messages.length, 401)
  await client.end()
})

t.test('notifications/cancelled aborts the call, waiting or running, and no answer follows', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool, echo], { maxConcurrent: 1 })
  client.send(call('wait', {}, 'running'))
  client.send(call('wait', {}, 'waiting'))
  client.send(call('echo', { text: 'x' }, 'after'))
  const signal = await slow.started
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'waiting' } })
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unheard of' } })
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled' })
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'running' } })
  if (!signal.aborted) await new Promise((resolve) => { signal.addEventListener('abort', resolve) })
  slow.go()
  await client.answer('after')
  t.same(client.messages.map(({ id }) => id), ['after'])
  await client.end()
})

t.test('a signal asked for after the cancellation is aborted already', async (t) => {
  const started = gate()
  const go = gate()
  const seen = gate<boolean>()
  const tool = defineTool({ name: 'late', async handler (_args, context) { started.open(); await go.promise; seen.open(context.signal.aborted); return '' } })
  const client = new StdioClient([tool])
  client.send(call('late'))
  await started.promise
  client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
  client.send(bare('ping', {}, 'ping'))
  await client.answer('ping')
  go.open()
  t.equal(await seen.promise, true)
  await client.end()
})

t.test('at the end of input what runs and what waits is answered', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool], { maxConcurrent: 1 })
  for (const id of [1, 2, 3]) client.send(call('wait', {}, id))
  client.input.end()
  await slow.started
  slow.go()
  client.read()
  await client.done
  t.same(client.messages.map(({ id }) => id), [1, 2, 3])
})

t.test('a call that hangs is waited for no longer than may be, and is told', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool], { shutdownTimeoutMs: 20 })
  client.send(call('wait'))
  const signal = await slow.started
  await client.end()
  t.ok(signal.aborted)
  t.same(client.messages, [])
  slow.go()
})

t.test('shutdown answers an empty result, and exit ends', async (t) => {
  const client = new StdioClient([echo])
  client.send(bare('shutdown', {}, 1))
  client.send(rpc('shutdown', {}, 2))
  t.same(await client.answer(1), { jsonrpc: '2.0', id: 1, result: {} })
  t.same(await client.answer(2), { jsonrpc: '2.0', id: 2, result: { resultType: 'complete', _meta: SERVER_META } })
  client.send({ jsonrpc: '2.0', method: 'exit' })
  await client.done
})

t.test('what comes behind an exit is not served', async (t) => {
  let ran = false
  const client = new StdioClient([defineTool({ name: 'run', handler () { ran = true; return '' } })])
  client.input.write(`{"jsonrpc":"2.0","method":"exit"}\n${JSON.stringify(call('run'))}\n`)
  client.read()
  await client.done
  t.notOk(ran)
  t.same(client.messages, [])
})

t.test('a flood of bad lines stops being read while nobody reads the refusals', async (t) => {
  const output = new PassThrough({ highWaterMark: 1024 })
  const client = new StdioClient([echo], { output })
  let written = 0
  while (client.input.write('nope\n'.repeat(1000)) && written < 1000) {
    written++
    await new Promise(setImmediate)
  }
  t.ok(written < 100, `${written} chunks were read`)
  t.ok(output.writableLength < 1_000_000)
  client.send(call('echo', { text: 'x' }, 'last'))
  t.equal((await client.answer('last')).result.content[0].text, 'x')
  await client.end()
})

t.test('a reader that does not read is not written to without end', async (t) => {
  const output = new PassThrough({ highWaterMark: 1024 })
  let called = 0
  const big = defineTool({ name: 'big', handler: async () => { called++; return 'x'.repeat(100_000) } })
  const client = new StdioClient([big], { output, maxConcurrent: 4 })
  for (let id = 0; id < 1000; id++) client.send(call('big', {}, id))
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  t.ok(called < 20, `${called} were called`)
  for (let id = 0; id < 1000; id++) await client.answer(id)
  t.equal(called, 1000)
  await client.end()
})

t.test('a broken pipe ends quietly', async (t) => {
  const slow = waiting()
  const client = new StdioClient([slow.tool, echo], { shutdownTimeoutMs: 20 })
  client.send(call('wait'))
  const signal = await slow.started
  client.output.destroy(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }))
  await client.done
  t.ok(signal.aborted)
  slow.go()
})

t.test('an input that breaks ends it', async (t) => {
  const client = new StdioClient([echo])
  client.input.destroy(new Error('x'))
  client.read()
  await client.done
  t.same(client.messages, [])
})

t.test('a result that cannot be written is one answer, and the next call is answered', async (t) => {
  const odd = defineTool({ name: 'odd', handler: (() => ({ then: undefined, big: 1n })) as never })
  const { toolResult } = await import('../../lib/index.ts')
  const late = defineTool({ name: 'late', handler: () => toolResult({ content: 'x', structuredContent: { big: 1n } }) })
  const client = new StdioClient([odd, late, echo])
  for (const [id, name] of [[1, 'odd'], [2, 'late']] as const) {
    client.send(call(name, {}, id))
    t.same(await client.answer(id), { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } })
  }
  client.send(call('echo', { text: 'x' }, 3))
  t.equal((await client.answer(3)).result.content[0].text, 'x')
  await client.end()
})
