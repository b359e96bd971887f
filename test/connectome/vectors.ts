import { readFileSync } from 'node:fs'
import type { Graph, GraphEdge, GraphNode, LabelValue, Provenance } from '../../types/connectome.ts'
import { graph, type GraphInput } from '../../lib/connectome/index.ts'

/** The texts of the blocks without a language on a page of docs/. */
export function blocksOf (page: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  return Array.from(text.matchAll(/^```(\w*)\n(.*?)\n```$/gms)).flatMap(([, language, block = '']) => language === '' ? [block] : [])
}

export const node = (id: string, labels: { [key: string]: LabelValue } = {}, more: Partial<GraphNode> = {}): GraphNode => ({ id, kind: 'tool', labels, level: 'server', ...more })
export const edge = (from: string, to: string, more: Partial<GraphEdge> = {}): GraphEdge => ({ from, kind: 'invoke', provenance: 'declared', sign: 'unknown', to, ...more })

/** The first golden vector, in the wrong order. */
export const golden: GraphInput = {
  nodes: [node('s/tool/t', { mode: 'read_only' }), node('s/server', {}, { kind: 'server' })],
  edges: [edge('s/server', 's/tool/t')]
}

const tools = [node('srv/server', {}, { kind: 'server' }), node('srv/tool/a'), node('srv/tool/b'), node('srv/tool/c')]

/** A side of the diff's golden vector: pairs of tools, and the sign of each. */
export function side (provenance: Provenance, pairs: ReadonlyArray<readonly [string, string, string?]>): Graph {
  return graph({ nodes: tools, edges: pairs.map(([from, to, sign = 'unknown']) => edge(`srv/tool/${from}`, `srv/tool/${to}`, { provenance, sign })) })
}

export const window = { started_at: '2026-09-14T00:00:00Z', ended_at: '2026-09-14T01:00:00Z' }
