import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import t, { type Test } from 'tap'
import { serveStdio } from '../lib/index.ts'
import { resolveOptions } from '../lib/options.ts'
import { run } from './helpers/child.ts'
import { anchorsOf, blocks, blockToRun, page, pages, root, toProgram, typeCheck } from './helpers/docs.ts'
import { call, optionsOf, post, rpc, SERVER_INFO } from './helpers/mcp.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Imports a block that exports its app. */
async function appOf (t: Test, name: string, env: Record<string, string>): Promise<FastifyInstance> {
  const file = join(t.testdir({ [`${name}.mjs`]: toProgram(blockToRun(name)) }), `${name}.mjs`)
  Object.assign(process.env, env)
  t.teardown(() => { for (const key of Object.keys(env)) delete process.env[key] })
  const { app }: { app: FastifyInstance } = await import(pathToFileURL(file).href)
  t.teardown(() => app.close())
  return app
}

t.test('every ts block of the docs type-checks', (t) => {
  const typescript = blocks.filter(({ language }) => language === 'ts')
  t.ok(typescript.length > 15, 'the blocks are found')
  t.same(typeCheck(typescript), [])
  t.end()
})

t.test('a block that does not type-check is named by its page and line', (t) => {
  const code = "import { defineTool } from 'beam-mcp'\nexport const tool = defineTool({ name: 'x', titel: 'X' })\n"
  const [fault, ...rest] = typeCheck([{ page: 'docs/x.md', line: 7, language: 'ts', run: undefined, code }])
  t.match(fault, /^docs\/x\.md:8: .*'titel' does not exist/s)
  t.same(rest, [])
  t.end()
})

t.test('every block that is marked to be run is run', (t) => {
  t.same(blocks.flatMap((block) => block.run ?? []).sort(), ['bearer', 'readme', 'signature'])
  t.end()
})

t.test('the server of the README answers the call of the README as the README says', async (t) => {
  const file = join(t.testdir({ 'server.mjs': toProgram(blockToRun('readme')) }), 'server.mjs')
  const server = run(t, process.execPath, [...process.execArgv, file], { PORT: '0' })
  const [, url = ''] = await server.printed(/listening at (http:[^"]+)/)
  const curl = blocks.find(({ page, code }) => page === 'README.md' && code.startsWith('curl'))
  const answer = blocks.find(({ page, language }) => page === 'README.md' && language === 'json')
  const { stdout } = await promisify(execFile)('bash', ['-c', curl?.code.replace('http://127.0.0.1:4000', url) ?? 'false'])
  t.same(JSON.parse(stdout), JSON.parse(answer?.code ?? ''))
})

t.test('the bearer token example challenges a caller without a token, and knows the one with a token', async (t) => {
  const app = await appOf(t, 'bearer', { JWT_SECRET: 'a secret of the test' })
  const refused = await post(app, call('who_am_i'))
  t.equal(refused.status, 401)
  t.same(refused.body, { jsonrpc: '2.0', error: { code: -32600, message: 'Unauthorized' } })
  const metadata = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp'
  t.equal(refused.headers['www-authenticate'], `Bearer resource_metadata="${metadata}"`)

  const { body: document } = await app.inject(new URL(metadata).pathname)
  t.same(JSON.parse(document), { resource: 'https://mcp.example.com/mcp', authorization_servers: ['https://login.example.com'] })

  const sign = (aud: string): string => `Bearer ${app.jwt.sign({ sub: 'ada', aud })}`
  t.equal((await post(app, call('who_am_i'), { authorization: sign('https://other.example.com') })).status, 401, 'a token for another server')
  const { status, body } = await post(app, call('who_am_i'), { authorization: sign('https://mcp.example.com/mcp') })
  t.equal(status, 200)
  t.same(body.result.content, [{ type: 'text', text: 'You are ada.' }])
})

t.test('the signature example lets in a body that is signed now, and no other', async (t) => {
  const app = await appOf(t, 'signature', { SIGNING_SECRET: 'a secret of the test' })
  const message = JSON.stringify(call('ring_bell'))
  const sign = (body: string, timestamp: string): Record<string, string> => ({
    'mcp-method': 'tools/call',
    'mcp-name': 'ring_bell',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', 'a secret of the test').update(`${timestamp}.${body}`).digest('hex')
  })
  const now = String(Date.now())
  const { status, body } = await post(app, message, sign(message, now))
  t.equal(status, 200)
  t.same(body.result.content, [{ type: 'text', text: 'The bell rings.' }])
  for (const [why, headers] of [
    ['not signed', { 'mcp-method': 'tools/call' }],
    ['another body', sign(JSON.stringify(rpc('tools/list')), now)],
    ['an old one', sign(message, String(Date.now() - 400_000))],
    ['no time', { ...sign(message, 'noon') }],
    ['cut short', { ...sign(message, now), 'x-signature': 'ab' }]
  ] as const) {
    const { status, body } = await post(app, message, headers)
    t.equal(status, 403, why)
    t.same(body, { jsonrpc: '2.0', error: { code: -32600, message: 'Forbidden' } }, why)
  }
})

t.test('every command that the docs name is a script of package.json', (t) => {
  for (const { path, text } of pages) {
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) t.ok(Object.hasOwn(manifest.scripts, script), `${path}: npm run ${script}`)
  }
  t.end()
})

t.test('every relative link of the docs leads to a file, and to a heading in it', (t) => {
  for (const { path, text } of pages) {
    for (const [, link = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https?:/.test(link)) continue
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file))
      t.ok(existsSync(join(root, target)), `${path}: ${link}`)
      if (anchor !== undefined) t.ok(anchorsOf(page(target)).includes(anchor), `${path}: ${link}`)
    }
  }
  t.end()
})

t.test('README.md names every page of docs/', (t) => {
  for (const { path } of pages) if (path.startsWith('docs/')) t.match(page('README.md'), path)
  t.end()
})

t.test('docs/plugin.md has a row for every option, and for no other', (t) => {
  const right = optionsOf([])
  const options = optionsTold(() => resolveOptions({ ...right, nonsense: true } as typeof right))
  const [, table = ''] = page('docs/plugin.md').split('## Options')
  t.same(Array.from((table.split('##')[0] ?? '').matchAll(/^\| `(\w+)`/gm), ([, name]) => name).sort(), options.sort())
  t.end()
})

t.test('docs/stdio.md names every option', async (t) => {
  const { catalog } = optionsOf([])
  const given = { serverInfo: SERVER_INFO, catalog, nonsense: true }
  const fault = await serveStdio(given).catch((error: unknown) => error)
  for (const option of optionsTold(() => { throw fault })) t.match(page('docs/stdio.md'), `\`${option}\``)
})

/** The names that an unknown option is answered with. */
function optionsTold (register: () => unknown): string[] {
  try {
    register()
  } catch (error) {
    const [, list] = /write one of (.*)$/.exec(String(error)) ?? []
    if (list !== undefined) return list.split(', ')
  }
  throw new Error('the unknown option was taken')
}

t.test('docs/dependencies.md has a row for every package that users get, and for no other', (t) => {
  const names = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
  t.same(Array.from(page('docs/dependencies.md').matchAll(/^\| `([^`]+)`/gm), ([, name]) => name).sort(), names.sort())
  t.end()
})

t.test('docs/architecture.md names every room and file of lib/, and none that is not there', (t) => {
  const files = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  // Two rooms hold one file for each family or revision: they are named as a whole.
  const names = files.map((path) => /(methods|revisions)\/[^/]+$/.exec(path)?.[1] ?? basename(path))
  const [, picture = ''] = /```\nlib\/\n(.*?)^```$/ms.exec(page('docs/architecture.md')) ?? []
  for (const name of new Set(names)) t.match(picture, name.endsWith('.ts') ? name : `${name}/`)
  for (const [name] of picture.matchAll(/[\w-]+\.ts/g)) t.ok(names.includes(name), name)
  t.end()
})
