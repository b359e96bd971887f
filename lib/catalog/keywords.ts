import { _, type Ajv, type CodeKeywordDefinition } from 'ajv'
import { isObject, join, mapSubschemas, type JsonObject } from './subschemas.ts'

/** Marks in the copy of a schema that Ajv compiles. Neither is ever advertised. */
const AT = 'beam:at'
const STEP = 'beam:step'

/** Words that Ajv reads as its own, or throws at, and that no dialect knows: annotations, like any unknown word. */
const AJV_WORDS = ['$async', 'id', 'nullable']

/** A copy of a checked schema that Ajv reads as the dialects mean it, with our marks. */
export function toReadable (schema: JsonObject): JsonObject {
  return mark(structuredClone(schema), '')
}

function mark (schema: JsonObject, path: string): JsonObject {
  mapSubschemas(schema, path, mark)
  for (const word of AJV_WORDS) delete schema[word]
  if (Array.isArray(schema.enum) && schema.enum.length === 0) {
    // Ajv throws at a list of no values; what fits none of them fits nothing.
    delete schema.enum
    schema.not = {}
  }
  if ('anyOf' in schema || 'oneOf' in schema) schema[AT] = path
  if ('$ref' in schema || '$dynamicRef' in schema) schema[STEP] = true
  return schema
}

/** What a failed union says of itself: where its branches stand in the schema, and how many there are. */
export interface UnionFault { readonly at: string, readonly branches: number }

/** @param step called at each reference: every recursion of a schema goes through one. */
export function teach (ajv: Ajv, step: () => void): void {
  // Length limits come before all that may take its time over a text: patterns beside them, and in branches and references.
  ajv.RULES.rules.sort((one, other) => Number(other.type === 'string') - Number(one.type === 'string'))
  ajv.addKeyword({ keyword: STEP, before: '$ref', errors: false, validate () { step(); return true } })
  reportAlone(ajv, 'anyOf')
  reportAlone(ajv, 'oneOf')
  reportAlone(ajv, 'contains')
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    error: { message: 'must NOT have duplicate items' },
    validate: (wanted: boolean, items: readonly unknown[]) => !wanted || allDiffer(items)
  })
}

/** Keeps the faults of a keyword's branches out of the list: which branch was meant is asked when the fault is explained. */
function reportAlone (ajv: Ajv, keyword: string): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
  const params: NonNullable<CodeKeywordDefinition['error']>['params'] = ({ schema, parentSchema = {} }) => _`{at: ${parentSchema[AT]}, branches: ${schema.length}}`
  ajv.removeKeyword(keyword).addKeyword({
    ...definition,
    ...(keyword === 'contains' || definition.error === undefined ? {} : { error: { message: definition.error.message, params } }),
    keyword,
    code (cxt) {
      const { subschema, error } = cxt
      cxt.subschema = (place, valid) => subschema.call(cxt, { ...place, createErrors: false, allErrors: false }, valid)
      cxt.error = (...rest) => { cxt.reset(); error.apply(cxt, rest) }
      definition.code(cxt)
    }
  })
}

/** Linear: comparing each with each takes a list of 1 MiB most of a minute. */
function allDiffer (items: readonly unknown[]): boolean {
  const values = new Set<unknown>()
  const texts = new Set<string>()
  for (const item of items) {
    if (typeof item === 'object' && item !== null) texts.add(JSON.stringify(item, sorted))
    else values.add(item)
  }
  return values.size + texts.size === items.length
}

function sorted (_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)) : value
}

/**
 * Keeps texts that are too long from every pattern, where validation goes on after the limit: a pattern may take
 * for ever over them.
 */
export function spareLongTexts (ajv: Ajv, tooLong: Set<unknown>): void {
  const definition = ajv.getKeyword('maxLength') as CodeKeywordDefinition
  ajv.removeKeyword('maxLength').addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    before: 'pattern',
    errors: false,
    ...(definition.error === undefined ? {} : { error: definition.error }),
    validate (limit: number, text: string) {
      // A character takes one unit or two: only in between do they have to be counted.
      const fits = text.length <= limit || (text.length <= limit * 2 && Array.from(text).length <= limit)
      if (!fits) tooLong.add(text)
      return fits
    }
  })
}

/** The path of one branch of a union, in the schema that was compiled. */
export function branchPath ({ at }: UnionFault, keyword: string, index: number): string {
  return join(join(at, keyword), index)
}
