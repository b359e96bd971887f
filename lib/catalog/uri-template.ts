import { UriTemplateInvalid } from '../errors.ts'

/** What a URI says of a template's variables: an exploded one is a list, one of a query may be missing. */
export type Variables = Record<string, string | string[]>

/** A URI template (RFC 6570) that URIs are told by. */
export interface UriTemplate {
  /** The names of its variables, in their order. */
  readonly names: readonly string[]
  /** The variables of a URI, percent-decoded, or `undefined` where the template does not expand to it. */
  match (uri: string): Variables | undefined
}

/** A literal text, or a variable up to the literal behind it. */
type Part = string | Variable

interface Variable {
  readonly name: string
  /** Takes any text, as `{+x}` expands to; another one takes what needs no encoding, and what is percent-encoded. */
  readonly reserved: boolean
  /** Of an exploded variable: what stands between its items. */
  readonly separator?: string
  /** Characters at most. */
  readonly maxLength?: number
}

const EXPRESSION = /\{([^{}]*)\}/g
const SPECIFICATION = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?:(\*)|:([1-9]\d{0,3}))?$/
/** RFC 6570, 3.2.2: neither reserved nor a stray `%`. Letters of other scripts are let through, though an expansion encodes them. */
const UNRESERVED = /^(?:[^:/?#[\]@!$&'()*+,;=%\s]|%[0-9A-Fa-f]{2})+$/
const ANY = /^(?:[^%\s]|%[0-9A-Fa-f]{2})+$/

/**
 * Reads a URI template. Each URI is told in one way and in linear time: between two variables there has to be
 * something to tell them apart by, and one variable at most may take any text.
 *
 * @throws BMCP_ERR_URI_TEMPLATE_INVALID
 */
export function parseUriTemplate (template: string): UriTemplate {
  const parts: Part[] = []
  const query: Variable[] = []
  let end = 0
  for (const { 0: whole, 1: expression = '', index } of template.matchAll(EXPRESSION)) {
    if (query.length > 0) throw new UriTemplateInvalid(template, 'nothing may stand behind {?…} or {&…}')
    pushLiteral(parts, template.slice(end, index))
    end = index + whole.length
    if (/^[?&]/.test(expression)) query.push(...readQuery(template, expression))
    else pushExpression(parts, template, expression)
  }
  const rest = template.slice(end)
  if (query.length > 0 && rest !== '') throw new UriTemplateInvalid(template, 'nothing may stand behind {?…} or {&…}')
  pushLiteral(parts, rest)
  checkParts(template, parts, query)
  const variables = [...parts.filter((part) => typeof part !== 'string'), ...query]
  return { names: variables.map(({ name }) => name), match: (uri) => match(uri, parts, query) }
}

function pushLiteral (parts: Part[], text: string): void {
  const last = parts.at(-1)
  if (text === '') return
  if (typeof last === 'string') parts[parts.length - 1] = last + text
  else parts.push(text)
}

/** RFC 6570, 3.2: what an operator puts before its variables, and between them. */
const operators: Record<string, { readonly first: string, readonly between: string, readonly reserved?: true, readonly named?: true }> = {
  '+': { first: '', between: ',', reserved: true },
  '#': { first: '#', between: ',', reserved: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: true }
}
const simple = { first: '', between: ',' }

function pushExpression (parts: Part[], template: string, expression: string): void {
  const operator = operators[expression.charAt(0)]
  const { first, between, reserved = false, named = false } = operator ?? { ...simple, reserved: false, named: false }
  specifications(template, operator === undefined ? expression : expression.slice(1)).forEach(({ name, explode, maxLength }, index) => {
    pushLiteral(parts, index === 0 ? first : between)
    if (named) pushLiteral(parts, `${name}=`)
    parts.push({ name, reserved, ...(explode ? { separator: between } : {}), ...(maxLength === undefined ? {} : { maxLength }) })
  })
}

/** `{&…}` goes on with a query that a literal has begun: either way the names stand in the URI. */
function readQuery (template: string, expression: string): Variable[] {
  return specifications(template, expression.slice(1)).map(({ name, explode, maxLength }) => ({ name, reserved: false, ...(explode ? { separator: '&' } : {}), ...(maxLength === undefined ? {} : { maxLength }) }))
}

function specifications (template: string, list: string): Array<{ name: string, explode: boolean, maxLength: number | undefined }> {
  return list.split(',').map((text) => {
    const [, name, explode, maxLength] = SPECIFICATION.exec(text) ?? []
    if (name === undefined || name === '__proto__') throw new UriTemplateInvalid(template, `${JSON.stringify(text)} is no variable: write a name of letters, digits, _ and ., such as {id}`)
    return { name, explode: explode !== undefined, maxLength: maxLength === undefined ? undefined : Number(maxLength) }
  })
}

function checkParts (template: string, parts: readonly Part[], query: readonly Variable[]): void {
  if (parts.some((part) => typeof part === 'string' && /[{}\s]/.test(part))) throw new UriTemplateInvalid(template, 'a brace or white space stands outside of an expression')
  const [scheme] = parts
  if (typeof scheme !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(scheme)) throw new UriTemplateInvalid(template, 'it begins with a scheme of its own, such as note:')
  const variables = [...parts.filter((part) => typeof part !== 'string'), ...query]
  if (variables.length === 0) throw new UriTemplateInvalid(template, 'it has no variable: declare a resource instead')
  if (new Set(variables.map(({ name }) => name)).size < variables.length) throw new UriTemplateInvalid(template, 'a variable stands in it twice')
  if (parts.filter((part) => typeof part !== 'string' && isGreedy(part)).length > 1) throw new UriTemplateInvalid(template, 'more than one variable may take any text: URIs could be read in several ways')
  parts.forEach((part, index) => {
    if (typeof part !== 'string' && typeof parts[index + 1] === 'object') throw new UriTemplateInvalid(template, `nothing stands behind {${part.name}}, so that it could not be told from what follows`)
  })
}

/** Whether a variable may take the text that stands between others. */
function isGreedy ({ reserved, separator }: Variable): boolean {
  return reserved || separator !== undefined
}

function match (uri: string, parts: readonly Part[], query: readonly Variable[]): Variables | undefined {
  const found: Variables = {}
  let path = uri
  if (query.length > 0) {
    const cut = queryStart(uri, parts)
    path = uri.slice(0, cut)
    if (!readPairs(uri.slice(cut), query, found)) return undefined
  }
  // From both ends, towards the one variable that takes any text: no part is looked at twice.
  const greedy = parts.findIndex((part) => typeof part === 'object' && isGreedy(part))
  const middle = greedy < 0 ? parts.length : greedy
  const rest = takeFront(path, parts.slice(0, middle), greedy < 0, found)
  if (rest === undefined || greedy < 0) return rest === '' ? found : undefined
  const text = takeBack(rest, parts.slice(greedy + 1), found)
  return text !== undefined && keep(parts[greedy] as Variable, text, found) ? found : undefined
}

/** Where the pairs of `{?…}` or `{&…}` begin: behind the literal query, where there is one. */
function queryStart (uri: string, parts: readonly Part[]): number {
  const last = parts.at(-1)
  const literal = typeof last === 'string' && last.includes('?') ? last : undefined
  const start = literal === undefined ? uri.indexOf('?') : uri.indexOf(literal) + literal.length
  return start < 0 ? uri.length : start
}

function readPairs (text: string, query: readonly Variable[], found: Variables): boolean {
  if (text === '' || text === '?') return true
  if (!/^[?&]/.test(text)) return false
  for (const pair of text.slice(1).split('&')) {
    const [name = '', ...value] = pair.split('=')
    const variable = query.find((variable) => variable.name === name)
    if (variable === undefined) return false
    // An exploded one stands in the query once for each of its items.
    const earlier = Object.hasOwn(found, name) ? found[name] : undefined
    if (earlier !== undefined && variable.separator === undefined) return false
    if (!keep(variable, value.join('='), found, true)) return false
    if (Array.isArray(earlier)) found[name] = [...earlier, ...found[name] as string[]]
  }
  return true
}

/** Takes parts off the beginning of a text; gives what is left. */
function takeFront (text: string, parts: readonly Part[], toEnd: boolean, found: Variables): string | undefined {
  let rest = text
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'string') {
      if (!rest.startsWith(part)) return undefined
      rest = rest.slice(part.length)
      continue
    }
    const behind = parts[index + 1]
    // The last literal ends the URI: it is looked for from there.
    const cut = typeof behind !== 'string' ? rest.length : toEnd && index + 2 === parts.length ? endOf(rest, behind) : rest.indexOf(behind)
    if (cut < 0 || !keep(part, rest.slice(0, cut), found)) return undefined
    rest = rest.slice(cut)
  }
  return rest
}

function endOf (text: string, suffix: string): number {
  return text.endsWith(suffix) ? text.length - suffix.length : -1
}

/** Takes parts off the end of a text, the last first; gives what is left. */
function takeBack (text: string, parts: readonly Part[], found: Variables): string | undefined {
  let rest = text
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] as Part
    if (typeof part === 'string') {
      if (!rest.endsWith(part)) return undefined
      rest = rest.slice(0, rest.length - part.length)
      continue
    }
    const before = parts[index - 1] as string
    const at = rest.lastIndexOf(before)
    if (at < 0 || !keep(part, rest.slice(at + before.length), found)) return undefined
    rest = rest.slice(0, at + before.length)
  }
  return rest
}

/** Takes a value, where a variable may have it. */
function keep (variable: Variable, text: string, found: Variables, empty = false): boolean {
  const { name, separator } = variable
  const values: string[] = []
  for (const part of separator === undefined ? [text] : text.split(separator)) {
    const value = empty && part === '' ? '' : valueOf(variable, part)
    if (value === undefined) return false
    values.push(value)
  }
  found[name] = separator === undefined ? values[0] ?? '' : values
  return true
}

function valueOf ({ reserved, maxLength = Infinity }: Variable, text: string): string | undefined {
  if (!(reserved ? ANY : UNRESERVED).test(text)) return undefined
  try {
    const value = decodeURIComponent(text)
    // A prefix counts characters, not code units (RFC 6570, 2.4.1).
    return value.length <= maxLength || Array.from(value).length <= maxLength ? value : undefined
  } catch {
    return undefined
  }
}
