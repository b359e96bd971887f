import t from 'tap'
import type { GraphNode, Level } from '../../types/connectome.ts'
import { canonical, collapse, graph, type GraphInput } from '../../lib/connectome/index.ts'
import { edge, node } from './vectors.ts'

const moduleNode = (id: string, labels: GraphNode['labels'] = {}): GraphNode => node(id, labels, { kind: 'module', level: 'module' })
const functionNode = (id: string): GraphNode => node(id, {}, { kind: 'module', level: 'function' })

/** Two modules of one boundary, one without, and a function whose module is no node. */
const input: GraphInput = {
  nodes: [
    node('s/server', {}, { kind: 'server' }), node('s/tool/t'), node('s/boundary/package/p', { of: 'p' }, { kind: 'module', level: 'boundary' }),
    moduleNode('s/module/a.ts', { boundary: 's/boundary/package/p' }), moduleNode('s/module/b.ts', { boundary: 's/boundary/declared/q' }), moduleNode('s/module/c.ts'),
    functionNode('s/module/a.ts/f/1'), functionNode('s/module/a.ts/g/0'), functionNode('s/module/b.ts/f/0'), functionNode('s/module/d%2Fd.ts/f/0')
  ],
  edges: [
    edge('s/server', 's/tool/t'), edge('s/tool/t', 's/module/a.ts/f/1', { weight: 1 }), edge('s/tool/t', 's/module/a.ts/g/0', { weight: 2 ** 52 }), edge('s/tool/t', 's/module/a.ts', { weight: 2 ** 52 }),
    edge('s/module/a.ts/f/1', 's/module/a.ts/g/0'), edge('s/module/a.ts/f/1', 's/module/b.ts/f/0', { sign: 'allow' }), edge('s/module/a.ts/g/0', 's/module/b.ts/f/0', { sign: 'deny' }),
    edge('s/module/b.ts/f/0', 's/module/d%2Fd.ts/f/0', { sign: 'allow' }), edge('s/module/c.ts', 's/module/c.ts'), edge('s/module/c.ts', 's/module/a.ts', { kind: 'read' })
  ]
}
const built = graph(input)

t.test('at the level of functions nothing folds', async (t) => {
  t.equal(collapse(built, 'function'), built)
})

t.test('functions fold into their module, edges merge, weights add, loops drop', async (t) => {
  t.strictSame(collapse(built, 'module'), graph({
    nodes: [...input.nodes.filter(({ level }) => level !== 'function'), moduleNode('s/module/d%2Fd.ts')],
    edges: [
      edge('s/server', 's/tool/t'), edge('s/tool/t', 's/module/a.ts', { weight: 2n ** 53n + 1n }), edge('s/module/a.ts', 's/module/b.ts'),
      edge('s/module/b.ts', 's/module/d%2Fd.ts', { sign: 'allow' }), edge('s/module/c.ts', 's/module/a.ts', { kind: 'read' })
    ]
  }))
})

t.test('modules fold into the boundary that their label names, and stay without one', async (t) => {
  t.strictSame(collapse(built, 'boundary'), graph({
    nodes: [
      ...input.nodes.slice(0, 3), node('s/boundary/declared/q', {}, { kind: 'module', level: 'boundary' }),
      moduleNode('s/module/c.ts'), moduleNode('s/module/d%2Fd.ts')
    ],
    edges: [
      edge('s/server', 's/tool/t'), edge('s/tool/t', 's/boundary/package/p', { weight: 2n ** 53n + 1n }), edge('s/boundary/package/p', 's/boundary/declared/q'),
      edge('s/boundary/declared/q', 's/module/d%2Fd.ts', { sign: 'allow' }), edge('s/module/c.ts', 's/boundary/package/p', { kind: 'read' })
    ]
  }))
})

t.test('all folds into the servers', async (t) => {
  const two = graph({ nodes: [...input.nodes, node('o%2Fo/tool/u')], edges: [...input.edges, edge('s/tool/t', 'o%2Fo/tool/u', { provenance: 'observed' })] })
  t.strictSame(collapse(two, 'server'), graph({
    nodes: [node('s/server', {}, { kind: 'server' }), node('o%2Fo/server', {}, { kind: 'server' })],
    edges: [edge('s/server', 'o%2Fo/server', { provenance: 'observed' })]
  }))
})

t.test('a view keeps the version, and a sign that differs becomes the word for none', async (t) => {
  const second = graph({ schemaVersion: 2, nodes: input.nodes, edges: input.edges.map((edge) => edge.sign === 'unknown' ? { ...edge, sign: 'unset' } : edge) })
  t.ok(canonical(collapse(second, 'module')).equals(canonical(collapse(built, 'module'), { version: 2 })))
})

t.test('an id that is not of our making stays where no container can be told', async (t) => {
  const foreign = graph({ nodes: [functionNode('f'), functionNode('s/module/a.ts'), moduleNode('m', { boundary: 7 })], edges: [edge('f', 'm')] })
  for (const level of ['module', 'boundary'] as const) t.strictSame(collapse(foreign, level), foreign)
})

t.test('a level that is none is refused', async (t) => {
  t.throws(() => collapse(built, 'package' as Level), { code: 'BMCP_ERR_GRAPH_INVALID', message: 'the graph is refused at level: none of function, module, boundary, server' })
})
