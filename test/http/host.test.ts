import t from 'tap'
import Fastify from 'fastify'
import fp from 'fastify-plugin'
import { Type } from '@sinclair/typebox'
import beamMcp, { allow, defineTool } from '../../lib/index.ts'
import { call, keepLogs, optionsOf, post, rpc } from '../helpers/mcp.ts'
import { echo } from '../helpers/tools.ts'

function tool (name: string): ReturnType<typeof defineTool> {
  return defineTool({ name, handler: () => name }) as ReturnType<typeof defineTool>
}

async function names (app: Parameters<typeof post>[0], url = '/mcp'): Promise<string[]> {
  const { body } = await post(app, rpc('tools/list'), {}, { url })
  return body.result.tools.map(({ name }: { name: string }) => name)
}

t.test('a host with a parser, a validator, an error handler and hooks of its own keeps them, and we ours', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  const hooks: string[] = []
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => { done(null, { host: body }) })
  app.setValidatorCompiler(() => () => ({ value: 'from the validator of the host' }))
  app.setErrorHandler((_error, _request, reply) => { reply.code(418).send({ host: true }) })
  app.setNotFoundHandler((_request, reply) => { reply.code(404).send({ host: 'not found' }) })
  app.addHook('onRequest', async (request) => { hooks.push(request.url) })
  await app.register(beamMcp, optionsOf([echo]))
  app.post('/own', async (request) => request.body)
  app.post('/checked', { schema: { body: { type: 'object' } } }, async (request) => request.body)
  app.get('/fails', async () => { throw new Error('x') })

  t.same((await app.inject({ method: 'POST', url: '/own', headers: { 'content-type': 'application/json' }, payload: 'not json' })).json(), { host: 'not json' })
  t.equal((await app.inject({ method: 'POST', url: '/checked', headers: { 'content-type': 'application/json' }, payload: '{}' })).body, 'from the validator of the host')
  t.equal((await app.inject('/fails')).statusCode, 418)
  t.same((await app.inject('/nowhere')).json(), { host: 'not found' })
  t.equal((await app.inject({ method: 'POST', url: '/own', headers: { 'content-type': 'text/csv' }, payload: 'a,b' })).statusCode, 418, 'our parser takes nothing of the host')

  t.equal((await post(app, call('echo', { text: 'hi' }))).body.result.content[0].text, 'hi')
  t.equal((await post(app, call('echo', { text: 7 }))).body.result.isError, true)
  t.equal((await post(app, 'nope')).body.error.code, -32700)
  t.ok(hooks.includes('/mcp'))
})

t.test('prefix stands before path', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(beamMcp, optionsOf([tool('one')], { prefix: '/v1', path: '/tools' }))
  t.same(await names(app, '/v1/tools'), ['one'])
  t.equal((await app.inject({ method: 'POST', url: '/mcp' })).statusCode, 404)
  t.equal(app.mcp.path, '/v1/tools')
})

t.test('several servers in one scope each have their own tools', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(beamMcp, optionsOf([tool('a')], { prefix: '/a' }))
  await app.register(beamMcp, optionsOf([tool('b')], { prefix: '/b', authorize: () => allow('b') }))
  t.same(await names(app, '/a/mcp'), ['a'])
  t.same(await names(app, '/b/mcp'), ['b'])
  t.equal(app.mcp.path, '/a/mcp')
  t.same([...app.mcp.servers.keys()], ['/a/mcp', '/b/mcp'])
  app.mcp.servers.get('/b/mcp')?.catalog.addTool(tool('c'))
  t.same(await names(app, '/a/mcp'), ['a'])
  t.same(await names(app, '/b/mcp'), ['b', 'c'])
})

t.test('several scopes each have their own server', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  const paths: string[] = []
  for (const name of ['x', 'y']) {
    await app.register(async (scope) => {
      await scope.register(beamMcp, optionsOf([tool(name)]))
      paths.push(scope.mcp.path)
    }, { prefix: `/${name}` })
  }
  t.same(paths, ['/x/mcp', '/y/mcp'])
  t.same(await names(app, '/x/mcp'), ['x'])
  t.same(await names(app, '/y/mcp'), ['y'])
  t.notOk('mcp' in app)
})

t.test('one path cannot have two servers', async (t) => {
  const app = Fastify()
  await app.register(beamMcp, optionsOf([tool('a')]))
  await t.rejects(async () => { await app.register(beamMcp, optionsOf([tool('b')])) }, { code: 'FST_ERR_DUPLICATED_ROUTE' })
})

t.test('a scope below a server may have one of its own', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(beamMcp, optionsOf([tool('outer')]))
  await app.register(async (scope) => {
    await scope.register(beamMcp, optionsOf([tool('inner')]))
    t.equal(scope.mcp.path, '/inner/mcp')
  }, { prefix: '/inner' })
  t.equal(app.mcp.path, '/mcp')
  t.same([...app.mcp.servers.keys()], ['/mcp'])
})

t.test('another plugin adds its tool before ready, and tools come and go later', async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  app.register(beamMcp, optionsOf([echo]))
  app.register(fp(async (fastify) => {
    fastify.mcp.catalog.addTool(defineTool({ name: 'added', inputSchema: Type.Object({ n: Type.Number() }), handler: ({ n }) => String(n + 1) }))
  }, { dependencies: ['beamMcp'] }))
  await app.ready()
  t.same(await names(app), ['echo', 'added'])
  t.equal((await post(app, call('added', { n: 1 }))).body.result.content[0].text, '2')
  t.equal(app.mcp.catalog.removeTool('echo'), true)
  t.equal(app.mcp.catalog.removeTool('echo'), false)
  t.same(await names(app), ['added'])
  t.equal((await post(app, call('echo', { text: 'x' }))).body.error.code, -32602)
  t.throws(() => app.mcp.catalog.addTool(tool('added')), { code: 'BMCP_ERR_NAME_DUPLICATE' })
  app.mcp.catalog.addTool(echo)
  t.same(await names(app), ['added', 'echo'])
})

t.test('a catalog that serves two hosts changes in neither when the other does', async (t) => {
  const options = optionsOf([echo])
  const [one, two] = [Fastify(), Fastify()]
  t.teardown(() => Promise.all([one.close(), two.close()]))
  await one.register(beamMcp, options)
  await two.register(beamMcp, options)
  one.mcp.catalog.removeTool('echo')
  t.same(await names(one), [])
  t.same(await names(two), ['echo'])
})

t.test('a closed server can be collected', async (t) => {
  const closed = await (async () => {
    const app = Fastify()
    await app.register(beamMcp, optionsOf([echo]))
    await post(app, call('echo', { text: 'x' }))
    const server = new WeakRef(app.mcp)
    await app.close()
    return server
  })()
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let turn = 0; turn < 10 && closed.deref() !== undefined; turn++) {
    await new Promise(setImmediate)
    collect()
  }
  t.equal(closed.deref(), undefined)
})

t.test("Fastify's own logLevel holds for the endpoint", async (t) => {
  const { lines, options } = keepLogs('info')
  const app = Fastify({ logger: options })
  t.teardown(() => app.close())
  await app.register(beamMcp, { ...optionsOf([echo]), logLevel: 'silent', logSerializers: { req: () => 'hidden' } })
  await post(app, call('echo', { text: 'x' }))
  t.same(lines.filter(({ msg }) => msg === 'incoming request'), [])
})
