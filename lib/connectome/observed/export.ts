import type { ObservedExport } from '../../../types/connectome.ts'
import { canonical, hash } from '../canonical.ts'
import { sidecar } from '../sidecar.ts'
import type { Collector } from './collector.ts'

/**
 * What a collector has seen so far, as the file that `--observe` writes.
 *
 * @throws BMCP_ERR_NOT_OBSERVING
 */
export function exportObserved (collector: Collector): ObservedExport {
  const { graph, window } = collector.snapshot()
  return {
    graph: JSON.parse(canonical(graph).toString()),
    hash: hash(graph),
    sidecar: sidecar(graph),
    latency: collector.latency(),
    window
  }
}
