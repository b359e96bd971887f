import t from 'tap'
import { Type } from '@sinclair/typebox'
import { allow, defineCatalog, defineTool, type Dispatch, type HandlerContext } from '../../lib/index.ts'
import { call, keepLogs, META, optionsOf, post, serve } from '../helpers/mcp.ts'

t.test('a handler is told who calls, with what, and in which revision', async (t) => {
  let seen: Record<string, unknown> = {}
  const tool = defineTool({
    name: 'tool',
    handler (_args, { signal, principal, request, protocolVersion, client, log, requestId }) {
      seen = { aborted: signal.aborted, principal, url: request?.url, protocolVersion, client, log: typeof log.info, requestId }
      return ''
    }
  })
  const app = await serve(t, [tool], { authorize: () => allow({ sub: 'ada' }) })
  await post(app, call('tool', undefined, 'id-1'))
  t.same(seen, {
    aborted: false,
    principal: { sub: 'ada' },
    url: '/mcp',
    protocolVersion: '2026-07-28',
    client: { info: META['io.modelcontextprotocol/clientInfo'], capabilities: {} },
    log: 'function',
    requestId: 'id-1'
  })
})

t.test('its members stay the same for the length of a call', async (t) => {
  let context: HandlerContext | undefined
  const app = await serve(t, [defineTool({ name: 'tool', handler (_args, given) { context = given; t.equal(given.signal, given.signal); t.equal(given.log, given.log); return '' } })])
  await post(app, call('tool'))
  t.equal(context?.signal.aborted, false)
})

t.test("log is a child of the request's, bound to the tool", async (t) => {
  const { lines, options } = keepLogs('info')
  const app = await serve(t, [defineTool({ name: 'tool', handler (_args, { log }) { log.info({ a: 1 }, 'told'); return '' } })], {}, { logger: options })
  await post(app, call('tool'))
  const [line] = lines.filter(({ msg }) => msg === 'told')
  t.match(line, { tool: 'tool', a: 1, reqId: String })
})

t.test('a tool without an input schema is given {} whatever was sent', async (t) => {
  const seen: unknown[] = []
  const app = await serve(t, [defineTool({ name: 'tool', handler (args) { seen.push(args); return '' } })])
  for (const args of [undefined, null, {}, { a: 1 }]) t.notOk((await post(app, call('tool', args))).body.result.isError)
  t.same(seen, [{}, {}, {}, {}])
})

t.test('one dispatch serves the tools that have no handler', async (t) => {
  const add = defineTool({ name: 'add', inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }) })
  const greet = defineTool({ name: 'greet', inputSchema: Type.Object({ who: Type.String() }) })
  const own = defineTool({ name: 'own', handler: () => 'its own handler' })
  const catalog = defineCatalog({ tools: [add, greet, own], resources: [], prompts: [] })
  const calls: unknown[] = []
  const dispatch: Dispatch<typeof catalog> = async (call, { requestId }) => {
    calls.push([call, requestId])
    switch (call.name) {
      case 'add': return String(call.arguments.a + call.arguments.b)
      case 'greet': return `Hello ${call.arguments.who}.`
      case 'own': return 'never'
    }
  }
  const app = await serve(t, [], { ...optionsOf([]), catalog, dispatch })
  const texts = await Promise.all([call('add', { a: 1, b: 2 }, 1), call('greet', { who: 'Ada' }, 2), call('own', {}, 3)].map(async (message) => (await post(app, message)).body.result.content[0].text))
  t.same(texts, ['3', 'Hello Ada.', 'its own handler'])
  t.same(calls, [[{ kind: 'tool', name: 'add', arguments: { a: 1, b: 2 } }, 1], [{ kind: 'tool', name: 'greet', arguments: { who: 'Ada' } }, 2]])
})
