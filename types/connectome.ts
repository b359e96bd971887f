/**
 * The connectome: the call graph of a composed system, declared (what can happen) and observed (what did).
 * docs/connectome.md has the words.
 */

export type NodeKind = 'server' | 'tool' | 'resource' | 'prompt' | 'process' | 'module'
export type EdgeKind = 'invoke' | 'read' | 'message' | 'supervise'
export type Provenance = 'declared' | 'observed'
/** Finest first. */
export type Level = 'function' | 'module' | 'boundary' | 'server'

/** What a label may hold: no float, no class instance, nothing that JSON cannot carry. */
export type LabelValue = string | number | bigint | boolean | null | readonly LabelValue[] | { readonly [key: string]: LabelValue }

export interface GraphNode {
  readonly id: string
  readonly kind: NodeKind
  readonly labels: { readonly [key: string]: LabelValue }
  readonly level: Level
}

/** (from, to, kind, provenance) is an edge's identity. */
export interface GraphEdge {
  readonly from: string
  readonly kind: EdgeKind
  readonly provenance: Provenance
  /** A slot carried for the host: `lib/connectome/vocabulary.ts` has the words. The graphs that we build carry `unknown` alone. */
  readonly sign: string
  readonly to: string
  /** A measurement, such as a count of calls: never in the hashed bytes, it travels in the sidecar. */
  readonly weight?: number | bigint
}

/** A valid graph in canonical order, made by `graph` or `parse`. */
export interface Graph {
  readonly schemaVersion: 1 | 2
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** Why the reader of sources could not say where a call goes, or whether there is one. */
export type BoundKind =
  | 'dynamic_call' | 'called_value' | 'untyped_member' | 'computed_member' | 'accessor'
  | 'eval' | 'new_function' | 'proxy' | 'reflect_apply' | 'computed_import'
  | 'out_of_scope' | 'unreadable_file' | 'unnamed_entry' | 'unknown_handler' | 'ungrouped_module' | 'vouched'

/** One place at which the declared graph may be incomplete. */
export interface BoundEntry {
  readonly kind: BoundKind
  /** Relative to the root, with `/` as separator; absent for a catalog entry. */
  readonly file?: string
  /** From 1. */
  readonly line?: number
  readonly column?: number
  /** The id of the node that would make the call. */
  readonly caller?: string
  /** What stands there, or which entry is meant: source text of the callee, never a value. */
  readonly detail: string
}

/** How an edge between functions was found; stands beside the hashed graph. */
export type Basis = 'exact' | 'typed' | 'hierarchy' | 'callback'

/** The file that `beam-mcp connectome declared` writes. `graph` is the canonical form as JSON. */
export interface DeclaredExport {
  readonly graph: object
  readonly hash: string
  readonly bound: readonly BoundEntry[]
  readonly bases: ReadonlyArray<{ readonly from: string, readonly to: string, readonly basis: Basis }>
}

/** The file that `--observe` writes. */
export interface ObservedExport {
  readonly graph: object
  readonly hash: string
  /** `{ schema_version, weights: [{ from, kind, provenance, to, weight }] }` */
  readonly sidecar: object
  /** Microseconds, an entry for each edge. */
  readonly latency: ReadonlyArray<{ readonly from: string, readonly to: string, readonly count: number, readonly mean: number, readonly max: number }>
  readonly window: { readonly started_at: string, readonly ended_at: string }
}

/** The file that `beam-mcp connectome diff` writes. */
export interface DiffExport {
  /** Classes, coverage, schema_version, window: docs/connectome-diff.md. */
  readonly record: object
  readonly hash: string
}
