import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** What the connectome never does, held over the sources of lib/. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: name.split(sep).join('/'), text: readFileSync(join(root, 'lib', name), 'utf8') }))

/** The texts that are written in a file as strings. */
function stringsOf ({ file, text }: { file: string, text: string }): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

function importsOf ({ text }: { text: string }): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
}

t.test('words of signs are spelled in the vocabulary alone', async (t) => {
  const signs = ['allow', 'deny', 'hold', 'unknown', 'ungoverned', 'unset']
  for (const file of files.filter(({ file }) => file.startsWith('connectome/') && file !== 'connectome/vocabulary.ts')) t.same(stringsOf(file).filter((text) => signs.includes(text)), [], file.file)
})

t.test('nothing is hashed but at the named sites, and there is no key and no signature', async (t) => {
  const hashing = files.filter((file) => importsOf(file).some((specifier) => /^(?:node:)?crypto$/.test(specifier)))
  t.same(hashing.map(({ file }) => file).sort(), ['connectome/canonical.ts', 'protocol/pagination.ts', 'protocol/request-state.ts'])
  for (const { file, text } of hashing) t.same(text.match(/import \{([^}]*)\} from 'node:crypto'/)?.[1]?.trim(), 'createHash', file)
  const sealing = files.filter((file) => importsOf(file).includes('jose'))
  t.same(sealing.map(({ file }) => file), ['state-codec.ts'], 'sealing is an entry of its own, with keys of the host')
})

t.test('the core does not know the connectome, and only the binary loads it, when it is wanted', async (t) => {
  for (const { file, text } of files) {
    if (file.startsWith('connectome/')) continue
    const found = Array.from(text.matchAll(/(import\()?'[./]*connectome\/[\w./-]*'/g), ([, lazy]) => lazy)
    if (file.startsWith('cli/')) t.ok(found.every((lazy) => lazy !== undefined), `${file}: imported lazily`)
    else t.same(found, [], file)
  }
})

t.test("no capability is the connectome's", async (t) => {
  const text = files.find(({ file }) => file === 'protocol/server.ts')?.text ?? ''
  const [, body = ''] = /capabilities \(\): object \{(.*?)\n {2}\}/s.exec(text) ?? []
  t.same(Array.from(body.matchAll(/(\w+): \{/g), ([, name]) => name).sort(), ['completions', 'logging', 'prompts', 'resources', 'tools'])
})

t.test('words of policy occur nowhere', async (t) => {
  for (const { file, text } of files) t.notMatch(text, /receipt|approval|risk tier|egress/i, file)
})
