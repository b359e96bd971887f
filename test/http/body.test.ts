import t from 'tap'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../lib/index.ts'
import { call, headersOf, serve } from '../helpers/mcp.ts'
import { listen, RawClient, rawRequest } from '../helpers/socket.ts'
import { echo } from '../helpers/tools.ts'

const CAP = 1_048_576
const message = call('echo', { text: '' })
const head = Object.entries(headersOf(message)).map(([name, value]) => `${name}: ${value}`)

/** A call whose whole body has just so many bytes. */
function bodyOf (bytes: number): string {
  const empty = JSON.stringify(message)
  return empty.replace('"text":""', `"text":"${'x'.repeat(bytes - empty.length)}"`)
}

function chunked (body: string): string {
  let text = ''
  for (let start = 0; start < body.length; start += 65_536) {
    const part = body.slice(start, start + 65_536)
    text += `${part.length.toString(16)}\r\n${part}\r\n`
  }
  return `${text}0\r\n\r\n`
}

function lastSocket (app: FastifyInstance): () => Socket {
  let last: Socket
  app.server.on('connection', (socket: Socket) => { last = socket })
  return () => last
}

t.test('1,048,576 bytes pass and one more is refused, by length and chunked', async (t) => {
  const app = await serve(t, [echo])
  const port = await listen(app)
  for (const [bytes, status] of [[CAP, 200], [CAP + 1, 413]] as const) {
    for (const framing of ['length', 'chunked']) {
      const client = new RawClient(port)
      const body = bodyOf(bytes)
      client.write(framing === 'length' ? rawRequest([...head, `Content-Length: ${bytes}`], body) : rawRequest([...head, 'Transfer-Encoding: chunked'], chunked(body)))
      const answer = await client.answer()
      t.equal(answer.status, status, `${bytes} by ${framing}`)
      if (status === 413) {
        t.same(JSON.parse(answer.body), { jsonrpc: '2.0', error: { code: -32600, message: 'Content too large: a body has at most 1048576 bytes' } })
        t.match(answer.head, /connection: close/i)
        await client.ended()
      }
      client.close()
    }
  }
})

t.test('a Content-Length over the cap is refused before a byte is sent', async (t) => {
  const app = await serve(t, [echo], { maxBodyBytes: 10 })
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write(rawRequest([...head, 'Content-Length: 11']))
  t.equal((await client.answer()).status, 413)
})

t.test('a body that drips past the deadline ends in 408', async (t) => {
  const app = await serve(t, [echo], { bodyTimeoutMs: 100 })
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write(rawRequest([...head, 'Content-Length: 1000'], '{'))
  const drip = setInterval(() => client.write(' '), 10)
  t.teardown(() => clearInterval(drip))
  const { status, head: answered, body } = await client.answer()
  t.equal(status, 408)
  t.match(answered, /connection: close/i)
  t.same(JSON.parse(body), { jsonrpc: '2.0', error: { code: -32600, message: 'Request timeout: a body has to arrive within 100 ms' } })
  clearInterval(drip)
  await client.ended()
})

t.test('a body that never begins ends in 408 too', async (t) => {
  const app = await serve(t, [echo], { bodyTimeoutMs: 50 })
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  client.write(rawRequest([...head, 'Content-Length: 1000']))
  t.equal((await client.answer()).status, 408)
})

t.test('32 MiB from a refused caller are not read: it receives the whole answer, and the connection closes', async (t) => {
  const cases = [
    { name: '403 by length', options: { authorize: () => refuse('no') }, lines: [...head, `Content-Length: ${32 << 20}`], chunks: false, status: 403 },
    { name: '403 chunked', options: { authorize: () => refuse('no') }, lines: [...head, 'Transfer-Encoding: chunked'], chunks: true, status: 403 },
    { name: '403 by origin', options: {}, lines: [...head, 'Origin: https://evil.example', `Content-Length: ${32 << 20}`], chunks: false, status: 403 },
    { name: '413 by length', options: {}, lines: [...head, `Content-Length: ${32 << 20}`], chunks: false, status: 413 },
    { name: '413 chunked', options: {}, lines: [...head, 'Transfer-Encoding: chunked'], chunks: true, status: 413 },
    { name: '415', options: {}, lines: ['Content-Type: text/plain', `Content-Length: ${32 << 20}`], chunks: false, status: 415 }
  ]
  for (const { name, options, lines, chunks, status } of cases) {
    const app = await serve(t, [echo], options)
    const socket = lastSocket(app)
    const client = new RawClient(await listen(app))
    client.write(rawRequest(lines))
    const block = Buffer.alloc(1 << 20, 'x')
    for (let mib = 0; mib < 32; mib++) client.write(chunks ? Buffer.concat([Buffer.from('100000\r\n'), block, Buffer.from('\r\n')]) : block)
    const answer = await client.answer()
    t.equal(answer.status, status, name)
    t.match(answer.head, /connection: close/i, name)
    t.doesNotThrow(() => JSON.parse(answer.body), name)
    await client.ended()
    const closed = new Promise((resolve) => { if (socket().destroyed) resolve(undefined); else socket().once('close', resolve) })
    await closed
    t.ok(socket().bytesRead < CAP + 131_072, `${name}: ${socket().bytesRead} bytes were read`)
    client.close()
  }
})

t.test('a refused caller whose small body has arrived is let go at once', async (t) => {
  const app = await serve(t, [echo], { authorize: () => refuse('no') })
  const socket = lastSocket(app)
  const client = new RawClient(await listen(app))
  client.write(rawRequest([...head, 'Content-Length: 5'], 'hello'))
  t.equal((await client.answer()).status, 403)
  await client.ended()
  await new Promise((resolve) => { if (socket().destroyed) resolve(undefined); else socket().once('close', resolve) })
  client.close()
})

t.test('a refusal after the body keeps the connection, and the next request on it is answered', async (t) => {
  const app = await serve(t, [echo])
  const client = new RawClient(await listen(app))
  t.teardown(() => client.close())
  for (const bytes of [100, 16_384, CAP]) {
    client.write(rawRequest([...head, `Content-Length: ${bytes}`], 'x'.repeat(bytes)))
    const refused = await client.answer()
    t.equal(refused.status, 400, `${bytes}`)
    t.match(refused.head, /connection: keep-alive/i)
    const body = bodyOf(1000)
    client.write(rawRequest([...head, 'Content-Length: 1000'], body))
    t.equal((await client.answer()).status, 200, `after ${bytes}`)
  }
})

t.test('a client that goes away in the midst of its body leaves nothing behind', async (t) => {
  const app = await serve(t, [echo])
  const socket = lastSocket(app)
  const port = await listen(app)
  const client = new RawClient(port)
  const arrived = new Promise((resolve) => { app.server.once('request', resolve) })
  client.write(rawRequest([...head, 'Content-Length: 1000'], '{"jso'))
  await arrived
  const closed = new Promise((resolve) => { socket().once('close', resolve) })
  client.close()
  await closed
  const next = new RawClient(port)
  t.teardown(() => next.close())
  next.write(rawRequest([...head, 'Content-Length: 500'], bodyOf(500)))
  t.equal((await next.answer()).status, 200)
})
