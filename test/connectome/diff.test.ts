import t from 'tap'
import fc from 'fast-check'
import type { Graph, GraphEdge } from '../../types/connectome.ts'
import { diff, graph, type DiffOptions, type GraphInput } from '../../lib/connectome/index.ts'
import { validGraph } from './arbitrary.ts'
import { blocksOf, edge, node, side, window } from './vectors.ts'

const declared = side('declared', [['a', 'b'], ['a', 'c'], ['c', 'a', 'allow'], ['b', 'a', 'allow']])
const observed = side('observed', [['a', 'b'], ['b', 'c'], ['c', 'a', 'deny'], ['b', 'a']])
const label = (from: string, to: string): object => ({ from: `srv/tool/${from}`, kind: 'invoke', to: `srv/tool/${to}` })

t.test('the golden vector holds', async (t) => {
  const { record, bytes, hash } = diff(declared, observed, { window })
  t.equal(bytes.length, 733)
  t.equal(hash, '806ff64ebeffb02a8869c37fa9ebe0e99776a58fa60c089f5453ac4ecb229568')
  t.equal(bytes.toString(), blocksOf('connectome-diff.md')[0])
  t.strictSame(record, JSON.parse(bytes.toString()))
})

t.test('each label is in one class', async (t) => {
  t.strictSame(diff(declared, observed, { window }).record.classes, {
    changed_sign: [{ declared_sign: 'allow', from: 'srv/tool/c', kind: 'invoke', observed_sign: 'deny', to: 'srv/tool/a' }],
    declared_and_observed: [label('a', 'b'), label('b', 'a')],
    declared_never_observed: [label('a', 'c')],
    observed_but_undeclared: [label('b', 'c')]
  })
})

t.test('coverage counts nodes and ends as well as labels', async (t) => {
  const nodes = (...ids: string[]): GraphInput['nodes'] => ids.map((id) => node(id))
  const left = graph({ nodes: nodes('a', 'b', 'c', 'x'), edges: [edge('a', 'b'), edge('b', 'c'), edge('x', 'a'), edge('c', 'a', { sign: 'allow' })] })
  const right = graph({ nodes: nodes('a', 'b', 'c', 'y', 'z'), edges: [edge('a', 'b', { provenance: 'observed' }), edge('y', 'z', { provenance: 'observed' }), edge('c', 'a', { provenance: 'observed', sign: 'hold' })] })
  t.strictSame(diff(left, right, { window: null }).record.coverage, {
    declared_and_observed: 2,
    declared_edges: 4,
    declared_endpoint_covered: 3,
    declared_nodes: 4,
    nodes_in_both: 3,
    observed_edges: 3,
    observed_endpoint_declared: 2,
    observed_nodes: 5
  })
})

t.test('a sign that one side alone supplies is no change, in any two versions', async (t) => {
  const second = graph({ schemaVersion: 2, nodes: ['a', 'b'].map((id) => node(id)), edges: [edge('a', 'a', { sign: 'unset' }), edge('a', 'b', { sign: 'ungoverned' }), edge('b', 'a', { sign: 'allow' })] })
  const first = graph({ nodes: ['a', 'b'].map((id) => node(id)), edges: [['a', 'a', 'allow'], ['a', 'b', 'hold'], ['b', 'a', 'allow']].map(([from = '', to = '', sign = '']) => edge(from, to, { sign, provenance: 'observed' })) })
  const { classes } = diff(second, first, { window: 1 }).record
  t.strictSame(classes.changed_sign, [{ declared_sign: 'ungoverned', from: 'a', kind: 'invoke', observed_sign: 'hold', to: 'b' }])
  t.strictSame(classes.declared_and_observed, [{ from: 'a', kind: 'invoke', to: 'a' }, { from: 'b', kind: 'invoke', to: 'a' }])
})

t.test('entries sort by UTF-16 code unit, where graphs sort by code point', async (t) => {
  const ids = ['\u{1f600}', '\uff61']
  const nodes = ids.map((id) => node(id))
  const all = ids.flatMap((from) => ids.map((to) => edge(from, to)))
  const one = all.map((edge): GraphEdge => ({ ...edge, provenance: 'observed' })).slice(0, 1)
  const { declared_and_observed: both, declared_never_observed: never } = diff(graph({ nodes, edges: all }), graph({ nodes, edges: one }), { window: '' }).record.classes
  t.strictSame(both, [{ from: '\u{1f600}', kind: 'invoke', to: '\u{1f600}' }])
  t.strictSame(never, [{ from: '\u{1f600}', kind: 'invoke', to: '\uff61' }, { from: '\uff61', kind: 'invoke', to: '\u{1f600}' }, { from: '\uff61', kind: 'invoke', to: '\uff61' }])
})

t.test('a window is any value of a label, in its one form', async (t) => {
  t.strictSame(diff(declared, observed, { window: ['e\u0301', 2n ** 60n, 5n] }).record.window, ['\u00e9', 2n ** 60n, 5])
})

t.test('what is wrong first in options, declared, observed, window is refused', async (t) => {
  const foreign = { schemaVersion: 1, nodes: [], edges: [] } as const
  const cases: ReadonlyArray<readonly [unknown, unknown, unknown, string]> = [
    [foreign, foreign, undefined, 'options: undefined where a plain object belongs'],
    [foreign, foreign, { since: 0 }, 'options: the member "since" does not belong there'],
    [foreign, foreign, {}, 'declared: made by neither graph() nor parse()'],
    [observed, foreign, {}, 'declared: edges[0] is of another provenance'],
    [declared, foreign, {}, 'observed: made by neither graph() nor parse()'],
    [declared, declared, {}, 'observed: edges[0] is of another provenance'],
    [declared, observed, {}, 'window: undefined: say which time was observed'],
    [declared, observed, { window: undefined }, 'window: undefined: say which time was observed'],
    [declared, observed, { window: { at: new Date() } }, 'window.at: an instance of a class, which is no value of a label']
  ]
  for (const [left, right, options, message] of cases) {
    t.throws(() => diff(left as Graph, right as Graph, options as DiffOptions), { code: 'BMCP_ERR_DIFF_INVALID', message: `the diff is refused: ${message}` }, message)
  }
})

t.test('the classes are the sets, whatever the graphs', async () => {
  const of = (input: GraphInput, provenance: 'declared' | 'observed'): Graph => {
    const edges = new Map(input.edges.map((edge) => [key(edge), { ...edge, provenance, sign: 'unknown' }]))
    return graph({ nodes: input.nodes, edges: [...edges.values()] })
  }
  // Two halves of one graph, so that they have labels in common.
  const halves = validGraph.chain((input) => fc.tuple(fc.constant(input), fc.subarray([...input.edges]), fc.subarray([...input.edges])))
  fc.assert(fc.property(halves, ([input, some, others]) => {
    const [left, right] = [of({ ...input, edges: some }, 'declared'), of({ ...input, edges: others }, 'observed')]
    const [a, b] = [new Set(left.edges.map(key)), new Set(right.edges.map(key))]
    const { classes } = diff(left, right, { window: 0 }).record
    return same(classes.declared_and_observed.map(key), [...a].filter((label) => b.has(label))) &&
      same(classes.declared_never_observed.map(key), [...a].filter((label) => !b.has(label))) &&
      same(classes.observed_but_undeclared.map(key), [...b].filter((label) => !a.has(label)))
  }), { numRuns: 300 })
})

function key ({ from, kind, to }: { from: string, kind: string, to: string }): string {
  return JSON.stringify([from, kind, to].map((part) => part.normalize('NFC')))
}

function same (found: string[], wanted: string[]): boolean {
  return JSON.stringify(found.toSorted()) === JSON.stringify(wanted.toSorted())
}
