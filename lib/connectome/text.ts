/** Strings of a graph: one normal form, and two orders. */

/** Makes the error that names the place and the reason. */
export type Refuse = (place: string, reason: string) => Error

const PLAIN = /^[\x20-\x7e]*$/
// With the u flag, halves of a pair are no match.
const LONE = /\p{Surrogate}/u

/** The string in NFC; anything else, and a string that UTF-8 cannot carry, is refused. */
export function nfc (value: unknown, place: string, refuse: Refuse): string {
  if (typeof value !== 'string') throw refuse(place, `${nameOf(value)} where a string belongs`)
  if (PLAIN.test(value)) return value
  if (LONE.test(value)) throw refuse(place, 'a lone surrogate')
  return value.normalize('NFC')
}

/** What stands there, in words that show nothing of it. */
export function nameOf (value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a float'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The place of a member: `labels.mode`, or `labels["a b"]` where the name is no word. */
export function member (place: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${place}.${key}` : `${place}[${JSON.stringify(key)}]`
}

/** An object that is made of braces, not of a class. */
export function isPlain (value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The order of UTF-16 code units, as RFC 8785 sorts keys. */
export function compareUnits (a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

// From here on a code unit may be half of a pair, or be sorted below one.
const HIGH = /[\ud800-\uffff]/

/** The order of code points, which is that of UTF-8 bytes. */
export function compareCodePoints (a: string, b: string): number {
  // The two orders differ only where both strings have such a unit.
  if (!HIGH.test(a) || !HIGH.test(b)) return compareUnits(a, b)
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Half of a pair is above every other code unit: it stands for a code point beyond the Basic Multilingual Plane. */
function rank (unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
