import type { LabelValue } from '../../types/connectome.ts'
import { compareUnits, isPlain, member, nameOf, nfc, type Refuse } from './text.ts'

/**
 * Arrays and objects within one another in the value of one label: no label that somebody reads needs more, and every
 * writer and reader that recurses stays far from the end of its stack.
 */
export const MAX_LABEL_DEPTH = 64

/** A frozen copy of a label's value in its one form, or a refusal by name and place. */
export function copyLabel (value: unknown, place: string, refuse: Refuse, depth = 0): LabelValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return nfc(value, place, refuse)
  if (typeof value === 'number' || typeof value === 'bigint') return copyInteger(value, place, refuse)
  if (typeof value !== 'object') throw refuse(place, `${nameOf(value)}, which is no value of a label`)
  if (depth >= MAX_LABEL_DEPTH) throw refuse(place, `nested deeper than ${MAX_LABEL_DEPTH} levels`)
  if (Array.isArray(value)) return copyArray(value, place, refuse, depth)
  if (!isPlain(value)) throw refuse(place, 'an instance of a class, which is no value of a label')
  return copyObject(value, place, refuse, depth)
}

/** An integer: a number where it is safe, else a bigint. */
export function copyInteger (value: number | bigint, place: string, refuse: Refuse): number | bigint {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value
  }
  if (Object.is(value, -0)) throw refuse(place, 'negative zero')
  if (!Number.isSafeInteger(value)) throw refuse(place, Number.isInteger(value) ? 'a number beyond the safe integers: write it as a bigint' : 'a float')
  return value
}

function copyArray (value: readonly unknown[], place: string, refuse: Refuse, depth: number): LabelValue {
  if (Object.getPrototypeOf(value) !== Array.prototype) throw refuse(place, 'an instance of a class, which is no value of a label')
  // An own key for each item and `length`: a hole, or a member beside the items, would be lost.
  if (Reflect.ownKeys(value).length !== value.length + 1) throw refuse(place, 'an array with a hole, or with a member beside its items')
  return Object.freeze(value.map((item, index) => copyLabel(item, `${place}[${index}]`, refuse, depth + 1)))
}

/** The members of a plain object, sorted by their keys. */
export function copyObject (value: Record<string, unknown>, place: string, refuse: Refuse, depth = 0): { readonly [key: string]: LabelValue } {
  const entries = new Map<string, LabelValue>()
  for (const raw of Reflect.ownKeys(value)) {
    if (typeof raw === 'symbol') throw refuse(place, 'a key that is a symbol')
    const inner = member(place, raw)
    const key = nfc(raw, inner, refuse)
    if (entries.has(key)) throw refuse(inner, 'a key that equals another of the same object under NFC')
    entries.set(key, copyLabel(value[raw], inner, refuse, depth + 1))
  }
  // fromEntries makes own members of all, `__proto__` too.
  return Object.freeze(Object.fromEntries([...entries].sort(([a], [b]) => compareUnits(a, b))))
}
