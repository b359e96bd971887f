import t from 'tap'
import { defineTool } from '../../lib/index.ts'
import { call, headersOf, keepLogs, post, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { gate } from '../helpers/tools.ts'

function requestOf (name: string): Buffer {
  const message = call(name)
  const body = JSON.stringify(message)
  return rawRequest([...Object.entries(headersOf(message)).map(([key, value]) => `${key}: ${value}`), `Content-Length: ${body.length}`], body)
}

t.test('a call that runs to its end is never aborted', async (t) => {
  let signal: AbortSignal | undefined
  const app = await serve(t, [defineTool({
    name: 'slow',
    async handler (_args, context) {
      signal = context.signal
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      return String(context.signal.aborted)
    }
  })])
  const client = new RawClient(await listen(app))
  client.write(requestOf('slow'))
  t.equal(JSON.parse((await client.answer()).body).result.content[0].text, 'false')
  client.close()
  await app.close()
  t.equal(signal?.aborted, false)
})

t.test('a client that goes away aborts its call alone, and the result is dropped', async (t) => {
  const started = gate<AbortSignal>()
  const aborted = gate()
  const other = gate<AbortSignal>()
  const go = gate()
  const app = await serve(t, [
    defineTool({
      name: 'left',
      async handler (_args, { signal }) {
        signal.addEventListener('abort', () => aborted.open())
        started.open(signal)
        await aborted.promise
        return 'nobody reads this'
      }
    }),
    defineTool({
      name: 'stays',
      async handler (_args, { signal }) {
        other.open(signal)
        await go.promise
        return String(signal.aborted)
      }
    })
  ])
  const port = await listen(app)
  const leaves = new RawClient(port)
  const stays = new RawClient(port)
  leaves.write(requestOf('left'))
  stays.write(requestOf('stays'))
  t.equal((await started.promise).aborted, false)
  await other.promise
  leaves.close()
  await aborted.promise
  go.open()
  t.equal(JSON.parse((await stays.answer()).body).result.content[0].text, 'false')
  stays.close()
})

t.test('a signal asked for after the client has gone is aborted already', async (t) => {
  const started = gate()
  const gone = gate()
  const seen = gate<boolean>()
  const app = await serve(t, [defineTool({
    name: 'late',
    async handler (_args, context) {
      context.request?.raw.socket.once('close', () => gone.open())
      started.open()
      await gone.promise
      await new Promise(setImmediate)
      seen.open(context.signal.aborted)
      return ''
    }
  })])
  const client = new RawClient(await listen(app))
  client.write(requestOf('late'))
  await started.promise
  client.close()
  t.equal(await seen.promise, true)
})

t.test('closing the server aborts what runs, answers it, and ends', async (t) => {
  const started = gate()
  const app = await serve(t, [defineTool({
    name: 'waits',
    async handler (_args, { signal }) {
      started.open()
      await new Promise((resolve) => { signal.addEventListener('abort', resolve) })
      return 'stopped'
    }
  })])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write(requestOf('waits'))
  await started.promise
  const closed = app.close()
  t.equal(JSON.parse((await client.answer()).body).result.content[0].text, 'stopped')
  await closed
})

t.test('a signal asked for while the server closes is aborted already', async (t) => {
  const started = gate()
  const closing = gate()
  const app = await serve(t, [defineTool({
    name: 'waits',
    async handler (_args, context) {
      started.open()
      await closing.promise
      return String(context.signal.aborted)
    }
  })])
  app.addHook('preClose', async () => { setImmediate(() => closing.open()) })
  const answer = post(app, call('waits'))
  await started.promise
  await app.close()
  t.equal((await answer).body.result.content[0].text, 'true')
})

t.test('a call that takes longer than the handlerTimeout of the host is answered once, and told', async (t) => {
  const { lines, options } = keepLogs('info')
  const aborted = gate()
  const done = gate()
  const tool = defineTool({
    name: 'slow',
    async handler (_args, { signal }) {
      signal.addEventListener('abort', () => aborted.open())
      await aborted.promise
      setImmediate(() => setImmediate(() => done.open()))
      return 'too late'
    }
  })
  const app = await serve(t, [tool], {}, { handlerTimeout: 20, logger: options })
  const { status, body } = await post(app, call('slow', undefined, 'id'))
  t.equal(status, 503)
  t.same(body, { jsonrpc: '2.0', id: 'id', error: { code: -32603, message: 'Service Unavailable' } })
  await done.promise
  t.same(lines.filter(({ msg }) => /already sent/i.test(msg)), [])
})
