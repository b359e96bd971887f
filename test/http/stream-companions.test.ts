import t from 'tap'
import { connect, constants } from 'node:http2'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import beamMcp, { defineTool } from '../../lib/index.ts'
import { listening, StreamClient } from '../helpers/event-stream.ts'
import { headersOf, optionsOf, rpc } from '../helpers/mcp.ts'
import { gate } from '../helpers/tools.ts'

const message = rpc('tools/call', { name: 'step', _meta: { progressToken: 'p' } })
const steps = [{ progressToken: 'p', progress: 1 }, { progressToken: 'p', progress: 2 }]

/** A tool that goes on when its client has seen how far it is: nothing on the way may hold a message back. */
function stepping () {
  const seen = gate()
  const tool = defineTool({
    name: 'step',
    async handler (_args, { progress }) {
      progress(1)
      await seen.promise
      progress(2)
      return 'done'
    }
  })
  return { tool, goOn: seen.open }
}

t.test('@fastify/compress, cors and helmet leave a stream as it is, and none holds a message back', async (t) => {
  const origin = 'https://app.example.com'
  const app = Fastify()
  t.teardown(() => app.close())
  const sent: string[] = []
  const replied = gate<number>()
  await app.register(compress, { threshold: 0 })
  await app.register(cors, { origin: [origin] })
  await app.register(helmet)
  app.addHook('onSend', async (_request, reply, payload) => {
    sent.push(String(reply.getHeader('content-type')))
    return payload
  })
  app.addHook('onResponse', async (_request, reply) => replied.open(reply.statusCode))
  const { tool, goOn } = stepping()
  await app.register(beamMcp, optionsOf([tool], { allowedOrigins: [origin] }))
  await listening(app)
  const client = await StreamClient.open(app, message, { origin, 'accept-encoding': 'br, gzip, deflate' })
  const { headers } = client.response
  t.same([headers['content-type'], headers['x-accel-buffering'], headers['content-encoding'], headers['access-control-allow-origin'], headers['x-content-type-options']], ['text/event-stream', 'no', undefined, origin, 'nosniff'])
  t.same((await client.message(0)).params, steps[0])
  goOn()
  const messages = await client.all()
  t.same(messages.map(({ params, result }) => params ?? result.content), [...steps, [{ type: 'text', text: 'done' }]])
  t.same(sent, ['text/event-stream'], "the host's own hooks see the reply")
  t.equal(await replied.promise, 200)
  const plain = await app.inject({ method: 'POST', url: '/mcp', headers: { ...headersOf(rpc('tools/list')), 'accept-encoding': 'gzip' }, payload: JSON.stringify(rpc('tools/list')) })
  t.equal(plain.headers['content-encoding'], 'gzip', 'an answer of one message is compressed')
})

t.test('a stream goes over HTTP/2 message by message, and its end leaves the connection open', async (t) => {
  const app = Fastify({ http2: true })
  t.teardown(() => app.close())
  const { tool, goOn } = stepping()
  await app.register(beamMcp, optionsOf([tool]))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const session = connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  t.teardown(() => session.close())
  const request = session.request({ [constants.HTTP2_HEADER_METHOD]: 'POST', [constants.HTTP2_HEADER_PATH]: '/mcp', ...headersOf(message), accept: 'application/json, text/event-stream' })
  let text = ''
  const first = gate()
  const ended = gate()
  request.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; first.open() }).on('end', () => ended.open())
  request.end(JSON.stringify(message))
  await first.promise
  t.match(text, '"progress":1')
  t.notMatch(text, '"progress":2')
  goOn()
  await ended.promise
  t.match(text, '"progress":2')
  t.match(text, '"text":"done"')
  t.notOk(session.closed || session.destroyed)
})

t.test('a client that leaves its stream over HTTP/2 aborts the call', async (t) => {
  const app = Fastify({ http2: true })
  t.teardown(() => app.close())
  const aborted = gate()
  const tool = defineTool({
    name: 'step',
    async handler (_args, { progress, signal }) {
      signal.addEventListener('abort', () => aborted.open())
      progress(1)
      await aborted.promise
      return 'nobody hears this'
    }
  })
  await app.register(beamMcp, optionsOf([tool]))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const session = connect(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  t.teardown(() => session.close())
  const request = session.request({ [constants.HTTP2_HEADER_METHOD]: 'POST', [constants.HTTP2_HEADER_PATH]: '/mcp', ...headersOf(message), accept: 'application/json, text/event-stream' })
  request.on('data', () => request.close(constants.NGHTTP2_CANCEL))
  request.end(JSON.stringify(message))
  await aborted.promise
  t.pass('the signal is aborted')
})
