import type { Graph, LabelValue } from '../../types/connectome.ts'
import { readJson } from './exact-json.ts'
import { refuse } from './graph.ts'
import { bufferOf, fromJson } from './parse.ts'
import { isPlain } from './text.ts'
import { verifyExport } from './verify.ts'

/** What a file of `beam-mcp connectome declared` or of `--observe` says, as far as others need it. */
export interface ReadExport {
  readonly graph: Graph
  /** Of an observed one. */
  readonly window: LabelValue | undefined
}

/**
 * Reads a file that holds a graph, and holds it to its hash.
 *
 * @throws BMCP_ERR_GRAPH_INVALID
 */
export function readExport (bytes: Uint8Array | string): ReadExport {
  if (verifyExport(bytes).kind !== 'graph') throw refuse('file', 'the record of a diff, where a graph belongs')
  const file = readJson(bufferOf(bytes).toString('utf8'), { floats: true })
  if (!isPlain(file)) throw refuse('file', 'no object')
  return { graph: fromJson(file.graph ?? file), window: file.window as LabelValue | undefined }
}
