import type { DeclaredExport } from '../../../types/connectome.ts'
import { canonical, hash } from '../canonical.ts'
import type { Declared } from './declare.ts'

/** What is declared, as the file that `beam-mcp connectome declared` writes. */
export function exportDeclared ({ graph, bound, bases }: Declared): DeclaredExport {
  return { graph: JSON.parse(canonical(graph).toString()), hash: hash(graph), bound, bases }
}
