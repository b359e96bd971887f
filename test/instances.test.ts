import t, { type Test } from 'tap'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import mqemitter from 'mqemitter'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { defineResource, defineTool, type Broker } from '../lib/index.ts'
import { run } from './helpers/child.ts'
import { listening, StreamClient } from './helpers/event-stream.ts'
import { keepLogs, optionsOf, rpc, serve } from './helpers/mcp.ts'
import { gate } from './helpers/tools.ts'

const note = defineResource({ uri: 'note:1', name: 'one', handler: () => 'x' })
const offer = { resources: [note] }
const listen = rpc('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['note:1'] } })

t.test('servers of one name that share a broker tell each other of changes, and others nothing', async (t) => {
  const broker = mqemitter()
  const one = await serve(t, offer, { broker })
  const other = await listening(await serve(t, offer, { broker }))
  const stranger = await listening(await serve(t, offer, { broker, serverInfo: { name: 'test-server/#', version: '1.0.0' } }))
  const client = await StreamClient.open(other, listen)
  const strange = await StreamClient.open(stranger, listen)
  await Promise.all([client.message(0), strange.message(0)])
  one.mcp.resourceUpdated('note:1')
  t.equal((await client.message(1)).params.uri, 'note:1')
  one.mcp.catalog.addTool(defineTool({ name: 'x', handler: () => 'x' }))
  t.equal((await client.message(2)).method, 'notifications/tools/list_changed')
  stranger.mcp.resourceUpdated('note:1')
  await strange.message(1)
  t.same([client.messages.length, strange.messages.length], [3, 2])
})

t.test('a server that is closed hears and tells nothing; the broker is the host\'s, and stays open', async (t) => {
  const broker = mqemitter()
  const topics: string[] = []
  const { on, removeListener } = broker
  broker.on = (topic: string, ...rest) => { topics.push(`on ${topic}`); return on.call(broker, topic, ...rest) }
  broker.removeListener = (topic: string, ...rest) => { topics.push(`off ${topic}`); return removeListener.call(broker, topic, ...rest) }
  const app = await serve(t, offer, { broker })
  await app.close()
  t.same(topics, ['on beam-mcp/changes/test-server', 'off beam-mcp/changes/test-server'])
  t.notOk((broker as unknown as { closed: boolean }).closed)
})

t.test('what others put under the topic is looked at like anything else that comes in', async (t) => {
  const broker = mqemitter()
  const app = await listening(await serve(t, offer, { broker }))
  const client = await StreamClient.open(app, listen)
  await client.message(0)
  const topic = 'beam-mcp/changes/test-server'
  for (const message of [{}, { kind: 'resource' }, { kind: 'resource', uri: 7 }, { kind: 'constructor' }, { kind: null }, { kind: 'resource', uri: 'note:1', extra: { secret: 1 } }]) {
    const done = gate()
    broker.emit({ ...message, topic }, () => done.open())
    await done.promise
  }
  t.same((await client.message(1)).params.uri, 'note:1')
  t.equal(client.messages.length, 2)
})

t.test('a broker that takes nothing is told to the log', async (t) => {
  const logs = keepLogs()
  const refused = gate()
  const broker: Broker = { on () {}, removeListener () {}, emit (_message, done) { done?.(new Error('no connection')); refused.open() } }
  const app = await serve(t, offer, { broker }, { logger: logs.options })
  app.mcp.resourceUpdated('note:1')
  await refused.promise
  t.match(logs.lines.find(({ level }) => level === 50), { msg: 'the broker took no change notice: subscribers were not told', err: { message: 'no connection' } })
})

t.test('a broker that is none is refused', async (t) => {
  const { default: Fastify } = await import('fastify')
  const { default: beamMcp } = await import('../lib/index.ts')
  const app = Fastify()
  t.teardown(() => app.close())
  await t.rejects(async () => await app.register(beamMcp, optionsOf([], { broker: { on () {} } as unknown as Broker })), { code: 'BMCP_ERR_OPTION_INVALID', message: /"broker"/ })
})

/** A Redis of this test's own, on a socket file. */
async function startRedis (t: Test): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'beam-mcp-'))
  const socket = join(folder, 'redis.sock')
  const redis = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(redis, 'close')
  t.teardown(async () => {
    redis.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  let said = ''
  redis.stdout.setEncoding('utf8').on('data', (text: string) => { said += text })
  while (!/ready to accept connections/i.test(said)) await once(redis.stdout, 'data')
  return socket
}

const missing = spawnSync('redis-server', ['--version']).status === 0 ? false : 'redis-server is not installed'

t.test('two processes tell each other of changes through a Redis', { skip: missing }, async (t) => {
  const REDIS_SOCKET = await startRedis(t)
  const instance = fileURLToPath(new URL('./fixtures/instance.ts', import.meta.url))
  const processes = [1, 2].map(() => run(t, process.execPath, [...process.execArgv, instance], { REDIS_SOCKET }))
  const clients = await Promise.all(processes.map(async (process) => {
    const [, url = ''] = await process.printed(/listening at (.*)/)
    const client = new Client({ name: 'official', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    t.teardown(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
    return client
  }))
  for (const [here, there] of [clients, clients.toReversed()]) {
    const told = new Set<string>()
    there?.setNotificationHandler('notifications/tools/list_changed', () => { told.add('tools') })
    there?.setNotificationHandler('notifications/resources/updated', ({ params }) => { told.add(params.uri) })
    const subscription = await there?.listen({ toolsListChanged: true, resourceSubscriptions: ['note:1'] })
    // An instance hears of changes from when its Redis has taken note of it: what was told before is lost.
    while (told.size < 2) await here?.callTool({ name: 'touch' })
    t.same([...told].sort(), ['note:1', 'tools'])
    await subscription?.close()
  }
  for (const process of processes) t.same(await process.stop('SIGTERM'), { code: 0, signal: null })
})
