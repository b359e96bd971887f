import type { CatalogDefinition, Prompt, Resource, ResourceTemplate, Tool } from '../../../types/catalog.ts'
import type { GraphEdge, GraphNode } from '../../../types/connectome.ts'
import { promptId, resourceId, serverId, toolId } from '../ids.ts'
import { nfc } from '../text.ts'
import { UNKNOWN } from '../vocabulary.ts'
import type { Bound } from './bound.ts'

/** One entry of the catalog, as a node. */
export interface Part {
  readonly node: GraphNode
  readonly edge: GraphEdge['kind']
  /** What declares it in the sources, and by which member it is told there. */
  readonly define: 'defineTool' | 'defineResource' | 'defineResourceTemplate' | 'definePrompt'
  readonly key: 'name' | 'uri' | 'uriTemplate'
  readonly name: string
}

/** The entries of a catalog; those that cannot be named as nodes are listed in the bound. */
export function partsOf (server: string, { tools, resources, prompts }: CatalogDefinition, bound: Bound): Part[] {
  const parts = [
    ...tools.map((tool) => toolPart(server, tool)),
    ...resources.map((resource) => resourcePart(server, resource)),
    ...prompts.map((prompt) => promptPart(server, prompt))
  ]
  const ids = new Set<string>()
  return parts.filter((part) => {
    const id = nameable(part.node.id)
    if (id === undefined || ids.has(id)) {
      bound.add({ kind: 'unnamed_entry', detail: `${part.node.kind} ${JSON.stringify(part.name)}` })
      return false
    }
    ids.add(id)
    return true
  })
}

/** The server's node, and its edges to the parts. */
export function serverGraph (server: string, parts: readonly Part[]): { nodes: GraphNode[], edges: GraphEdge[] } {
  const id = serverId(server)
  return {
    nodes: [{ id, kind: 'server', labels: {}, level: 'server' }, ...parts.map(({ node }) => node)],
    edges: parts.map(({ node, edge }) => ({ from: id, kind: edge, provenance: 'declared', sign: UNKNOWN, to: node.id }))
  }
}

function toolPart (server: string, { name, commandClass, mode }: Tool): Part {
  const labels = { ...(commandClass === undefined ? {} : { command_class: commandClass }), ...(mode === undefined ? {} : { mode }) }
  return { node: { id: toolId(server, name), kind: 'tool', labels, level: 'server' }, edge: 'invoke', define: 'defineTool', key: 'name', name }
}

function resourcePart (server: string, resource: Resource | ResourceTemplate): Part {
  const template = 'uriTemplate' in resource
  const name = template ? resource.uriTemplate : resource.uri
  return { node: { id: resourceId(server, name), kind: 'resource', labels: {}, level: 'server' }, edge: 'read', define: template ? 'defineResourceTemplate' : 'defineResource', key: template ? 'uriTemplate' : 'uri', name }
}

function promptPart (server: string, { name }: Prompt): Part {
  return { node: { id: promptId(server, name), kind: 'prompt', labels: {}, level: 'server' }, edge: 'read', define: 'definePrompt', key: 'name', name }
}

function nameable (id: string): string | undefined {
  try {
    return nfc(id, 'id', () => new Error('unnamed'))
  } catch {
    return undefined
  }
}
