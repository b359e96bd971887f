import t from 'tap'
import fc from 'fast-check'
import { canonical, dot, graph, MAX_LABEL_DEPTH, type GraphInput } from '../../lib/connectome/index.ts'
import { text } from './arbitrary.ts'
import { edge, golden, node } from './vectors.ts'

/** A graph of one node with one label. */
const labelled = (value: unknown): unknown => ({ nodes: [{ id: 'a', kind: 'tool', labels: { mode: value }, level: 'server' }], edges: [] })
const withNode = (node: unknown): unknown => ({ nodes: [{ id: 'a', kind: 'tool', labels: {}, level: 'server' }, node], edges: [] })
const withEdge = (edge: unknown): unknown => ({ nodes: [{ id: 'a', kind: 'tool', labels: {}, level: 'server' }], edges: [edge] })
const good = { id: 'b', kind: 'tool', labels: {}, level: 'server' }
const loop = { from: 'a', kind: 'invoke', provenance: 'declared', sign: 'unknown', to: 'a' }
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const [COMPOSED, DECOMPOSED] = ['\u00f6', 'o\u0308']
class Box { readonly size = 1 }
class List extends Array {}

const refusals: ReadonlyArray<readonly [unknown, string]> = [
  [undefined, 'graph: undefined where a plain object belongs'],
  [[], 'graph: an array where a plain object belongs'],
  [{ nodes: [], edges: [], weights: [] }, 'graph: the member "weights" does not belong there'],
  [{ edges: [] }, 'nodes: undefined where an array belongs'],
  [{ nodes: [], edges: null }, 'edges: null where an array belongs'],
  [{ nodes: [], edges: [], schemaVersion: 3 }, 'schemaVersion: neither 1 nor 2'],
  [withNode('b'), 'nodes[1]: a string where a plain object belongs'],
  [{ nodes: new Array(1), edges: [] }, 'nodes[0]: undefined where a plain object belongs'],
  [withNode(new Map()), 'nodes[1]: an object where a plain object belongs'],
  [withNode({ ...good, weight: 1 }), 'nodes[1]: the member "weight" does not belong there'],
  [withNode({ ...good, [Symbol('x')]: 1 }), 'nodes[1]: a member whose key is a symbol'],
  [withNode({ ...good, id: 7 }), 'nodes[1].id: a number where a string belongs'],
  [withNode({ ...good, id: 'x\ud83d' }), 'nodes[1].id: a lone surrogate'],
  [withNode({ ...good, id: '\ude00\ud83d' }), 'nodes[1].id: a lone surrogate'],
  [withNode({ ...good, id: 'a' }), 'nodes[1].id: equals nodes[0].id under NFC'],
  [withNode({ ...good, kind: 'constructor' }), 'nodes[1].kind: none of module, process, prompt, resource, server, tool'],
  [withNode({ ...good, level: undefined }), 'nodes[1].level: none of boundary, function, module, server'],
  [withNode({ ...good, labels: [] }), 'nodes[1].labels: an array where a plain object belongs'],
  [withNode({ ...good, labels: new Box() }), 'nodes[1].labels: an object where a plain object belongs'],
  [labelled(undefined), 'nodes[0].labels.mode: undefined, which is no value of a label'],
  [labelled(() => 1), 'nodes[0].labels.mode: a function, which is no value of a label'],
  [labelled(Symbol('x')), 'nodes[0].labels.mode: a symbol, which is no value of a label'],
  [labelled(new Date(0)), 'nodes[0].labels.mode: an instance of a class, which is no value of a label'],
  [labelled(new Map()), 'nodes[0].labels.mode: an instance of a class, which is no value of a label'],
  [labelled(new Box()), 'nodes[0].labels.mode: an instance of a class, which is no value of a label'],
  [labelled(new List()), 'nodes[0].labels.mode: an instance of a class, which is no value of a label'],
  [labelled(0.5), 'nodes[0].labels.mode: a float'],
  [labelled(NaN), 'nodes[0].labels.mode: a float'],
  [labelled(Infinity), 'nodes[0].labels.mode: a float'],
  [labelled(-0), 'nodes[0].labels.mode: negative zero'],
  [labelled(2 ** 53), 'nodes[0].labels.mode: a number beyond the safe integers: write it as a bigint'],
  [labelled('\ud83d'), 'nodes[0].labels.mode: a lone surrogate'],
  [labelled([1, [0.5]]), 'nodes[0].labels.mode[1][0]: a float'],
  [labelled(new Array(2)), 'nodes[0].labels.mode: an array with a hole, or with a member beside its items'],
  [labelled(Object.assign([1], { x: 1 })), 'nodes[0].labels.mode: an array with a hole, or with a member beside its items'],
  [labelled({ 'a b': { c: 0.5 } }), 'nodes[0].labels.mode["a b"].c: a float'],
  [labelled({ [Symbol('x')]: 1 }), 'nodes[0].labels.mode: a key that is a symbol'],
  [labelled({ '\ud83d': 1 }), 'nodes[0].labels.mode["\\ud83d"]: a lone surrogate'],
  [labelled({ [COMPOSED]: 1, [DECOMPOSED]: 1 }), 'nodes[0].labels.mode["o\u0308"]: a key that equals another of the same object under NFC'],
  [labelled(deep(MAX_LABEL_DEPTH + 1)), `nodes[0].labels.mode${'[0]'.repeat(64)}: nested deeper than 64 levels`],
  [withEdge(null), 'edges[0]: null where a plain object belongs'],
  [withEdge({ ...loop, id: 'e' }), 'edges[0]: the member "id" does not belong there'],
  [withEdge({ ...loop, from: undefined }), 'edges[0].from: undefined where a string belongs'],
  [withEdge({ ...loop, from: 'b' }), 'edges[0].from: the id of no node'],
  [withEdge({ ...loop, to: 'A' }), 'edges[0].to: the id of no node'],
  [withEdge({ ...loop, kind: 'call' }), 'edges[0].kind: none of invoke, message, read, supervise'],
  [withEdge({ ...loop, provenance: 'both' }), 'edges[0].provenance: none of declared, observed'],
  [withEdge({ ...loop, sign: 'unset' }), 'edges[0].sign: none of allow, deny, hold, unknown'],
  [{ ...golden, schemaVersion: 2 }, 'edges[0].sign: none of allow, deny, hold, ungoverned, unset'],
  [withEdge({ ...loop, weight: '1' }), 'edges[0].weight: a string where an integer belongs'],
  [withEdge({ ...loop, weight: -1 }), 'edges[0].weight: negative'],
  [withEdge({ ...loop, weight: 1.5 }), 'edges[0].weight: a float'],
  [{ nodes: [good], edges: [edge('b', 'b'), edge('b', 'b', { kind: 'read' }), edge('b', 'b', { sign: 'hold' })] }, 'edges[2]: has from, to, kind and provenance of edges[0]']
]

t.test('a graph that breaks a rule is refused by name and place', async (t) => {
  for (const [input, message] of refusals) t.throws(() => graph(input as GraphInput), { code: 'BMCP_ERR_GRAPH_INVALID', message: `the graph is refused at ${message}` }, message)
})

t.test('a graph is frozen throughout, and holds nothing of what it was made from', async (t) => {
  const labels = { list: [{ a: [1] }] }
  const input = { nodes: [node('a', labels)], edges: [edge('a', 'a', { weight: 1 })] }
  const built = graph(input)
  labels.list[0]?.a.push(2)
  input.nodes.pop()
  t.strictSame(built, { schemaVersion: 1, nodes: [node('a', { list: [{ a: [1] }] })], edges: [edge('a', 'a', { weight: 1 })] })
  const inner = built.nodes[0]?.labels.list
  for (const part of [built, built.nodes, built.edges, built.nodes[0], built.edges[0], built.nodes[0]?.labels, inner, Array.isArray(inner) ? inner[0] : undefined]) t.ok(Object.isFrozen(part))
})

t.test('strings are in NFC before they are compared', async (t) => {
  const built = graph({ nodes: [node('e\u0301', { [DECOMPOSED]: 'u\u0308' })], edges: [edge('e\u0301', '\u00e9')] })
  t.strictSame(built, { schemaVersion: 1, nodes: [node('\u00e9', { [COMPOSED]: '\u00fc' })], edges: [edge('\u00e9', '\u00e9')] })
})

t.test('twins under NFC are refused, as ids and as keys', async () => {
  fc.assert(fc.property(text, (word) => {
    const [composed, decomposed] = [`${word}\u00e9`.normalize('NFC'), `${word}\u00e9`.normalize('NFD')]
    return isRefused({ nodes: [node(composed), node(decomposed)], edges: [] }) && isRefused({ nodes: [node('a', { x: { [composed]: 1, [decomposed]: 1 } })], edges: [] })
  }), { numRuns: 200 })
})

function isRefused (input: GraphInput): boolean {
  try {
    graph(input)
    return false
  } catch (error) {
    return /under NFC/.test(String(error))
  }
}

t.test('the deepest label that is taken is 64 levels deep', async (t) => {
  t.equal(canonical(graph(labelled(deep(MAX_LABEL_DEPTH)) as GraphInput)).toString().split('[').length - 1, MAX_LABEL_DEPTH + 2)
})

t.test('what is no graph of ours is not written', async (t) => {
  const other = { schemaVersion: 1, nodes: [], edges: [] } as const
  t.throws(() => canonical(other), { code: 'BMCP_ERR_GRAPH_INVALID', message: 'the graph is refused at graph: made by neither graph() nor parse()' })
  t.equal(dot(graph({ nodes: [], edges: [] })), 'digraph connectome {\n  rankdir=LR;\n}\n')
})
