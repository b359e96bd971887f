import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each room may import of the others; docs/architecture.md draws it. Files of lib/ itself are common to all. */
const arrows: Record<string, readonly string[]> = {
  catalog: [],
  dispatch: ['catalog'],
  protocol: ['catalog', 'dispatch'],
  http: ['catalog', 'dispatch', 'protocol'],
  stdio: ['catalog', 'dispatch', 'protocol']
}
/** The core is free of every transport, and of Fastify. */
const outsiders: Record<string, readonly string[]> = {
  catalog: ['@sinclair/typebox', '@sinclair/typebox/value', 'ajv', 'ajv/dist/2020.js', 'ajv-formats/dist/formats.js'],
  dispatch: ['@sinclair/typebox', '@sinclair/typebox/value', 'node:diagnostics_channel'],
  // Of node:crypto, hashing alone: no key and no signature.
  protocol: ['node:buffer', 'node:crypto', '@sinclair/typebox', '@sinclair/typebox/value'],
  http: ['fastify', 'negotiator', 'node:buffer', 'node:http', 'node:http2', 'node:stream'],
  stdio: ['@sinclair/typebox', 'node:stream', 'pino']
}

function filesOf (folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
}

function importsOf (file: string): string[] {
  return ts.preProcessFile(readFileSync(join(root, file), 'utf8')).importedFiles.map(({ fileName }) => fileName)
}

t.test('arrows between the rooms of lib/ point one way', async (t) => {
  for (const file of filesOf('lib')) {
    const [, room] = file.split(sep)
    const allowed = room === undefined ? undefined : arrows[room]
    if (room === undefined || allowed === undefined) continue
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) {
        t.ok(outsiders[room]?.includes(specifier), `${file} imports ${specifier}`)
        continue
      }
      const [top, other, inner] = relative(root, join(root, dirname(file), specifier)).split(sep)
      t.ok(top === 'types' || inner === undefined || other === room || allowed.includes(other ?? ''), `${file} imports ${specifier}`)
    }
  }
})

t.test('types/ imports nothing of lib/', async (t) => {
  for (const file of filesOf('types')) t.notOk(importsOf(file).some((specifier) => specifier.includes('lib/')), file)
})

t.test('every file of lib/ is loaded, so that none escapes the coverage', async (t) => {
  // The binary's own file would run; the tests of test/cli do.
  for (const file of filesOf('lib').filter((file) => file !== join('lib', 'cli', 'main.ts'))) await t.resolves(import(`../${file}`), file)
})
