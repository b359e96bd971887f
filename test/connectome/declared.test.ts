import t, { type Test } from 'tap'
import { defineCatalog, definePrompt, defineResource, defineTool } from '../../lib/index.ts'
import { canonical, declare, exportDeclared, hash, parse, type DeclareOptions } from '../../lib/connectome/index.ts'
import { loadCompiler } from '../../lib/connectome/declared/compiler.ts'

type Files = Record<string, string>

/** Declares files that are written for one test. */
async function read (t: Test, files: Files, options: Partial<DeclareOptions> = {}) {
  const root = t.testdir(nested({ 'package.json': '{ "name": "corpus", "type": "module" }', ...files }))
  const { graph, bound, bases } = await declare({ server: 's', root, ...options })
  const short = (id: string): string => id.replace(/^s\/(?:module\/)?/, '').replaceAll('%2F', '/')
  return {
    graph,
    edges: graph.edges.map(({ from, to }) => `${short(from)} -> ${short(to)}`).sort(),
    bases: bases.map(({ from, to, basis }) => `${short(from)} -> ${short(to)}: ${basis}`).sort(),
    bound: bound.map(({ kind, file, line, caller, detail }) => [kind, file, line, caller === undefined ? undefined : short(caller), detail])
  }
}

/** `{ 'a/b.ts': x }` as folders in folders. */
function nested (files: Files): NonNullable<Parameters<Test['testdir']>[0]> {
  const tree: Record<string, any> = {}
  for (const [path, text] of Object.entries(files)) {
    const names = path.split('/')
    const name = names.pop() ?? ''
    let folder = tree
    for (const part of names) folder = folder[part] ??= {}
    folder[name] = text
  }
  return tree
}

t.test('calls are read across files, through re-exports, classes and methods, in every form of module', async (t) => {
  const { edges, bases, bound } = await read(t, {
    'main.ts': "import { help as h, Base } from './lib/index.js'\nimport * as all from './lib/index.ts'\nconst common = require('./common.cjs')\nclass Own extends Base { run (): void { super.run(); this.own() } own (): void {} }\nexport function start (base: Base): void { h(); all.help(); base.run(); new Own() }\nstart(new Base())\nconst { named } = all\nexport const run = (): void => named()\n",
    'lib/index.ts': "export * from './help.ts'\nexport { Base } from './base.ts'\n",
    'lib/help.ts': 'export function help (): void { inner() }\nconst inner = function (): void {}\nexport const named = (): void => {}\n',
    'lib/base.ts': 'export class Base { constructor () { this.run() } run (): void {} }\n',
    'common.cjs': "const { two } = require('./two.cjs')\nfunction Thing () {}\nThing.prototype.go = function go () { two() }\nmodule.exports = { one () { two(); new Thing().go() } }\n",
    'two.cjs': "'use strict'\nexports.two = function () {}\n"
  })
  t.same(edges, [
    'common.cjs/module.exports.one/0 -> common.cjs/Thing/0',
    'common.cjs/module.exports.one/0 -> common.cjs/go/0',
    'common.cjs/module.exports.one/0 -> two.cjs/exports.two/0',
    'common.cjs/go/0 -> two.cjs/exports.two/0',
    'lib/base.ts/Base.constructor/0 -> lib/base.ts/Base.run/0',
    'lib/base.ts/Base.constructor/0 -> main.ts/Own.run/0',
    'lib/help.ts/help/0 -> lib/help.ts/inner/0',
    'main.ts -> lib/base.ts/Base.constructor/0',
    'main.ts -> main.ts/start/1',
    'main.ts/Own.run/0 -> lib/base.ts/Base.run/0',
    'main.ts/Own.run/0 -> main.ts/Own.own/0',
    'main.ts/Own.run/0 -> main.ts/Own.run/0',
    'main.ts/run/0 -> lib/help.ts/named/0',
    'main.ts/start/1 -> lib/base.ts/Base.constructor/0',
    'main.ts/start/1 -> lib/base.ts/Base.run/0',
    'main.ts/start/1 -> lib/help.ts/help/0',
    'main.ts/start/1 -> main.ts/Own.run/0'
  ].sort())
  t.ok(bases.includes('main.ts/start/1 -> main.ts/Own.run/0: hierarchy'))
  t.ok(bases.includes('main.ts/start/1 -> lib/base.ts/Base.run/0: typed'))
  t.ok(bases.includes('main.ts/start/1 -> lib/help.ts/help/0: exact'))
  t.same(bound, [])
})

t.test('each kind of place where calls may be missing is listed, with file, line and caller', async (t) => {
  const { bound, edges } = await read(t, {
    'sites.ts': [
      'export function sites (given: any, call: () => void, key: string, table: Record<string, () => void>, host: Host): void {', // 1
      '  given.method()',
      '  call()',
      '  table[key]()',
      '  eval("1")',
      '  new Function("return 1")()', // 6
      '  new Proxy({}, {})',
      '  Reflect.apply(call, undefined, [])',
      '  Reflect.apply(known, undefined, [])',
      '  import(key)',
      '  host.serve()', // 11
      '  setTimeout(known, 1)',
      '  given.call(1)',
      '  given.secret',
      '  const { secret } = given',
      '  given[key]', // 16
      '  known.bind(1)',
      '  call.apply(1, [secret])',
      '  known.call(1)',
      '  ;[1].map(known)',
      '  maker()()', // 21
      '}',
      'interface Host { serve (): void }',
      'function known (): void {}',
      'function maker () { return known }',
      'export class Safe { get secret (): number { return known() as unknown as number } set secret (value: number) { known() } }',
      'export function reads (safe: Safe): void { safe.secret; safe.secret = 1; safe.secret++ }'
    ].join('\n'),
    'common.cjs': 'module.exports = (name) => require(name)\n',
    'broken.ts': 'export function x (\n',
    'other.ts': 'nothing()\n'
  }, { scope: ['sites.ts', 'common.cjs', 'broken.ts'], catalog: defineCatalog({ tools: [defineTool({ name: 'nobody', handler: () => 'x' })], resources: [], prompts: [definePrompt({ name: 'é', handler: () => 'x' }), definePrompt({ name: 'e\u0301', handler: () => 'x' }), definePrompt({ name: '\ud800', handler: () => 'x' })] }) })
  t.same(bound, [
    ['unknown_handler', undefined, undefined, undefined, 's/prompt/é'],
    ['unknown_handler', undefined, undefined, undefined, 's/tool/nobody'],
    ['unnamed_entry', undefined, undefined, undefined, 'prompt "\\ud800"'],
    ['unnamed_entry', undefined, undefined, undefined, 'prompt "e\u0301"'],
    ['unreadable_file', 'broken.ts', 2, undefined, 'cannot be parsed'],
    ['computed_import', 'common.cjs', 1, 'common.cjs/module.exports/1', 'require'],
    ...([
      ['untyped_member', 2, 'given.method'],
      ['called_value', 3, 'call'],
      ['computed_member', 4, 'table[key]'],
      ['eval', 5, 'eval'],
      ['called_value', 6, 'new Function("return 1")'],
      ['new_function', 6, 'Function'],
      ['proxy', 7, 'Proxy'],
      ['reflect_apply', 8, 'Reflect.apply'],
      ['computed_import', 10, 'import'],
      ['dynamic_call', 11, 'host.serve'],
      ['out_of_scope', 12, 'setTimeout'],
      ['called_value', 13, 'given.call'],
      ['accessor', 14, 'given.secret'],
      ['accessor', 15, 'secret'],
      ['computed_member', 16, 'given[key]'],
      ['called_value', 18, 'call.apply'],
      ['out_of_scope', 20, '[1].map'],
      ['called_value', 21, 'maker()']
    ] as const).map(([kind, line, detail]) => [kind, 'sites.ts', line, 'sites.ts/sites/5', detail])
  ])
  t.same(edges.filter((edge) => edge.startsWith('sites')), [
    'sites.ts/Safe.get secret/0 -> sites.ts/known/0',
    'sites.ts/Safe.set secret/1 -> sites.ts/known/0',
    'sites.ts/reads/1 -> sites.ts/Safe.get secret/0',
    'sites.ts/reads/1 -> sites.ts/Safe.set secret/1',
    'sites.ts/sites/5 -> sites.ts/known/0',
    'sites.ts/sites/5 -> sites.ts/maker/0'
  ])
})

t.test('a file that cannot be read is listed', async (t) => {
  const root = t.testdir({ 'package.json': '{ "name": "corpus" }', 'gone.js': t.fixture('symlink', 'nowhere.js') })
  t.same((await declare({ server: 's', root })).bound, [{ kind: 'unreadable_file', file: 'gone.js', detail: 'cannot be read' }])
})

t.test('functions that are handed to the language are called by the one that hands them over, at once', async (t) => {
  const { bases } = await read(t, {
    'a.ts': 'function each (): void {}\nexport function all (list: number[], later: Promise<void>): void { list.forEach(each); later.then(each); Object.freeze(each); new Promise((resolve) => resolve(1)) }\n'
  })
  t.same(bases, ['a.ts/all/2 -> a.ts/all>1/1: callback', 'a.ts/all/2 -> a.ts/each/0: callback'])
})

t.test('a name that is assigned again may be any of what was assigned', async (t) => {
  const { edges, bound } = await read(t, { 'a.js': 'let f\nfunction one () {}\nfunction two () {}\nexport function set (x) { f = x ? one : two }\nexport function run () { f() }\nlet g = one\nexport function put (x) { g = x }\nexport function go () { g() }\n' })
  t.same(edges, ['a.js/go/0 -> a.js/one/0', 'a.js/run/0 -> a.js/one/0', 'a.js/run/0 -> a.js/two/0'])
  t.same(bound.map(([kind, , line]) => [kind, line]), [['called_value', 8]])
})

t.test('every function has a name of its own, which moves with it', async (t) => {
  const { graph } = await read(t, { 'a.js': 'export default () => {}\nconst o = { m () {}, p: () => {}, get g () { return 1 }, [Symbol.iterator] () {} }\nexport class C { static s () {} field = () => {}; #private () {} }\nfunction f () { return [() => 1, () => 2, function () {}] }\nfunction g (a, b) { function f () {} f() }\n{ const f = () => {}; f() }\no.x = function () {}\nf()[0].x = function () {}\nexport const anonymous = class { m () {} }\n' })
  t.same(graph.nodes.filter(({ level }) => level === 'function').map(({ id }) => id.replace('s/module/a.js/', '')), [
    '1/0', 'C.#private/0', 'C.field/0', 'C.s/0', 'anonymous.m/0', 'default/0', 'f#2/0', 'f/0', 'f>1/0', 'f>2/0', 'f>3/0', 'g/2', 'g>f/0', 'o.[Symbol.iterator]/0', 'o.get g/0', 'o.m/0', 'o.p/0', 'o.x/0'
  ])
})

t.test('members are followed by fixed names, constructors to their base, and interfaces to who implements them', async (t) => {
  const { edges, bound } = await read(t, {
    'a.ts': [
      'const kRun = Symbol("run")',
      'const table = { go () {}, [kRun] () {} }',
      'export function fixed (): void { table["go"](); const name = "go" as const; table[name](); table[kRun]() }',
      'class Base { constructor () { table.go() } }',
      'class Middle extends Base {}',
      'class Last extends Middle { constructor () { super() } }',
      'export function make (): void { new Middle(); new Last(); new (class {})() }',
      'interface Runs { run (): void }',
      'class One implements Runs { run (): void {} }',
      'class Two implements Runs { run (): void {} }',
      'export function all (list: Runs[]): void { for (const one of list) one.run(); new One(); new Two() }',
      'export function over (n: number): void',
      'export function over (n: string): void',
      'export function over (): void { over(1) }',
      'export function taken ({ run }: Runs, [first]: Array<() => void>, tag: any): void { run(); first(); tag`x`; (0, over)(1) }',
      'abstract class Shape { abstract draw (): void; paint (): void { this.draw() } }',
      'class Dot extends Shape { draw (): void {} }'
    ].join('\n'),
    'b.js': 'const names = {}\nconst k = "x"\nnames[k] = function () {}\nfunction later () { return (later ? later : names)(1) }\n'
  })
  t.same(edges, [
    'a.ts/Base.constructor/0 -> a.ts/table.go/0',
    'a.ts/Last.constructor/0 -> a.ts/Base.constructor/0',
    'a.ts/Shape.paint/0 -> a.ts/Dot.draw/0',
    'a.ts/all/1 -> a.ts/One.run/0',
    'a.ts/all/1 -> a.ts/Two.run/0',
    'a.ts/fixed/0 -> a.ts/table.go/0',
    'a.ts/make/0 -> a.ts/Base.constructor/0',
    'a.ts/make/0 -> a.ts/Last.constructor/0',
    'a.ts/over/0 -> a.ts/over/0',
    'a.ts/taken/3 -> a.ts/One.run/0',
    'a.ts/taken/3 -> a.ts/Two.run/0',
    'a.ts/taken/3 -> a.ts/over/0',
    'b.js/later/0 -> b.js/later/0'
  ])
  t.same(bound.map(([kind, file, line, , detail]) => [kind, file, line, detail]), [
    ['out_of_scope', 'a.ts', 1, 'Symbol'],
    ['computed_member', 'a.ts', 3, 'table[kRun]'],
    ['dynamic_call', 'a.ts', 11, 'one.run'],
    ['dynamic_call', 'a.ts', 15, 'run'],
    ['called_value', 'a.ts', 15, 'first'],
    ['called_value', 'a.ts', 15, 'tag'],
    ['dynamic_call', 'b.js', 4, 'later ? later : names']
  ])
})

t.test('a declaration of types beside a source does not hide it', async (t) => {
  const { edges } = await read(t, { 'a.js': "import { f } from './b.js'\nf()\n", 'b.js': 'export function f () {}\n', 'b.d.ts': 'export declare function f (): void\n' })
  t.same(edges, ['a.js -> b.js/f/0'])
})

t.test('modules are grouped by npm package, or by what the host names', async (t) => {
  const files = { 'a.js': '', 'part/b.js': '', 'part/c.js': '', 'inner/package.json': '{ "name": "@x/inner" }', 'inner/d.js': '', 'bad/package.json': 'no', 'bad/e.js': '' }
  const labels = ({ graph }: Awaited<ReturnType<typeof read>>): object => Object.fromEntries(graph.nodes.filter(({ level }) => level === 'module').map(({ id, labels }) => [id.replace('s/module/', ''), labels.boundary]))
  t.same(labels(await read(t, files)), { 'a.js': 's/boundary/package/corpus', 'bad%2Fe.js': 's/boundary/package/corpus', 'inner%2Fd.js': 's/boundary/package/@x%2Finner', 'part%2Fb.js': 's/boundary/package/corpus', 'part%2Fc.js': 's/boundary/package/corpus' })
  const named = await read(t, files, { boundaries: { billing: ['part', 'a.js'] } })
  t.match(labels(named), { 'a.js': 's/boundary/declared/billing', 'part%2Fb.js': 's/boundary/declared/billing', 'inner%2Fd.js': 's/boundary/package/@x%2Finner' })
  t.same(named.graph.nodes.filter(({ level }) => level === 'boundary').map(({ id }) => id), ['s/boundary/declared/billing', 's/boundary/package/@x%2Finner', 's/boundary/package/corpus'])
})

t.test('the catalog: its parts, their labels, and the functions that handle them', async (t) => {
  const handler = (): string => 'x'
  const catalog = defineCatalog({
    tools: ['inline', 'apart', 'constant', 'twice', 'elsewhere'].map((name) => defineTool({ name, commandClass: 'observe', mode: 'read_only', handler })),
    resources: [defineResource({ uri: 'note:1', name: 'note', handler })],
    prompts: [definePrompt({ name: 'greet', handler })]
  })
  const { edges, bound, graph } = await read(t, {
    'tools.ts': "import { defineTool, defineResource, definePrompt } from 'beam-mcp'\nconst NAME = 'constant'\nfunction apart () { return 'x' }\nexport const handler = () => 'x'\ndefineTool({ name: 'inline', handler () { return apart() } })\ndefineTool({ name: 'apart', handler: apart })\ndefineTool({ name: NAME, handler })\ndefineTool({ name: 'twice', handler })\ndefineTool({ name: 'twice', handler: apart })\ndefineResource({ uri: 'note:1', name: 'note', handler: async () => 'x' })\ndefinePrompt({ name: 'greet', handler })\n",
    'elsewhere.ts': ''
  }, { catalog, toolModules: { elsewhere: 'elsewhere.ts' } })
  t.same(edges, [
    'prompt/greet -> tools.ts/handler/0',
    'resource/note:1 -> tools.ts/object.handler#2/0',
    ...['prompt/greet', 'resource/note:1', 'tool/apart', 'tool/constant', 'tool/elsewhere', 'tool/inline', 'tool/twice'].map((part) => `server -> ${part}`),
    'tool/apart -> tools.ts/apart/0',
    'tool/constant -> tools.ts/handler/0',
    'tool/elsewhere -> elsewhere.ts',
    'tool/inline -> tools.ts/object.handler/0',
    'tools.ts/object.handler/0 -> tools.ts/apart/0'
  ].sort())
  t.same(graph.nodes.find(({ id }) => id === 's/tool/inline'), { id: 's/tool/inline', kind: 'tool', labels: { command_class: 'observe', mode: 'read_only' }, level: 'server' })
  t.same(bound.filter(([kind]) => kind === 'unknown_handler').map(([, , , , detail]) => detail), ['s/tool/twice: 2 functions have that name'])
})

t.test('sites that the host vouches for stay in the bound, as that', async (t) => {
  const files = { 'a.ts': 'export function f (call: () => void, other: any): void { call(); other.x() }\n' }
  t.same((await read(t, files, { allow: [{ file: 'a.ts', line: 1, kind: 'called_value' }] })).bound.map(([kind, , , , detail]) => [kind, detail]), [['vouched', 'called_value: call'], ['untyped_member', 'other.x']])
  await t.rejects(read(t, files, { allow: [{ file: 'a.ts', line: 2 }] }), { code: 'BMCP_ERR_DECLARE_INVALID', message: /nothing to vouch for at a\.ts:2/ })
})

t.test('at the level of modules, functions are folded into theirs', async (t) => {
  const { edges, bases } = await read(t, { 'a.ts': "import { f } from './b.ts'\nexport function g (): void { f(); h() }\nfunction h (): void {}\n", 'b.ts': 'export function f (): void {}\n' }, { level: 'module' })
  t.same([edges, bases], [['a.ts -> b.ts'], []])
})

t.test('the export has canonical bytes, and the same sources give the same', async (t) => {
  const files = { 'a.js': 'function f () {}\nf()\n' }
  const [one, other] = [await read(t, files), await read(t, files)]
  t.equal(hash(one.graph), hash(other.graph))
  t.same(parse(canonical(one.graph)), one.graph)
  const exported = exportDeclared({ graph: one.graph, bound: [], bases: [] })
  t.same([exported.hash, exported.graph], [hash(one.graph), JSON.parse(canonical(one.graph).toString())])
})

t.test('what cannot be declared is refused, with what to write', async (t) => {
  const root = t.testdir({ 'a.js': '' })
  const wrong: Array<[object, RegExp]> = [
    [{ root }, /"server"/], [{ server: 's' }, /"root"/], [{ server: 's', root, level: 'boundary' }, /"level"/], [{ server: 's', root, scope: [] }, /"scope"/], [{ server: 's', root, scope: ['nope'] }, /"scope": there is no "nope"/], [{ server: 's', root, toolModules: { x: 'nope.ts' } }, /"toolModules": "nope.ts" is no module in scope/]
  ]
  for (const [options, message] of wrong) await t.rejects(declare(options as DeclareOptions), { code: 'BMCP_ERR_DECLARE_INVALID', message })
})

t.test('without a compiler that can read sources, it says what to install', async (t) => {
  await t.rejects(loadCompiler(async () => { throw new Error('no such package') }), { code: 'BMCP_ERR_ANALYSER_REQUIRED', message: /npm install --save-dev typescript@5\.9/ })
  await t.rejects(loadCompiler(async () => ({ default: { version: '7.0.0' } })), { code: 'BMCP_ERR_ANALYSER_REQUIRED', message: /typescript 7\.0\.0 has none/ })
})
