const NONE: readonly string[] = []

/**
 * Every value of a header, from Node's raw list of names and values: its joined view makes one value of
 * two lines, and a proxy may have decided by the other one.
 *
 * @param name in lower case
 */
export function headerValues (raw: readonly string[], name: string): readonly string[] {
  let values = NONE
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const candidate = raw[index] ?? ''
    // Lengths first: every request pays for this loop several times.
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue
    const value = raw[index + 1] ?? ''
    values = values === NONE ? [value] : [...values, value]
  }
  return values
}

/** Visible ASCII, space and tab (RFC 9110, 5.5). */
export const FIELD_VALUE = /^[\t\x20-\x7e]*$/

/** A value without the white space around it, or `undefined` where it holds what no value may. */
export function trimmed (value: string): string | undefined {
  if (!FIELD_VALUE.test(value)) return undefined
  let start = 0
  let end = value.length
  while (start < end && isSpace(value.charCodeAt(start))) start++
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--
  return value.slice(start, end)
}

function isSpace (code: number): boolean {
  return code === 0x20 || code === 0x09
}

/** The one value of a header whose copies agree; `undefined` where there is none. */
export function soleValue (values: readonly string[]): string | undefined {
  const [first] = values
  const value = first === undefined ? undefined : trimmed(first)
  if (value === undefined || value === '') return undefined
  return values.length === 1 || values.every((copy) => trimmed(copy) === value) ? value : undefined
}
