import type { Graph, GraphEdge, GraphNode } from '../../types/connectome.ts'
import { canonicalJson } from './canonical.ts'
import { ExportInvalid } from './errors.ts'

/** What XML 1.0 has no way to write, not even as a reference (its production 2, Char). */
const NO_CHAR = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Of GraphML's types, `long` has 64 bits. */
const MAX_LONG = 9_223_372_036_854_775_807n

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="id" for="node" attr.name="id" attr.type="string"/>
  <key id="node_kind" for="node" attr.name="kind" attr.type="string"/>
  <key id="labels" for="node" attr.name="labels" attr.type="string"/>
  <key id="level" for="node" attr.name="level" attr.type="string"/>
  <key id="edge_kind" for="edge" attr.name="kind" attr.type="string"/>
  <key id="provenance" for="edge" attr.name="provenance" attr.type="string"/>
  <key id="sign" for="edge" attr.name="sign" attr.type="string"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="long"/>
  <graph id="connectome" edgedefault="directed">`

/**
 * The graph as GraphML, in canonical order: the same graph gives the same text. A node's id stands in its data, for an
 * id of GraphML may hold no `/`; its labels stand there as canonical JSON.
 * @throws {ExportInvalid} `BMCP_ERR_EXPORT_INVALID`, naming an id or label with a character that XML 1.0 cannot carry, or a
 *   weight beyond 64 bits.
 */
export function graphml ({ nodes, edges }: Graph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]))
  const nameOf = (id: string): string => names.get(id) ?? ''
  return [HEAD, ...nodes.map((node) => nodeElement(node, nameOf(node.id))), ...edges.map((edge) => edgeElement(edge, nameOf(edge.from), nameOf(edge.to))), '  </graph>', '</graphml>', ''].join('\n')
}

function nodeElement ({ id, kind, labels, level }: GraphNode, name: string): string {
  const json = canonicalJson(labels).toString()
  return `    <node id="${name}">${data('id', id, `the id ${JSON.stringify(id)}`)}${data('node_kind', kind)}${data('labels', json, `the labels of ${JSON.stringify(id)}`)}${data('level', level)}</node>`
}

function edgeElement ({ from, kind, provenance, sign, to, weight }: GraphEdge, source: string, target: string): string {
  if (weight !== undefined && weight > MAX_LONG) throw new ExportInvalid('GraphML', `the weight of the edge from ${JSON.stringify(from)} to ${JSON.stringify(to)} has more than 64 bits`)
  const weightData = weight === undefined ? '' : data('weight', String(weight))
  return `    <edge source="${source}" target="${target}">${data('edge_kind', kind)}${data('provenance', provenance)}${data('sign', sign)}${weightData}</edge>`
}

function data (key: string, text: string, what = key): string {
  const [char] = NO_CHAR.exec(text) ?? []
  if (char !== undefined) throw new ExportInvalid('GraphML', `${what} holds U+${hex(char)}, which XML 1.0 cannot carry`)
  return `<data key="${key}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')}</data>`
}

function hex (char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
