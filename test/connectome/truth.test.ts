import t from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { declare } from '../../lib/connectome/index.ts'
import { functionsOf } from '../../lib/connectome/declared/functions.ts'
import { functionId, moduleId } from '../../lib/connectome/ids.ts'

/** The reader of sources, held to what fastify's own tests call when they run: every call is an edge, or starts at a listed site. */

const root = dirname(createRequire(import.meta.url).resolve('fastify'))
const instrument = fileURLToPath(new URL('../fixtures/instrument.cjs', import.meta.url))
/** Some of fastify's tests: those that use most of it, need no package that is not here, and are quick. */
const suites = ['reply-error', 'route.1', 'schema-feature', 'content-parser', '404s', 'internals/reply', 'stream.1', 'hooks-async', 'plugin.1', 'decorator']

/** A place in a file, and the function that was entered from there: both as line and column, from 1. */
type Call = [file: string, line: number, column: number, calledFile: string, calledLine: number, calledColumn: number]

async function callsOf (folder: string, suite: string): Promise<Call[]> {
  const out = join(folder, `${suite.replace('/', '-')}.json`)
  const child = spawn(process.execPath, ['--require', instrument, join(root, 'test', `${suite}.test.js`)], { cwd: root, env: { PATH: process.env.PATH, INSTRUMENT_ROOT: root, INSTRUMENT_OUT: out }, stdio: 'ignore' })
  await once(child, 'close')
  return JSON.parse(readFileSync(out, 'utf8'))
}

const modules = new Map<string, { source: ts.SourceFile, functions: ReturnType<typeof functionsOf> }>()

function moduleAt (path: string) {
  let module = modules.get(path)
  if (module === undefined) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
    modules.set(path, (module = { source, functions: functionsOf(ts, source) }))
  }
  return module
}

/** The innermost function around a place, or the module. */
function idAt (path: string, line: number, column: number): string {
  const { source, functions } = moduleAt(path)
  const position = source.getPositionOfLineAndCharacter(line - 1, column - 1)
  const around = functions.filter(({ node }) => node.getStart(source) <= position && position < node.end).at(-1)
  return around === undefined ? moduleId('s', path) : functionId('s', path, around.name, around.parameters)
}

t.test("of fastify's own lib, every call that its tests make is an edge or starts at a listed site, and nearly every edge is confirmed", async (t) => {
  const folder = t.testdir({})
  const places = new Map<string, string[]>()
  for (const suite of suites) {
    for (const [file, line, column, ...called] of await callsOf(folder, suite)) {
      const edge = `${idAt(file, line, column)} ${idAt(...called)}`
      places.set(edge, [...places.get(edge) ?? [], `${file}:${line}`])
    }
  }
  const { graph, bound } = await declare({ server: 's', root, scope: ['fastify.js', 'lib'] })
  const edges = new Set(graph.edges.map(({ from, to }) => `${from} ${to}`))
  const sites = new Set(bound.map(({ file, line }) => `${file}:${line}`))
  const missed = [...places].filter(([edge, at]) => !edges.has(edge) && !at.every((place) => sites.has(place)))
  t.ok(places.size > 350, `${places.size} distinct calls`)
  t.same(missed, [])
  const ran = new Set([...places.keys()].flatMap((edge) => edge.split(' ')))
  const couldRun = [...edges].filter((edge) => edge.split(' ').every((end) => ran.has(end)))
  const confirmed = couldRun.filter((edge) => places.has(edge))
  t.comment(`${places.size} calls, ${couldRun.length} edges whose both ends ran, ${confirmed.length} of them confirmed`)
  // The whole of fastify's tests confirms 98.5%; these some do not take every branch.
  t.ok(confirmed.length / couldRun.length > 0.9, `${confirmed.length} of ${couldRun.length} edges`)
})
