import t from 'tap'
import { defineTool } from '../../lib/index.ts'
import { call, keepLogs, post, rpc, serve } from '../helpers/mcp.ts'
import { listening, StreamClient } from '../helpers/event-stream.ts'

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
const talks = defineTool({
  name: 'talks',
  handler (_args, { notify }) {
    for (const level of LEVELS) notify(level, { level }, 'talker')
    notify('emergency', 'plain')
    notify('loud' as never, 'x')
    notify('emergency', undefined)
    return 'done'
  }
})
const at = (level: unknown) => rpc('tools/call', { name: 'talks', _meta: { 'io.modelcontextprotocol/logLevel': level } })
const logging = { capabilities: { logging: true } }

t.test('messages of the level that was asked for, and of those above it, are sent', async (t) => {
  const app = await listening(await serve(t, [talks], logging))
  for (const [index, level] of LEVELS.entries()) {
    const messages = await (await StreamClient.open(app, at(level))).all()
    t.same(messages.slice(0, -1), [
      ...LEVELS.slice(index).map((level) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'talker', data: { level } } })),
      { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'emergency', data: 'plain' } }
    ])
    t.match(messages.at(-1), { id: 1, result: { content: [{ text: 'done' }] } })
  }
})

t.test('a request that asks for none gets none', async (t) => {
  const app = await serve(t, [talks], logging)
  t.match((await post(app, call('talks'))).headers['content-type'], 'json')
  t.same((await post(app, rpc('server/discover'))).body.result.capabilities.logging, {})
})

t.test('an unknown level is refused', async (t) => {
  const app = await serve(t, [talks], logging)
  for (const level of ['loud', 7, null]) t.match(await post(app, at(level)), { status: 400, body: { error: { code: -32602, message: /logLevel/ } } })
})

t.test('a host that does not offer log messages sends none, and its log says what to write', async (t) => {
  const logs = keepLogs()
  const app = await serve(t, [talks], {}, { logger: logs.options })
  t.match((await post(app, at('debug'))).body.result.content, [{ text: 'done' }])
  t.match(logs.lines.find(({ level }) => level === 40)?.msg, /capabilities: \{ logging: true \}/)
  t.notOk((await post(app, rpc('server/discover'))).body.result.capabilities.logging)
})

t.test('a client that falls behind loses messages, not its answer, and the log says so once', async (t) => {
  const logs = keepLogs()
  const flood = defineTool({
    name: 'talks',
    handler (_args, { notify }) {
      for (let line = 0; line < 100; line++) notify('error', 'x'.repeat(10_000))
      return 'done'
    }
  })
  const app = await listening(await serve(t, [flood], logging, { logger: logs.options }))
  const messages = await (await StreamClient.open(app, at('error'))).all()
  t.ok(messages.length > 20 && messages.length < 40, `${messages.length} of 101 messages`)
  t.match(messages.at(-1), { id: 1, result: { content: [{ text: 'done' }] } })
  t.same(logs.lines.filter(({ level }) => level === 40).map(({ msg, method }) => [msg, method]), [['notifications were dropped: the client reads too slowly', 'notifications/message']])
})
