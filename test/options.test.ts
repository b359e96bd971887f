import t from 'tap'
import Fastify from 'fastify'
import beamMcp, { serveStdio, type BeamMcpOptions } from '../lib/index.ts'
import { call, optionsOf, post } from './helpers/mcp.ts'
import { echo } from './helpers/tools.ts'

async function register (options: object): Promise<void> {
  const app = Fastify()
  try {
    await app.register(beamMcp, options as BeamMcpOptions)
  } finally {
    await app.close()
  }
}

t.test('an option without a default is required, and the error says what to write', async (t) => {
  for (const option of ['authorize', 'allowedOrigins', 'serverInfo', 'catalog']) {
    for (const options of [{ ...optionsOf([echo]), [option]: undefined }, Object.fromEntries(Object.entries(optionsOf([echo])).filter(([name]) => name !== option))]) {
      await t.rejects(register(options), { code: 'BMCP_ERR_OPTION_REQUIRED', message: `option "${option}" is required and has no default: give` })
    }
  }
  await t.rejects(register({ ...optionsOf([]), authorize: undefined }), /To accept every caller, write authorize: \(\) => allow\(\)/)
})

t.test('an option of a wrong shape is refused', async (t) => {
  const wrong: Array<[string, unknown[]]> = [
    ['serverInfo', [7, {}, { name: 'x' }, { name: '', version: '1' }, { name: 'x', version: '1', extra: 1 }]],
    ['authorize', [true, 'any', {}]],
    ['allowedOrigins', ['*', 'https://a.example', [7], ['https://a.example/'], ['https://a.example/path'], ['HTTPS://a.example'], ['a.example'], ['*'], true, null]],
    ['authorizeBody', [true, null, 'x']],
    ['allowedHosts', [[], 'localhost', [7], ['']]],
    ['instructions', [7]],
    ['dispatch', ['x', {}]],
    ['path', ['mcp', '/a b', '/:id', '/*', 7]],
    ['prefix', [7]],
    ['maxBodyBytes', [0, 1.5, '1', -1, Infinity]],
    ['bodyTimeoutMs', [0, 1.5, '1', 2 ** 31]],
    ['cache', [7, { ttlMs: -1 }, { ttlMs: 1.5 }, { cacheScope: 'shared' }, { extra: 1 }]],
    ['capabilities', [7, { tools: true }, { logging: 'yes' }]],
    ['pageSize', [0, 1.5, '1']],
    ['visible', [true, {}]],
    ['principalId', ['id']],
    ['stateCodec', [7, null, {}, { seal () {} }, { seal: 1, open: 2 }]],
    ['stateTtlMs', [0, 2 ** 31]],
    ['progressIntervalMs', [-1, 1.5]],
    ['maxSubscriptions', [0, Infinity]],
    ['maxSubscriptionsPerPrincipal', [0]],
    ['broker', [true, {}, { on () {}, emit () {} }]],
    ['instrumentation', [true, {}]],
    ['onReady', [{}]],
    ['keepAliveMs', [0]]
  ]
  for (const [option, values] of wrong) {
    for (const value of values) await t.rejects(register({ ...optionsOf([echo]), [option]: value }), { code: 'BMCP_ERR_OPTION_INVALID', message: `option "${option}" is invalid: give` }, JSON.stringify(value))
  }
  await t.rejects(register({ ...optionsOf([]), catalog: {} }), { code: 'BMCP_ERR_CATALOG_INVALID' })
})

t.test('a shared cache is refused for lists that depend on their caller', async (t) => {
  await t.rejects(register({ ...optionsOf([]), visible: () => true, cache: { cacheScope: 'public' } }), { code: 'BMCP_ERR_OPTION_INVALID', message: /"cache".*lists depend on their caller/ })
  await t.resolves(register({ ...optionsOf([]), visible: () => true, cache: { ttlMs: 5, cacheScope: 'private' } }))
})

t.test('an unknown option is refused, with those that there are', async (t) => {
  await t.rejects(register({ ...optionsOf([echo]), authorise: () => {} }), { code: 'BMCP_ERR_OPTION_UNKNOWN', message: 'option "authorise" does not exist: write one of serverInfo, catalog, instructions, dispatch, cache, capabilities, pageSize, visible, principalId, stateCodec, stateTtlMs, progressIntervalMs, maxSubscriptions, maxSubscriptionsPerPrincipal, broker, instrumentation, onReady, authorize, allowedOrigins, authorizeBody, allowedHosts, path, prefix, maxBodyBytes, bodyTimeoutMs, keepAliveMs' })
})

t.test("Fastify's own options are let through, and undefined is not given", async (t) => {
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(beamMcp, { ...optionsOf([echo]), logLevel: 'silent', path: undefined } as unknown as BeamMcpOptions)
  t.equal((await post(app, call('echo', { text: 'x' }))).status, 200)
})

t.test('origins of other schemes, ports, and null may be listed', async (t) => {
  await t.resolves(register({ ...optionsOf([]), allowedOrigins: ['https://a.example:8443', 'vscode-webview://abc-1', 'null', 'http://[::1]:4000'] }))
})

t.test('stdio holds its options to the same rules', async (t) => {
  const { serverInfo, catalog } = optionsOf([echo])
  await t.rejects(serveStdio({ catalog } as never), { code: 'BMCP_ERR_OPTION_REQUIRED' })
  await t.rejects(serveStdio(undefined as never), { code: 'BMCP_ERR_OPTION_REQUIRED' })
  await t.rejects(serveStdio({ serverInfo, catalog, maxConcurrent: 0 }), { code: 'BMCP_ERR_OPTION_INVALID' })
  await t.rejects(serveStdio({ serverInfo, catalog, authorize: () => {} } as never), { code: 'BMCP_ERR_OPTION_UNKNOWN' })
})
