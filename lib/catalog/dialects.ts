import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'

/** The dialects of JSON Schema that are served (specification: basic/index, JSON Schema Usage). */
export interface Dialect {
  readonly name: '2020-12' | 'draft-07'
  /** Checks a schema against the dialect's meta-schema. */
  readonly metaSchema: ValidateFunction
  /** A validator with a name space of its own: two schemas with the same `$id` never meet. */
  createAjv (options: Options): Ajv
}

/** No coercion, no defaults, no removal: what is checked is what was sent, and stays so. */
const options: Options = {
  strict: false,
  formats: fullFormats,
  // A property called "constructor" is absent unless it was sent.
  ownProperties: true,
  // Schemas are checked once, when declared.
  meta: false,
  validateSchema: false,
  logger: false
}

const draft2020: Dialect = {
  name: '2020-12',
  metaSchema: new Ajv2020({ strict: false, logger: false }).getSchema('https://json-schema.org/draft/2020-12/schema') as ValidateFunction,
  createAjv: (extra) => new Ajv2020({ ...options, ...extra })
}

const draft07: Dialect = {
  name: 'draft-07',
  metaSchema: new Ajv({ strict: false, logger: false }).getSchema('http://json-schema.org/draft-07/schema') as ValidateFunction,
  createAjv: (extra) => new Ajv({ ...options, ...extra })
}

const dialects = new Map<unknown, Dialect>([
  [undefined, draft2020],
  ['https://json-schema.org/draft/2020-12/schema', draft2020],
  ['https://json-schema.org/draft/2020-12/schema#', draft2020],
  ['http://json-schema.org/draft-07/schema', draft07],
  ['http://json-schema.org/draft-07/schema#', draft07]
])

/** The dialect that `$schema` names: 2020-12 where it is absent, `undefined` where it is not served. */
export function dialectOf (schema: { readonly $schema?: unknown }): Dialect | undefined {
  return dialects.get(schema.$schema)
}

/** Whether a `format` is one that is checked. */
export function isKnownFormat (format: string): boolean {
  return Object.hasOwn(fullFormats, format)
}
