import type { Graph, GraphEdge, GraphNode, NodeKind } from '../../types/connectome.ts'
import { canonicalJson } from './canonical.ts'
import { ExportInvalid } from './errors.ts'

const SHAPES: { readonly [kind in NodeKind]: string } = { server: 'house', tool: 'box', resource: 'cylinder', prompt: 'note', process: 'component', module: 'ellipse' }

/**
 * The graph in the language of Graphviz, in canonical order: the same graph gives the same text.
 * An observed edge is solid and has its weight as label, a declared one is dashed.
 * @throws {ExportInvalid} `BMCP_ERR_EXPORT_INVALID` where a string holds U+0000, at which Graphviz would stop.
 */
export function dot ({ nodes, edges }: Graph): string {
  return ['digraph connectome {', '  rankdir=LR;', ...nodes.map(nodeLine), ...edges.map(edgeLine), '}', ''].join('\n')
}

function nodeLine ({ id, kind, labels, level }: GraphNode): string {
  return `  ${quote(id)} [label=${quoteLabel(id)}, shape=${SHAPES[kind]}, kind=${quote(kind)}, level=${quote(level)}, labels=${quote(canonicalJson(labels).toString())}];`
}

function edgeLine ({ from, kind, provenance, sign, to, weight }: GraphEdge): string {
  const label = weight === undefined ? '' : `, label=${quote(String(weight))}`
  return `  ${quote(from)} -> ${quote(to)} [style=${provenance === 'declared' ? 'dashed' : 'solid'}, kind=${quote(kind)}, provenance=${quote(provenance)}, sign=${quote(sign)}${label}];`
}

/** No character of the text ends the string, and two texts are never one: a line break is `\n`, a backslash is doubled. */
function quote (text: string): string {
  if (text.includes('\u0000')) throw new ExportInvalid('DOT', `${JSON.stringify(text)} holds U+0000`)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`
}

/** In what is drawn, Graphviz reads character references too. */
function quoteLabel (text: string): string {
  return quote(text.replaceAll('&', '&amp;'))
}
