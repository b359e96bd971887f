import t from 'tap'
import { defineTool } from '../../lib/index.ts'
import { call, post, rpc, serve, VERSION } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'x' })

function mismatch (text: string): object {
  return { jsonrpc: '2.0', id: 1, error: { code: -32020, message: `Header mismatch: ${text}` } }
}

t.test('Mcp-Method equals the method, and nothing runs where it does not', async (t) => {
  let ran = false
  const tool = defineTool({ name: 'run', handler () { ran = true; return '' } })
  const app = await serve(t, [tool])
  for (const method of ['tools/list', 'TOOLS/CALL', 'tools/call,tools/call', '=?base64?dG9vbHMvY2FsbA==?=', 'tools/cäll']) {
    const { status, body } = await post(app, call('run'), { 'mcp-method': method })
    t.equal(status, 400, method)
    t.same(body, mismatch('Mcp-Method differs from the method of the body'))
  }
  const { status, body } = await post(app, call('run'), { 'mcp-method': undefined })
  t.equal(status, 400)
  t.same(body, mismatch('Mcp-Method is missing'))
  t.notOk(ran)
})

t.test('Mcp-Name equals the name in the body, for each method that has one', async (t) => {
  const app = await serve(t, [echo])
  for (const [request, source] of [[message, 'name'], [rpc('prompts/get', { name: 'echo' }), 'name'], [rpc('resources/read', { uri: 'echo' }), 'uri']] as const) {
    const missing = await post(app, request, { 'mcp-name': undefined })
    t.equal(missing.status, 400)
    t.same(missing.body, mismatch('Mcp-Name is missing'))
    for (const name of ['other', 'Echo', 'echo, echo', '']) {
      const { status, body } = await post(app, request, { 'mcp-name': name })
      t.equal(status, 400, name)
      t.same(body, mismatch(`Mcp-Name differs from params.${source} of the body`))
    }
  }
})

t.test('without a name in the body, the method itself complains', async (t) => {
  const app = await serve(t, [echo])
  for (const params of [{}, { name: 7 }]) {
    const { status, body } = await post(app, rpc('tools/call', params), { 'mcp-name': 'echo' })
    t.equal(status, 200)
    t.same(body, { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid params: "name" has to be the name of a tool' } })
  }
})

t.test('header names compare without case, and white space around a value is no part of it', async (t) => {
  const app = await serve(t, [echo])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const body = JSON.stringify(message)
  client.write(rawRequest(['CONTENT-type: application/json', 'mcp-PROTOCOL-version: 2026-07-28', 'mCP-mETHOD: \t tools/call  ', 'mcp-NAME:  echo ', `Content-Length: ${body.length}`], body))
  t.equal((await client.answer()).status, 200)
})

t.test('each copy of a header is held to the body on its own, in either order', async (t) => {
  const joined = defineTool({ name: 'a', handler: () => 'ran' })
  const app = await serve(t, [joined])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const body = JSON.stringify(call('a'))
  const send = async (lines: string[]): Promise<number> => {
    client.write(rawRequest(['Content-Type: application/json', `MCP-Protocol-Version: ${VERSION}`, ...lines, `Content-Length: ${body.length}`], body))
    return (await client.answer()).status
  }
  t.equal(await send(['Mcp-Method: tools/call', 'Mcp-Method: tools/call', 'Mcp-Name: a', 'Mcp-Name: a']), 200)
  t.equal(await send(['Mcp-Method: tools/call', 'Mcp-Name: a', 'Mcp-Name: b']), 400)
  t.equal(await send(['Mcp-Method: tools/call', 'Mcp-Name: b', 'Mcp-Name: a']), 400)
  t.equal(await send(['Mcp-Method: tools/call', 'Mcp-Method: tools/list', 'Mcp-Name: a']), 400)
  t.equal(await send(['Mcp-Method: tools/list', 'Mcp-Method: tools/call', 'Mcp-Name: a']), 400)
})

t.test('Mcp-Name may be base64, strictly', async (t) => {
  const app = await serve(t, [echo])
  const encode = (text: string | Buffer): string => `=?base64?${Buffer.from(text).toString('base64')}?=`
  t.equal((await post(app, message, { 'mcp-name': encode('echo') })).status, 200)
  t.equal((await post(app, message, { 'mcp-name': ` ${encode('echo')}\t` })).status, 200)
  const literal = rpc('resources/read', { uri: '=?base64?x?=' })
  t.equal((await post(app, literal, { 'mcp-name': encode('=?base64?x?=') })).status, 404, 'a text like the sentinel arrives encoded once more')
  t.equal((await post(app, literal, { 'mcp-name': '=?base64?x?=' })).status, 400)
  const unicode = rpc('resources/read', { uri: 'file:///ünï' })
  t.equal((await post(app, unicode, { 'mcp-name': encode('file:///ünï') })).status, 404)
  for (const name of ['=?base64?ZWNobw?=', '=?base64?ZWN!!!obw==?=', '=?base64?ZWNobw=?=', '=?base64?ZWNobx==?=', '=?BASE64?ZWNobw==?=', '=?base64?ZWNobw==', 'ZWNobw==', encode(Buffer.from([0xC3, 0x28])), '=?base64?=', '=?base64??=']) {
    const { status, body } = await post(app, message, { 'mcp-name': name })
    t.equal(status, 400, name)
    t.same(body, mismatch('Mcp-Name differs from params.name of the body'))
  }
})

t.test('a value with a byte that no header may have is refused', async (t) => {
  const app = await serve(t, [echo])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  const request = rpc('resources/read', { uri: 'é' })
  const body = JSON.stringify(request)
  client.write(rawRequest(['Content-Type: application/json', `MCP-Protocol-Version: ${VERSION}`, 'Mcp-Method: resources/read', 'Mcp-Name: é', `Content-Length: ${Buffer.byteLength(body)}`], body))
  t.equal((await client.answer()).status, 400)
})
