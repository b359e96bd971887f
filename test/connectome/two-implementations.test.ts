import t from 'tap'
import fc from 'fast-check'
import { canonical, graph, hash, type GraphInput } from '../../lib/connectome/index.ts'
import { anyGraph, validGraph } from './arbitrary.ts'
import { encode } from './second-implementation.ts'

const seed = 20260914

interface Outcome { readonly bytes: string, readonly hash: string }

function ofLib (input: GraphInput): Outcome | 'refused' {
  try {
    const built = graph(input)
    return { bytes: canonical(built).toString('latin1'), hash: hash(built) }
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'BMCP_ERR_GRAPH_INVALID') throw error
    return 'refused'
  }
}

function ofPage ({ schemaVersion = 1, nodes, edges }: GraphInput): Outcome | 'refused' {
  try {
    const { bytes, hash } = encode({ version: schemaVersion, nodes, edges })
    return { bytes: bytes.toString('latin1'), hash }
  } catch (error) {
    if ((error as Error).constructor.name !== 'Broken') throw error
    return 'refused'
  }
}

/** Compared as strings first: a deep comparison of ten thousand would cost a minute. */
function differing (inputs: readonly GraphInput[]): { accepted: number, differing: unknown[] } {
  const outcomes = inputs.map((input) => ({ input, lib: ofLib(input), page: ofPage(input) }))
  return {
    accepted: outcomes.filter(({ lib }) => lib !== 'refused').length,
    differing: outcomes.filter(({ lib, page }) => JSON.stringify(lib) !== JSON.stringify(page))
  }
}

t.test('an implementation written from the page agrees on 10,000 graphs, byte for byte', async (t) => {
  t.same(differing(fc.sample(validGraph, { numRuns: 10_000, seed })), { accepted: 10_000, differing: [] })
})

t.test('it takes and refuses the same graphs where rules are broken', async (t) => {
  const { accepted, differing: found } = differing(fc.sample(anyGraph, { numRuns: 5_000, seed }))
  t.same(found, [])
  t.ok(accepted > 1_000 && accepted < 4_000, `${accepted} of 5,000 are valid`)
})

t.test('both refuse the 65th level, and take the 64th', async (t) => {
  const nested = (levels: number): GraphInput => ({ nodes: [{ id: 'a', kind: 'tool', labels: { deep: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) }, level: 'server' }], edges: [] })
  t.same(ofLib(nested(64)), ofPage(nested(64)))
  t.not(ofLib(nested(64)), 'refused')
  t.same([ofLib(nested(65)), ofPage(nested(65))], ['refused', 'refused'])
})
