import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { MAX_EXPLAINING_STEPS, MAX_SCHEMA_STEPS } from '../limits.ts'
import type { Dialect } from './dialects.ts'
import { meantBranch } from './explain.ts'
import { branchPath, spareLongTexts, teach, toReadable, type UnionFault } from './keywords.ts'
import { valueAtPointer, type JsonObject } from './subschemas.ts'

/** A schema, compiled. Both throw a RangeError at a value that the stack, or the steps that one value may take, do not suffice for. */
export interface Validator {
  passes (value: unknown): boolean
  /** What is wrong with the value; of a union, with the branch that was meant. */
  faultsOf (value: unknown): ErrorObject[]
}

/**
 * Compiles a checked schema in a name space of its own: two schemas with the same `$id` never meet.
 *
 * @param all names every fault of a value, not the first alone
 */
export function createValidator ({ createAjv }: Dialect, schema: JsonObject, all: boolean): Validator {
  const tooLong = new Set<unknown>()
  const ajv = createAjv(all ? { allErrors: true, code: { regExp: sparing(tooLong) } } : {})
  const limit = all ? MAX_EXPLAINING_STEPS : MAX_SCHEMA_STEPS
  let steps = 0
  teach(ajv, () => { if (++steps > limit) throw new RangeError('the schema branches too often over this value') })
  if (all) spareLongTexts(ajv, tooLong)
  const id = typeof schema.$id === 'string' ? schema.$id.replace(/#$/, '') : ''
  const root = ajv.addSchema(toReadable(schema), id).getSchema(id) as ValidateFunction

  return {
    passes (value) {
      steps = 0
      return root(value) === true
    },
    faultsOf (value) {
      steps = 0
      tooLong.clear()
      return faultsAt(root, value, '')
    }
  }

  function faultsAt (validate: ValidateFunction, value: unknown, path: string): ErrorObject[] {
    const faults = run(validate, value)
    const spared = all ? faults.filter((fault) => fault.keyword !== 'format' || !tooLong.has(valueAtPointer(value, fault.instancePath))) : faults
    return withoutLeftovers(spared).flatMap((fault) => faultsIn(fault, value, path))
  }

  /** The faults behind one fault: of a union, those of the branch that was meant. */
  function faultsIn (fault: ErrorObject, value: unknown, path: string): ErrorObject[] {
    const here = { ...fault, instancePath: path + fault.instancePath }
    if (!isUnion(fault)) return [here]
    const union: UnionFault = fault.params as UnionFault
    const part = valueAtPointer(value, fault.instancePath)
    const branches = Array.from({ length: union.branches }, (_, index) => ajv.getSchema(`${id}#${encodeURI(branchPath(union, fault.keyword, index))}`))
    const meant = meantBranch(branches.map((validate) => validate === undefined ? [] : run(validate, part)))
    if (meant === undefined) return [here]
    if (typeof meant === 'object') return [{ ...meant, instancePath: here.instancePath }]
    const branch = branches[meant]
    return branch === undefined ? [here] : faultsAt(branch, part, here.instancePath)
  }
}

function run (validate: ValidateFunction, value: unknown): ErrorObject[] {
  validate(value)
  return validate.errors ?? []
}

function isUnion ({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf'
}

/** Properties and items that only a failed union knows of are no faults of their own. */
function withoutLeftovers (faults: readonly ErrorObject[]): ErrorObject[] {
  const unions = new Set(faults.filter(isUnion).map(({ instancePath }) => instancePath))
  return faults.filter(({ keyword, instancePath }) => !keyword.startsWith('unevaluated') || !unions.has(instancePath))
}

/** Regular expressions that let a text pass unseen that is known to be too long. */
function sparing (tooLong: ReadonlySet<unknown>): NonNullable<NonNullable<Options['code']>['regExp']> {
  const engine = (pattern: string, flags: string): { test (text: string): boolean, toString (): string } => {
    const regExp = new RegExp(pattern, flags)
    return { test: (text) => tooLong.has(text) || regExp.test(text), toString: () => String(regExp) }
  }
  return Object.assign(engine, { code: 'new RegExp' })
}
