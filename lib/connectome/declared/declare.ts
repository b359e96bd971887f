import { resolve } from 'node:path'
import type ts from 'typescript'
import type { CatalogDefinition } from '../../../types/catalog.ts'
import type { Basis, BoundEntry, Graph, GraphEdge, GraphNode } from '../../../types/connectome.ts'
import { collapse } from '../collapse.ts'
import { DeclareInvalid } from '../errors.ts'
import { graph } from '../graph.ts'
import { functionId, moduleId } from '../ids.ts'
import { UNKNOWN } from '../vocabulary.ts'
import { Bound, type AllowedSite } from './bound.ts'
import { Boundaries } from './boundaries.ts'
import { CallReader, type CallEdge } from './calls.ts'
import { loadCompiler } from './compiler.ts'
import { Handlers } from './handlers.ts'
import { partsOf, serverGraph, type Part } from './parts.ts'
import { readSources, type Sources } from './program.ts'
import { sourcesOf } from './scope.ts'

export interface DeclareOptions {
  /** The server's name, as `serverInfo` has it: the first component of every id. */
  readonly server: string
  /** What the server offers, made by `defineCatalog`; nothing, unless given. */
  readonly catalog?: CatalogDefinition
  /** The folder that paths are relative to. */
  readonly root: string
  /** Folders and files of the system, relative to the root; all of it unless given. */
  readonly scope?: readonly string[]
  /** How fine the code is told: `function` unless given. */
  readonly level?: 'function' | 'module'
  /** Parts that the host names: for each its folders and files, relative to the root. Other modules are grouped by npm package. */
  readonly boundaries?: Readonly<Record<string, readonly string[]>>
  /** Modules that handle tools whose function is not found: by the tool's name, a path relative to the root. */
  readonly toolModules?: Readonly<Record<string, string>>
  /** Sites of the bound that the host has looked at. They stay in the bound, as `vouched`. */
  readonly allow?: readonly AllowedSite[]
}

/** What is declared, and where that may be incomplete. */
export interface Declared {
  readonly graph: Graph
  readonly bound: readonly BoundEntry[]
  /** How each edge between functions was found; none at level `module`. */
  readonly bases: ReadonlyArray<{ readonly from: string, readonly to: string, readonly basis: Basis }>
}

/**
 * The declared connectome: the catalog, and the calls in the sources of a scope. Nothing of them is run.
 *
 * @throws BMCP_ERR_DECLARE_INVALID, BMCP_ERR_ANALYSER_REQUIRED, BMCP_ERR_GRAPH_INVALID
 */
export async function declare (options: DeclareOptions): Promise<Declared> {
  checkOptions(options)
  const { server, catalog = { tools: [], resources: [], prompts: [] }, scope = ['.'], level = 'function', boundaries = {}, toolModules = {}, allow = [] } = options
  const root = resolve(options.root)
  const bound = new Bound()
  const parts = partsOf(server, catalog, bound)
  const { nodes, edges } = serverGraph(server, parts)

  const sources = readSources(await loadCompiler(), root, sourcesOf(root, scope))
  for (const { path, line } of sources.unreadable) bound.add({ kind: 'unreadable_file', file: path, ...(line === undefined ? {} : { line }), detail: line === undefined ? 'cannot be read' : 'cannot be parsed' })
  const ids = new Map<ts.Node, string>()
  nodes.push(...codeNodes(server, sources, new Boundaries(server, root, boundaries), ids, bound))

  const calls = new CallReader(sources, ids, bound)
  const found = calls.read()
  edges.push(...found.map(edgeOf), ...handlerEdges(parts, new Handlers(sources, calls), modulesOf(server, sources, toolModules), bound))
  const whole = graph({ nodes, edges })
  return level === 'module'
    ? { graph: collapse(whole, 'module'), bound: bound.list(allow), bases: [] }
    : { graph: whole, bound: bound.list(allow), bases: found.map(({ from, to, basis }) => ({ from, to, basis })) }
}

function checkOptions ({ server, root, level, scope }: DeclareOptions): void {
  if (typeof server !== 'string' || server === '') throw new DeclareInvalid('server', "give the server's name")
  if (typeof root !== 'string' || root === '') throw new DeclareInvalid('root', 'give the folder that paths are relative to')
  if (level !== undefined && level !== 'function' && level !== 'module') throw new DeclareInvalid('level', "write 'function' or 'module'")
  if (scope !== undefined && (!Array.isArray(scope) || scope.length === 0)) throw new DeclareInvalid('scope', 'give a list of folders and files')
}

/** Nodes of boundaries, modules and functions. */
function codeNodes (server: string, { modules }: Sources, boundaries: Boundaries, ids: Map<ts.Node, string>, bound: Bound): GraphNode[] {
  const groups = new Set<string>()
  const nodes: GraphNode[] = []
  for (const { path, source, functions } of modules) {
    const boundary = boundaries.idOf(path)
    const module = moduleId(server, path)
    if (boundary === undefined) bound.add({ kind: 'ungrouped_module', file: path, detail: module })
    else groups.add(boundary)
    ids.set(source, module)
    nodes.push({ id: module, kind: 'module', labels: boundary === undefined ? {} : { boundary }, level: 'module' })
    for (const { node, name, parameters } of functions) {
      const id = functionId(server, path, name, parameters)
      ids.set(node, id)
      nodes.push({ id, kind: 'module', labels: {}, level: 'function' })
    }
  }
  return [...nodes, ...Array.from(groups, (id): GraphNode => ({ id, kind: 'module', labels: {}, level: 'boundary' }))]
}

function edgeOf ({ from, to }: Pick<CallEdge, 'from' | 'to'>): GraphEdge {
  return { from, kind: 'invoke', provenance: 'declared', sign: UNKNOWN, to }
}

/** Modules that the host names for its tools. */
function modulesOf (server: string, { modules }: Sources, named: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const paths = new Set(modules.map(({ path }) => path))
  return new Map(Object.entries(named).map(([tool, path]) => {
    if (!paths.has(path)) throw new DeclareInvalid('toolModules', `${JSON.stringify(path)} is no module in scope`)
    return [tool, moduleId(server, path)]
  }))
}

/** From each part to the function that handles it, where that is known. */
function handlerEdges (parts: readonly Part[], handlers: Handlers, named: ReadonlyMap<string, string>, bound: Bound): GraphEdge[] {
  return parts.flatMap((part) => {
    const own = part.node.kind === 'tool' ? named.get(part.name) : undefined
    const found = own === undefined ? handlers.of(part) : [own]
    // Two functions under one name: either may be the one.
    if (found.length === 1) return found.map((to) => edgeOf({ from: part.node.id, to }))
    bound.add({ kind: 'unknown_handler', detail: found.length === 0 ? part.node.id : `${part.node.id}: ${found.length} functions have that name` })
    return []
  })
}
