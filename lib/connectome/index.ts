/** The entry `beam-mcp/connectome`: the call graph of a composed system, its bytes, and what is made of them. */
export { graph, type GraphInput } from './graph.ts'
export { canonical, hash, canonicalJson, type CanonicalOptions } from './canonical.ts'
export { sidecar, type Sidecar } from './sidecar.ts'
export { parse } from './parse.ts'
export { verify, verifyExport, type Verified, type VerifiedExport } from './verify.ts'
export { MAX_LABEL_DEPTH } from './labels.ts'
export type * from '../../types/connectome.ts'
export { diff, type Diff, type DiffClasses, type DiffCoverage, type DiffOptions, type DiffRecord, type EdgeLabel, type SignChange } from './diff.ts'
