import type { LabelValue } from '../../types/connectome.ts'
import { refuse } from './graph.ts'
import { MAX_LABEL_DEPTH } from './labels.ts'

/** A graph, a list, a node, its labels and a label's value; an export adds a level or two. */
const MAX_DEPTH = MAX_LABEL_DEPTH + 8
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const SPACE = /[ \t\n\r]*/y

export interface ReadOptions {
  /** Takes numbers with a fraction or an exponent, as the latencies of an export are. */
  readonly floats?: boolean
}

/**
 * Reads JSON without what JSON.parse loses: integers beyond the safe range come as bigint, and a key that stands twice is
 * refused. Unless asked otherwise it takes no number but integers.
 */
export function readJson (text: string, options: ReadOptions = {}): LabelValue {
  const reader = new Reader(text, options.floats === true)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  readonly #text: string
  readonly #floats: boolean
  #at = 0
  // A slice would hold the whole text; and most strings of a graph stand in it many times.
  readonly #strings = new Map<string, string>()

  constructor (text: string, floats: boolean) {
    this.#text = text
    this.#floats = floats
  }

  value (depth: number): LabelValue {
    if (depth > MAX_DEPTH) throw this.#fault(`nested deeper than ${MAX_DEPTH} levels`)
    this.#skipSpace()
    switch (this.#text[this.#at]) {
      case '{': return this.#object(depth)
      case '[': return this.#array(depth)
      case '"': return this.#string()
      case 't': return this.#word('true', true)
      case 'f': return this.#word('false', false)
      case 'n': return this.#word('null', null)
      default: return this.#number()
    }
  }

  end (): void {
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#fault('more after the end of the value')
  }

  #object (depth: number): LabelValue {
    const object: Record<string, LabelValue> = {}
    this.#at++
    if (this.#takes('}')) return object
    do {
      this.#skipSpace()
      if (this.#text[this.#at] !== '"') throw this.#fault('no key')
      const key = this.#string()
      if (Object.hasOwn(object, key)) throw this.#fault(`the key ${JSON.stringify(key)} a second time`)
      if (!this.#takes(':')) throw this.#fault('no colon')
      const value = this.value(depth + 1)
      // Assigned, it would be the prototype.
      if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
      else object[key] = value
    } while (this.#takes(','))
    if (!this.#takes('}')) throw this.#fault('neither a comma nor the end of the object')
    return object
  }

  #array (depth: number): LabelValue {
    const array: LabelValue[] = []
    this.#at++
    if (this.#takes(']')) return array
    do array.push(this.value(depth + 1)); while (this.#takes(','))
    if (!this.#takes(']')) throw this.#fault('neither a comma nor the end of the array')
    return array
  }

  #string (): string {
    const start = this.#at
    let end = this.#text.indexOf('"', start + 1)
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1)
    if (end === -1) throw this.#fault('a string without an end')
    this.#at = end + 1
    const token = this.#text.slice(start, this.#at)
    const known = this.#strings.get(token)
    if (known !== undefined) return known
    try {
      const value: string = JSON.parse(token)
      this.#strings.set(Buffer.from(token, 'utf8').toString('utf8'), value)
      return value
    } catch {
      this.#at = start
      throw this.#fault('no string of JSON')
    }
  }

  #isEscaped (quote: number): boolean {
    let before = quote - 1
    while (this.#text[before] === '\\') before--
    return (quote - before) % 2 === 0
  }

  #number (): LabelValue {
    NUMBER.lastIndex = this.#at
    const match = NUMBER.exec(this.#text)
    if (match === null) throw this.#fault('no value of JSON')
    const [token, fraction, exponent] = match
    if (token === '-0') throw this.#fault('-0, which has no canonical form')
    const isInteger = fraction === undefined && exponent === undefined
    if (!isInteger && !this.#floats) throw this.#fault(`${token}, which is not written as an integer`)
    this.#at += token.length
    const number = Number(token)
    return !isInteger || Number.isSafeInteger(number) ? number : BigInt(token)
  }

  #word<T> (word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#fault('no value of JSON')
    this.#at += word.length
    return value
  }

  #takes (mark: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== mark) return false
    this.#at++
    return true
  }

  #skipSpace (): void {
    const code = this.#text.charCodeAt(this.#at)
    if (code > 0x20) return
    SPACE.lastIndex = this.#at
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0
  }

  #fault (reason: string): Error {
    return refuse(`byte ${Buffer.byteLength(this.#text.slice(0, this.#at))}`, reason)
  }
}
