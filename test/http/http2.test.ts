import t, { type Test } from 'tap'
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import beamMcp, { allow, refuse, type BeamMcpOptions } from '../../lib/index.ts'
import { call, headersOf, optionsOf } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

const message = call('echo', { text: 'hi' })

async function connected (t: Test, rest: Partial<BeamMcpOptions> = {}): Promise<ClientHttp2Session> {
  const app = Fastify({ http2: true })
  t.teardown(() => app.close())
  await app.register(beamMcp, optionsOf([echo], rest))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const session = connect(`http://127.0.0.1:${((app as unknown as FastifyInstance).server.address() as AddressInfo).port}`)
  t.teardown(() => session.close())
  return session
}

interface Answer { status: unknown, headers: Record<string, unknown>, body: any }

async function send (session: ClientHttp2Session, body: string | Buffer, headers: OutgoingHttpHeaders): Promise<Answer> {
  const stream = session.request({ ':method': 'POST', ':path': '/mcp', ...headers })
  stream.end(body)
  const received = new Promise<Record<string, unknown>>((resolve) => { stream.once('response', resolve) })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => { text += chunk })
  const ended = new Promise((resolve, reject) => { stream.once('end', resolve).once('error', reject) })
  const answered = await received
  await ended
  return { status: answered[':status'], headers: answered, body: JSON.parse(text) }
}

t.test('a tool is called over HTTP/2', async (t) => {
  const session = await connected(t)
  const { status, body } = await send(session, JSON.stringify(message), headersOf(message))
  t.equal(status, 200)
  t.equal(body.result.content[0].text, 'hi')
})

t.test('headers are held to the body, and copies of one to each other', async (t) => {
  const session = await connected(t)
  for (const name of ['other', ['echo', 'other'], ['other', 'echo']]) {
    const { status, body } = await send(session, JSON.stringify(message), { ...headersOf(message), 'mcp-name': name })
    t.equal(status, 400, String(name))
    t.equal(body.error.code, -32020)
  }
})

t.test('the authority is held to allowedHosts', async (t) => {
  const session = await connected(t, { allowedHosts: ['mcp.example.com'] })
  t.equal((await send(session, JSON.stringify(message), { ...headersOf(message), ':authority': 'mcp.example.com' })).status, 200)
  t.equal((await send(session, JSON.stringify(message), { ...headersOf(message), ':authority': 'evil.example' })).status, 403)
})

t.test('a refusal before the body answers and ends the stream, without a connection header or a warning', async (t) => {
  const warnings: Error[] = []
  const warn = (warning: Error): void => { warnings.push(warning) }
  process.on('warning', warn)
  t.teardown(() => process.off('warning', warn))
  const session = await connected(t, { authorize: (request) => request.headers.authorization === undefined ? refuse('no') : allow() })
  const stream = session.request({ ':method': 'POST', ':path': '/mcp', ...headersOf(message) })
  const received = new Promise<Record<string, unknown>>((resolve) => { stream.once('response', resolve) })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => { text += chunk })
  const closed = new Promise((resolve) => { stream.once('close', resolve) })
  stream.on('error', () => {})
  stream.write(Buffer.alloc(1 << 20))
  const headers = await received
  t.equal(headers[':status'], 403)
  t.notOk('connection' in headers)
  await closed
  t.same(JSON.parse(text), { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden' } })
  t.equal((await send(session, JSON.stringify(message), { ...headersOf(message), authorization: 'x' })).status, 200, 'the session goes on')
  t.same(warnings, [])
})
