import type { EdgeKind, Level, NodeKind, Provenance } from '../../types/connectome.ts'

/** The words of a graph (docs/connectome.md). The signs are spelled here and nowhere else in lib/. */
export const NODE_KINDS: ReadonlySet<NodeKind> = new Set<NodeKind>(['server', 'tool', 'resource', 'prompt', 'process', 'module'])
export const EDGE_KINDS: ReadonlySet<EdgeKind> = new Set<EdgeKind>(['invoke', 'read', 'message', 'supervise'])
export const PROVENANCES: ReadonlySet<Provenance> = new Set<Provenance>(['declared', 'observed'])
/** Finest first. */
export const LEVELS: readonly Level[] = ['function', 'module', 'boundary', 'server']

/** The one sign that we write ourselves: a host has not said anything. */
export const UNKNOWN = 'unknown'
/** What stands for `unknown` in schema version 2. */
export const UNSET = 'unset'

/** The signs that each schema version knows. */
export const SIGNS: ReadonlyMap<1 | 2, ReadonlySet<string>> = new Map([
  [1, new Set(['allow', 'deny', 'hold', UNKNOWN])],
  [2, new Set(['allow', 'deny', 'hold', 'ungoverned', UNSET])]
])
/** Signs that somebody supplied: two of these that differ are a change. */
export const SUPPLIED: ReadonlySet<string> = new Set(['allow', 'deny', 'hold', 'ungoverned'])
