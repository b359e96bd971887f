import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** Packs the package, installs it into an empty project, and uses it from there: ES module, CommonJS and types. */

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const { devDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'beam-mcp-pack-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const [{ filename, files }] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], root))
checkFiles(files.map(({ path }) => path))

run('npx', ['publint', 'run', '--strict', join(folder, filename)], root)
// CommonJS reaches the package through require(esm), which every Node that is served has.
run('npx', ['attw', join(folder, filename), '--profile', 'esm-only'], root)
console.log('publint and attw are content')

const project = join(folder, 'project')
mkdirSync(project)
writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
/** Optional peers of the entries that the consumer imports. */
const entries = ['jose']
const peers = Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name] === undefined || entries.includes(name)).map(([name, range]) => `${name}@${range}`)
run('npm', ['install', '--no-audit', '--no-fund', join(folder, filename), ...peers, `@types/node@${devDependencies['@types/node']}`], project)

const consumer = readFileSync(join(here, 'consumer.ts'), 'utf8')
writeFileSync(join(project, 'consumer.ts'), consumer)
for (const [extension, module] of [['mjs', ts.ModuleKind.ESNext], ['cjs', ts.ModuleKind.CommonJS]]) {
  const { outputText } = ts.transpileModule(consumer, { compilerOptions: { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true } })
  writeFileSync(join(project, `consumer.${extension}`), outputText)
  assert.equal(run(process.execPath, [`consumer.${extension}`], project), 'Hello Ada.\n')
  console.log(`works as .${extension}`)
}
for (const [module, moduleResolution] of [['node16', 'node16'], ['esnext', 'bundler']]) {
  const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
  run(process.execPath, [tsc, '--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', moduleResolution, 'consumer.ts'], project)
  console.log(`type-checks with moduleResolution ${moduleResolution}`)
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
assert.equal(run('npx', ['--no-install', 'beam-mcp', '--version'], project), `${version}\n`)
console.log('runs as npx beam-mcp')

/** The tarball holds what users need, and nothing else. */
function checkFiles (paths) {
  const single = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json']
  const others = paths.filter((path) => !single.includes(path))
  assert.deepEqual(paths.filter((path) => single.includes(path)).sort(), single)
  assert.deepEqual(others.filter((path) => !/^(?:dist\/(?:lib|types)\/.+\.(?:js|d\.ts)|docs\/[\w-]+\.md)$/.test(path)), [])
  for (const path of ['dist/lib/index.js', 'dist/lib/index.d.ts', 'dist/types/fastify.d.ts', 'docs/plugin.md']) assert.ok(paths.includes(path), path)
  console.log(`packs ${paths.length} files`)
}

function run (command, args, cwd) {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  } catch (error) {
    console.error(error.stdout)
    throw error
  }
}
