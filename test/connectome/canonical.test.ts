import t from 'tap'
import fc from 'fast-check'
import type { Graph, GraphEdge, GraphNode } from '../../types/connectome.ts'
import { canonical, canonicalJson, graph, hash, parse, sidecar, type GraphInput } from '../../lib/connectome/index.ts'
import { labels, text, validGraph } from './arbitrary.ts'
import { blocksOf, edge, golden, node } from './vectors.ts'

const [versionOne, versionTwo, orders, empty] = blocksOf('connectome-canonical.md')
const GOLDEN = '53c20fb1efc7a179be40e9edea9c37704102619789961af2385b5bf8b0834643'
const GOLDEN_TWO = 'de6db70dc7316885176c4a7493ee07c46e33ec3bb90951dc54908a74e81dc90d'
const numRuns = 500

t.test('the golden vector of version 1 holds', async (t) => {
  const built = graph(golden)
  t.equal(canonical(built).toString(), versionOne)
  t.equal(hash(built), GOLDEN)
  t.equal(hash(parse(versionOne ?? '')), GOLDEN)
})

t.test('the golden vector of version 2 holds, written from either version', async (t) => {
  const second = graph({ ...golden, schemaVersion: 2, edges: [edge('s/server', 's/tool/t', { sign: 'unset' })] })
  for (const bytes of [canonical(graph(golden), { version: 2 }), canonical(second)]) t.equal(bytes.toString(), versionTwo)
  t.same([hash(graph(golden), { version: 2 }), hash(second), hash(parse(versionTwo ?? ''))], [GOLDEN_TWO, GOLDEN_TWO, GOLDEN_TWO])
  t.equal(hash(second, { version: 1 }), GOLDEN)
})

t.test('a sign that the other version lacks is refused', async (t) => {
  const second = graph({ ...golden, schemaVersion: 2, edges: [edge('s/server', 's/tool/t', { sign: 'ungoverned' })] })
  t.throws(() => canonical(second, { version: 1 }), { code: 'BMCP_ERR_GRAPH_INVALID', message: 'the graph is refused at edges[0].sign: ungoverned, which version 1 does not have' })
  t.throws(() => hash(second, { version: 3 as 1 }), { code: 'BMCP_ERR_GRAPH_INVALID', message: 'the graph is refused at version: neither 1 nor 2' })
})

t.test('the other golden vectors of the page hold', async (t) => {
  t.equal(hash(parse(orders ?? '')), '25fd69646094aaa766549ba01e3a53f1c9b2062a35ecacdf9efb674470f2765b')
  t.equal(Buffer.byteLength(orders ?? ''), 394)
  t.equal(hash(parse(empty ?? '')), '0de8bf1271c2f6f705e5fd1b07c22ff237b1ea5edeab689ebffd8d08b52cb74c')
  t.equal(canonical(graph({ nodes: [], edges: [] })).toString(), empty)
})

t.test('ids sort by code point, keys by UTF-16 code unit', async (t) => {
  const [low, high] = ['\uff61', '\u{1f600}']
  const built = graph({ nodes: [node(high), node(low, { [low]: 1, [high]: 2, a: 3 })], edges: [edge(high, low), edge(low, high), edge(low, low)] })
  t.same(built.nodes.map(({ id }) => id), [low, high])
  t.same(built.edges.map(({ from, to }) => from + to), [low + low, low + high, high + low])
  t.match(canonical(built).toString(), `{"a":3,"${high}":2,"${low}":1}`)
})

t.test('edges sort by from, to, kind and provenance', async (t) => {
  const edges = [
    edge('a', 'b'), edge('a', 'b', { provenance: 'observed' }), edge('a', 'b', { kind: 'message' }), edge('a', 'b', { kind: 'read' }), edge('a', 'b', { kind: 'supervise' }),
    edge('a', 'ba'), edge('b', 'a')
  ]
  const nodes = ['a', 'b', 'ba'].map((id) => node(id))
  t.same(graph({ nodes, edges: edges.toReversed() }).edges, edges)
})

t.test('a key that looks like an index, or like the prototype, is sorted as any other', async (t) => {
  const labels = JSON.parse('{"b":1,"10":2,"2":3,"__proto__":{"x":null},"constructor":true}')
  t.equal(canonicalJson(labels).toString(), '{"10":2,"2":3,"__proto__":{"x":null},"b":1,"constructor":true}')
  t.equal(canonical(parse(canonical(graph({ nodes: [node('a', labels)], edges: [] })))).toString(), canonical(graph({ nodes: [node('a', labels)], edges: [] })).toString())
})

t.test('strings have the escapes of RFC 8785 and no others', async (t) => {
  t.equal(canonicalJson('"\\\b\t\n\f\r\u0000\u001f/\u007f\u2028\u{1f600}').toString(), '"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f/\u007f\u2028\u{1f600}"')
})

t.test('an integer of any size is written in full, and has one form', async (t) => {
  const built = graph({ nodes: [node('a', { big: 2n ** 64n, low: -(2n ** 53n), safe: 5n })], edges: [] })
  t.match(canonical(built).toString(), '{"big":18446744073709551616,"low":-9007199254740992,"safe":5}')
  t.strictSame(built.nodes[0]?.labels, { big: 2n ** 64n, low: -(2n ** 53n), safe: 5 })
})

t.test('a text longer than a piece is written whole', async (t) => {
  const built = graph({ nodes: Array.from({ length: 3000 }, (_, index) => node(`n${index}`, { text: '\u{1f600}'.repeat(20) })), edges: [] })
  const bytes = canonical(built)
  t.ok(bytes.length > 300_000)
  t.strictSame(parse(bytes), built)
})

t.test('weights are in the sidecar, in the order of the edges, and in no hash', async (t) => {
  const nodes = [node('a'), node('b')]
  const weighed = graph({ nodes, edges: [edge('b', 'a', { weight: 2n ** 60n }), edge('a', 'a'), edge('a', 'b', { weight: 3n })] })
  t.equal(hash(weighed), hash(graph({ nodes, edges: [edge('a', 'a'), edge('a', 'b', { weight: 0 }), edge('b', 'a')] })))
  t.strictSame(sidecar(weighed), {
    schema_version: 1,
    weights: [
      { from: 'a', kind: 'invoke', provenance: 'declared', to: 'b', weight: 3 },
      { from: 'b', kind: 'invoke', provenance: 'declared', to: 'a', weight: 2n ** 60n }
    ]
  })
  t.equal(canonicalJson(sidecar(weighed)).toString().slice(-25), '"weight":1152921504606846976}]}'.slice(-25))
})

t.test('any order of nodes, edges and keys gives the same bytes', async () => {
  const shuffled = validGraph.chain((input) => fc.record({
    input: fc.constant(input),
    nodes: fc.shuffledSubarray([...input.nodes], { minLength: input.nodes.length }),
    edges: fc.shuffledSubarray([...input.edges], { minLength: input.edges.length })
  }))
  fc.assert(fc.property(shuffled, ({ input, nodes, edges }) => {
    const turned = nodes.map(({ level, labels, kind, id }) => ({ level, labels: reversed(labels), kind, id }))
    const other = graph({ edges: edges.map(({ to, sign, provenance, kind, from }) => ({ to, sign, provenance, kind, from })), nodes: turned, schemaVersion: input.schemaVersion ?? 1 })
    return canonical(other).equals(canonical(graph(input)))
  }), { numRuns })
})

t.test('the hash is over the bytes, and parse(canonical(graph)) is the graph', async (t) => {
  fc.assert(fc.property(validGraph, (input) => {
    const built = graph(input)
    t.strictSame(parse(canonical(built)), built)
    return hash(parse(canonical(built).toString())) === hash(built)
  }), { numRuns: 200 })
})

t.test('each single change of a graph changes the hash', async () => {
  fc.assert(fc.property(validGraph.filter(({ edges }) => edges.length > 0), fc.nat(), text, labels, (input, at, word, value) => {
    const before = hash(graph(input))
    return changes(input, at, word, value).every((changed) => hash(changed) !== before)
  }), { numRuns })
})

/** Every kind of single change that leaves a valid graph. */
function changes (input: GraphInput, at: number, word: string, value: GraphNode['labels']): Graph[] {
  const { nodes, edges } = input
  const [n, e] = [at % nodes.length, at % edges.length]
  const withNode = (change: (node: GraphNode) => GraphNode): GraphInput => ({ ...input, nodes: nodes.map((node, index) => index === n ? change(node) : node) })
  const withEdge = (change: (edge: GraphEdge) => GraphEdge): GraphInput => ({ ...input, edges: edges.map((edge, index) => index === e ? change(edge) : edge) })
  const key = `${word}x`
  return [
    { ...input, nodes: [...nodes, node(`${word}new node`)] },
    { ...input, edges: edges.filter((_, index) => index !== e) },
    withNode((node) => ({ ...node, kind: node.kind === 'tool' ? 'module' : 'tool' })),
    withNode((node) => ({ ...node, level: node.level === 'module' ? 'server' : 'module' })),
    withNode((node) => ({ ...node, labels: { ...node.labels, [`${key} new`]: value } })),
    withEdge((edge) => ({ ...edge, sign: edge.sign === 'allow' ? 'deny' : 'allow' })),
    withEdge((edge) => ({ ...edge, provenance: edge.provenance === 'declared' ? 'observed' : 'declared' })),
    withEdge((edge) => ({ ...edge, kind: edge.kind === 'read' ? 'invoke' : 'read' })),
    withEdge((edge) => ({ ...edge, from: edge.to, to: edge.from }))
  ].flatMap((changed) => validOf(changed, input))
}

/** Nothing where the change made a twin, or changed nothing (an edge from a node to itself that was turned). */
function validOf (changed: GraphInput, input: GraphInput): Graph[] {
  try {
    return JSON.stringify(changed.edges) === JSON.stringify(input.edges) && changed.nodes === input.nodes ? [] : [graph(changed)]
  } catch {
    return []
  }
}

function reversed (labels: GraphNode['labels']): GraphNode['labels'] {
  return Object.fromEntries(Object.entries(labels).reverse())
}
