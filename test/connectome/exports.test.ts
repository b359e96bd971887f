import t from 'tap'
import { dot, graph, graphml, type GraphInput } from '../../lib/connectome/index.ts'
import { edge, node } from './vectors.ts'

const hostile = 's/tool/"]; x -> y [\\N\\'
const input: GraphInput = {
  nodes: [node('s/server', {}, { kind: 'server' }), node(hostile, { mode: '</data>&"' })],
  edges: [edge('s/server', hostile), edge('s/server', hostile, { provenance: 'observed', weight: 2n ** 60n })]
}
const shuffled: GraphInput = { nodes: input.nodes.toReversed(), edges: input.edges.toReversed() }

t.test('DOT holds every node and edge, and no id leaves its string', async (t) => {
  t.equal(dot(graph(input)), String.raw`digraph connectome {
  rankdir=LR;
  "s/server" [label="s/server", shape=house, kind="server", level="server", labels="{}"];
  "s/tool/\"]; x -> y [\\N\\" [label="s/tool/\"]; x -> y [\\N\\", shape=box, kind="tool", level="server", labels="{\"mode\":\"</data>&\\\"\"}"];
  "s/server" -> "s/tool/\"]; x -> y [\\N\\" [style=dashed, kind="invoke", provenance="declared", sign="unknown"];
  "s/server" -> "s/tool/\"]; x -> y [\\N\\" [style=solid, kind="invoke", provenance="observed", sign="unknown", label="1152921504606846976"];
}
`)
})

t.test('GraphML holds every node and edge, and no id is markup', async (t) => {
  const text = graphml(graph(input))
  t.equal(text.slice(text.indexOf('  <graph ')), String.raw`  <graph id="connectome" edgedefault="directed">
    <node id="n0"><data key="id">s/server</data><data key="node_kind">server</data><data key="labels">{}</data><data key="level">server</data></node>
    <node id="n1"><data key="id">s/tool/"]; x -&gt; y [\N\</data><data key="node_kind">tool</data><data key="labels">{"mode":"&lt;/data&gt;&amp;\""}</data><data key="level">server</data></node>
    <edge source="n0" target="n1"><data key="edge_kind">invoke</data><data key="provenance">declared</data><data key="sign">unknown</data></edge>
    <edge source="n0" target="n1"><data key="edge_kind">invoke</data><data key="provenance">observed</data><data key="sign">unknown</data><data key="weight">1152921504606846976</data></edge>
  </graph>
</graphml>
`)
})

t.test('the same graph gives the same text', async (t) => {
  t.equal(dot(graph(shuffled)), dot(graph(input)))
  t.equal(graphml(graph(shuffled)), graphml(graph(input)))
})

t.test('two ids are two strings of DOT, whatever they hold', async (t) => {
  const ids = ['a\nb', 'a\\nb', 'a\rb', 'a\\rb', 'a\\\nb', '&amp;', '&', 'a"b', 'a\\"b']
  const text = dot(graph({ nodes: ids.map((id) => node(id)), edges: [] }))
  t.equal(new Set(text.split('\n').slice(2, -2).map((line) => line.split(' [label')[0])).size, ids.length)
  t.match(text, '"&" [label="&amp;"')
})

t.test('a carriage return and a tab come through XML', async (t) => {
  t.match(graphml(graph({ nodes: [node('a\r\n\tb\u0085\u{10ffff}')], edges: [] })), '<data key="id">a&#13;\n\tb\u0085\u{10ffff}</data>')
})

t.test('what a rendering cannot carry is refused by name', async (t) => {
  const one = (id: string, labels: { [key: string]: string } = {}): ReturnType<typeof graph> => graph({ nodes: [node(id, labels)], edges: [] })
  const code = 'BMCP_ERR_EXPORT_INVALID'
  t.throws(() => dot(one('a\0')), { code, message: 'the graph cannot be written as DOT: "a\\u0000" holds U+0000' })
  t.throws(() => graphml(one('a\u001b[0m')), { code, message: 'the graph cannot be written as GraphML: the id "a\\u001b[0m" holds U+001B, which XML 1.0 cannot carry' })
  t.throws(() => graphml(one('a', { x: '\uffff' })), { code, message: 'the graph cannot be written as GraphML: the labels of "a" holds U+FFFF, which XML 1.0 cannot carry' })
  t.match(graphml(one('a', { x: '\u0001' })), '{"x":"\\u0001"}', 'JSON has an escape for it')
  const heavy = graph({ nodes: [node('a')], edges: [edge('a', 'a', { weight: 2n ** 63n })] })
  t.throws(() => graphml(heavy), { code, message: 'the graph cannot be written as GraphML: the weight of the edge from "a" to "a" has more than 64 bits' })
})
