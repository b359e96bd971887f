import type { EdgeKind, Graph, Provenance } from '../../types/connectome.ts'

/** The weights of a graph: measurements, which stand beside the hashed bytes. */
export interface Sidecar {
  readonly schema_version: 1 | 2
  /** An entry for each edge that has a weight, in the edges' order. */
  readonly weights: ReadonlyArray<{ readonly from: string, readonly kind: EdgeKind, readonly provenance: Provenance, readonly to: string, readonly weight: number | bigint }>
}

/** What was measured, in the order of the graph's edges. An edge without a weight has no entry. */
export function sidecar ({ schemaVersion, edges }: Graph): Sidecar {
  const weights = edges.flatMap(({ from, kind, provenance, to, weight }) => weight === undefined ? [] : [{ from, kind, provenance, to, weight }])
  return { schema_version: schemaVersion, weights }
}
