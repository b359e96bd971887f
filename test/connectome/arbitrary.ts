import fc from 'fast-check'
import type { GraphEdge, GraphNode, LabelValue } from '../../types/connectome.ts'
import type { GraphInput } from '../../lib/connectome/index.ts'

/** Characters that meet the rules: escapes, pairs under NFC, both sides of the surrogates, what an id escapes. */
const CHARACTERS = ['a', 'b', 'e', '\u0301', '\u00e9', '\u1100', '\u1161', '/', '%', '"', '\\', '<', '\n', '\t', '\u0000', '\u001f', '\u007f', '\u2028', '\ue000', '\uff61', '\ufffd', '\u{10000}', '\u{1f600}', '\u{2f800}']

export const text: fc.Arbitrary<string> = fc.string({ unit: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...CHARACTERS) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) }), maxLength: 6 })

/** Now and then with half of a pair. */
export const anyText: fc.Arbitrary<string> = fc.oneof({ weight: 60, arbitrary: text }, { weight: 1, arbitrary: fc.tuple(text, fc.constantFrom('\ud83d', '\ude00'), text).map((parts) => parts.join('')) })

function objectOf<T> (keys: fc.Arbitrary<string>, values: fc.Arbitrary<T>, selector: (key: string) => string): fc.Arbitrary<{ [key: string]: T }> {
  return fc.uniqueArray(fc.tuple(keys, values), { selector: ([key]) => selector(key), maxLength: 4 }).map((entries) => Object.fromEntries(entries))
}

const integer = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -3, max: 12 }), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }))

function valuesOf (strings: fc.Arbitrary<string>, selector: (key: string) => string, scalars: fc.Arbitrary<LabelValue>): fc.Arbitrary<LabelValue> {
  const { value } = fc.letrec<{ value: LabelValue }>((tie) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalars, strings, fc.array(tie('value'), { maxLength: 4 }), objectOf(strings, tie('value'), selector))
  }))
  return value
}

const nfc = (key: string): string => key.normalize('NFC')
const scalar = fc.oneof(fc.constant(null), fc.boolean(), integer.filter((value) => !Object.is(value, -0)))
export const labels: fc.Arbitrary<{ [key: string]: LabelValue }> = objectOf(text, valuesOf(text, nfc, scalar), nfc)

const SIGNS = { 1: ['allow', 'deny', 'hold', 'unknown'], 2: ['allow', 'deny', 'hold', 'ungoverned', 'unset'] } as const
const nodeOf = (ids: fc.Arbitrary<string>, ofLabels: fc.Arbitrary<{ [key: string]: LabelValue }>): fc.Arbitrary<GraphNode> => fc.record({
  id: ids,
  kind: fc.constantFrom('server', 'tool', 'resource', 'prompt', 'process', 'module'),
  labels: ofLabels,
  level: fc.constantFrom('function', 'module', 'boundary', 'server')
})

function edgesOf (nodes: readonly GraphNode[], version: 1 | 2, more: fc.Arbitrary<string>[] = []): fc.Arbitrary<GraphEdge> {
  const ids = fc.oneof(...nodes.map(({ id }) => fc.constant(id)), ...more)
  return fc.record({
    from: ids,
    kind: fc.constantFrom('invoke', 'read', 'message', 'supervise'),
    provenance: fc.constantFrom('declared', 'observed'),
    sign: fc.constantFrom<string>(...SIGNS[version]),
    to: ids
  })
}

const identity = ({ from, kind, provenance, to }: GraphEdge): string => JSON.stringify([nfc(from), nfc(to), kind, provenance])

/** A graph that is valid. */
export const validGraph: fc.Arbitrary<GraphInput> = fc.record({ nodes: fc.uniqueArray(nodeOf(text, labels), { selector: ({ id }) => nfc(id), maxLength: 6 }), schemaVersion: fc.constantFrom<1 | 2>(1, 2) })
  .chain(({ nodes, schemaVersion }) => {
    const edges = nodes.length === 0 ? fc.constant([]) : fc.uniqueArray(edgesOf(nodes, schemaVersion), { selector: identity, maxLength: 8 })
    return edges.map((edges) => ({ nodes, edges, schemaVersion }))
  })

/** A graph that may break a rule: twins, halves of pairs, floats, ends of no node. */
export const anyGraph: fc.Arbitrary<GraphInput> = fc.record({
  nodes: fc.array(nodeOf(anyText, objectOf(anyText, valuesOf(anyText, (key) => key, fc.oneof({ weight: 40, arbitrary: scalar }, { weight: 1, arbitrary: fc.constantFrom(0.5, -0, 2 ** 53, NaN) })), (key) => key)), { maxLength: 5 }),
  schemaVersion: fc.constantFrom<1 | 2>(1, 2)
}).chain(({ nodes, schemaVersion }) => {
  const edges = nodes.length === 0 ? fc.constant([]) : fc.array(edgesOf(nodes, schemaVersion, [fc.constant('a')]), { maxLength: 6 })
  return edges.map((edges) => ({ nodes, edges, schemaVersion }))
})
