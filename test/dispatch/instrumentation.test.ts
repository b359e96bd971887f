import t from 'tap'
import { AsyncLocalStorage } from 'node:async_hooks'
import { defineTool, type DispatchInfo, type Instrumentation } from '../../lib/index.ts'
import { call, keepLogs, post, rpc, serve } from '../helpers/mcp.ts'
import { StdioClient } from '../helpers/stdio.ts'
import { echo } from '../helpers/tools.ts'

const hi = call('echo', { text: 'hi' })

t.test('it is told what is called, and how that ended, and nothing of what went in or came out', async (t) => {
  const seen: unknown[] = []
  const instrumentation: Instrumentation = (info, next) => { seen.push(info, next()) }
  const app = await serve(t, [echo], { instrumentation })
  await post(app, rpc('tools/call', { name: 'echo', arguments: { text: 'hi' }, _meta: { traceparent: '00-x', tracestate: 7, baggage: 'a=b', other: 'secret' } }, 'id'))
  t.same(seen, [{ server: 'test-server', method: 'tools/call', kind: 'tool', name: 'echo', requestId: 'id', protocolVersion: '2026-07-28', carrier: 'http', trace: { traceparent: '00-x', baggage: 'a=b' } }, 'completed'])
})

t.test('it may wait for the end, and the code runs in its context', async (t) => {
  const storage = new AsyncLocalStorage<string>()
  const ends: string[] = []
  const instrumentation: Instrumentation = async ({ name }, next) => { ends.push(await storage.run(name, next)) }
  const app = await serve(t, [defineTool({ name: 'where', handler: async () => storage.getStore() ?? 'nowhere' })], { instrumentation })
  t.equal((await post(app, call('where'))).body.result.content[0].text, 'where')
  t.same(ends, ['completed'])
})

t.test('over stdio it is told so, and of the revision', async (t) => {
  const seen: DispatchInfo[] = []
  const client = new StdioClient([echo], { instrumentation: (info, next) => { seen.push(info); next() } })
  client.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } })
  await client.answer(1)
  t.match(seen, [{ carrier: 'stdio', protocolVersion: '2025-11-25', trace: {} }])
  await client.end()
})

t.test('whatever it does, the call is made once and answered', async (t) => {
  const wrong: Array<[string, Instrumentation, number]> = [
    ['throws before', () => { throw new Error('no') }, 1],
    ['throws after', (_info, next) => { next(); throw new Error('no') }, 1],
    ['rejects', async (_info, next) => { next(); throw new Error('no') }, 1],
    ['never calls', () => {}, 0],
    ['calls late', (_info, next) => Promise.resolve().then(next), 0],
    ['calls twice', (_info, next) => { next(); next() }, 0]
  ]
  for (const [name, instrumentation, logged] of wrong) {
    let runs = 0
    const logs = keepLogs()
    const app = await serve(t, [defineTool({ name: 'echo', handler: () => { runs++; return 'hi' } })], { instrumentation }, { logger: logs.options })
    t.match((await post(app, hi)).body.result, { content: [{ text: 'hi' }] }, name)
    t.same([runs, logs.lines.filter(({ level }) => level === 50).length], [1, logged], name)
  }
})
