import t from 'tap'
import { once } from 'node:events'
import { defineTool } from '../../lib/index.ts'
import { call, keepLogs, post, rpc, serve } from '../helpers/mcp.ts'
import { listening, StreamClient } from '../helpers/event-stream.ts'
import { gate } from '../helpers/tools.ts'

const withToken = (name: string, progressToken: unknown) => rpc('tools/call', { name, _meta: { progressToken } })
const counting = defineTool({
  name: 'counting',
  handler (_args, { progress }) {
    for (const n of [1, 2, 2, 1, NaN, Infinity, 3]) progress(n, 4, `step ${n}`)
    return 'done'
  }
})
const RESULT = { content: [{ type: 'text', text: 'done' }] }

t.test('progress makes a stream of the answer: increasing values, then the result, then the end', async (t) => {
  const app = await listening(await serve(t, [counting], { progressIntervalMs: 0 }))
  for (const token of ['t', '', 0, 7]) {
    const client = await StreamClient.open(app, withToken('counting', token))
    t.equal(client.response.statusCode, 200)
    t.match(client.response.headers, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
    const messages = await client.all()
    t.same(messages.slice(0, -1), [1, 2, 3].map((progress) => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress, total: 4, message: `step ${progress}` } })))
    t.match(messages.at(-1), { id: 1, result: RESULT })
  }
})

t.test('of values that come fast the newest is sent, and the last before the result', async (t) => {
  const app = await listening(await serve(t, [counting], { progressIntervalMs: 60_000 }))
  const messages = await (await StreamClient.open(app, withToken('counting', 1))).all()
  t.same(messages.slice(0, -1).map(({ params }) => params.progress), [1, 3])
})

t.test('a value that waits goes out when its time has come', async (t) => {
  const { promise, open } = gate()
  const app = await listening(await serve(t, [defineTool({
    name: 'slow',
    async handler (_args, { progress }) {
      progress(1)
      progress(2, NaN, 7 as never)
      await promise
      return 'done'
    }
  })], { progressIntervalMs: 1 }))
  const client = await StreamClient.open(app, withToken('slow', 1))
  t.same((await client.message(1)).params, { progressToken: 1, progress: 2 })
  open()
  t.equal((await client.all()).length, 3)
})

t.test('without a token, or where Accept wants no stream, the answer is one JSON text', async (t) => {
  const app = await listening(await serve(t, [counting]))
  t.match(await post(app, call('counting')), { headers: { 'content-type': /json/ }, body: { result: RESULT } })
  for (const accept of ['application/json', 'application/json, text/event-stream;q=0']) {
    t.match(await post(app, withToken('counting', 1), { accept }), { headers: { 'content-type': /json/ }, body: { result: RESULT } })
  }
  t.match((await StreamClient.open(app, withToken('counting', 1), { accept: 'text/event-stream' })).response.headers['content-type'], 'text/event-stream')
})

t.test('nothing follows the result', async (t) => {
  let late: () => void = () => {}
  const app = await listening(await serve(t, [defineTool({
    name: 'late',
    handler (_args, { progress, notify }) {
      late = () => { progress(9); notify('error', 'x') }
      progress(1)
      return 'done'
    }
  })], { capabilities: { logging: true } }))
  const client = await StreamClient.open(app, withToken('late', 1))
  const messages = await client.all()
  late()
  t.equal(messages.length, 2)
})

t.test('what goes wrong after the stream has begun is its last event', async (t) => {
  const app = await listening(await serve(t, [defineTool({
    name: 'fails',
    async handler (_args, { progress }) {
      progress(1)
      throw new Error('secret')
    }
  })]))
  const messages = await (await StreamClient.open(app, withToken('fails', 1))).all()
  t.same(messages.at(-1), { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } })
})

t.test('a client that goes away aborts the signal, and the server goes on', async (t) => {
  const aborted = gate()
  const app = await listening(await serve(t, [defineTool({
    name: 'endless',
    async handler (_args, { progress, signal }) {
      progress(1)
      await once(signal, 'abort')
      aborted.open()
      progress(2)
      return 'done'
    }
  })], { progressIntervalMs: 0 }))
  const client = await StreamClient.open(app, withToken('endless', 1))
  await client.message(0)
  client.leave()
  await aborted.promise
  t.equal((await post(app, rpc('tools/list'))).status, 200)
})

t.test('a reader that takes nothing costs a bounded memory, and gets its result', async (t) => {
  const logs = keepLogs()
  const ready = gate()
  const app = await listening(await serve(t, [defineTool({
    name: 'flood',
    async handler (_args, { progress }) {
      await ready.promise
      // One synchronous run: nobody can read meanwhile.
      for (let n = 0; n < 20_000; n++) progress(n, undefined, 'x'.repeat(100))
      return 'done'
    }
  })], { progressIntervalMs: 0 }, { logger: logs.options }))
  const opening = StreamClient.open(app, withToken('flood', 1))
  ready.open()
  const messages = await (await opening).all()
  t.match(messages.at(-1), { result: RESULT })
  t.ok(messages.length < 10_000)
})

t.test('hooks of the host see the reply', async (t) => {
  const app = await serve(t, [counting])
  app.addHook('onSend', async (_request, reply) => { reply.header('x-host', 'seen') })
  await listening(app)
  const client = await StreamClient.open(app, withToken('counting', 1))
  t.equal(client.response.headers['x-host'], 'seen')
})

t.test('closing ends a stream: its call is told, its result is sent, its connection ends', async (t) => {
  const app = await listening(await serve(t, [defineTool({
    name: 'waits',
    async handler (_args, { progress, signal }) {
      progress(1)
      await once(signal, 'abort')
      return 'done'
    }
  })]))
  const client = await StreamClient.open(app, withToken('waits', 1))
  await client.message(0)
  await app.close()
  t.match((await client.all()).at(-1), { result: RESULT })
})
