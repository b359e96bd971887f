import type { ErrorObject } from 'ajv'
import { MAX_EXPLAINED_FAULTS } from '../limits.ts'
import { isObject } from './subschemas.ts'

/**
 * What is wrong with a value, a line for each failing path and its rule, so that a model can mend its call
 * (SEP-1303). Of a union, the branch that was meant is explained, where that can be told.
 */
export function explain (errors: readonly ErrorObject[], root: string): string {
  const faults = withoutUnmeantBranches(errors).filter(({ keyword }) => keyword !== 'if')
  const lines = [...new Set(faults.map((fault) => `${root}${fault.instancePath} ${rule(fault)}`))]
  const shown = lines.slice(0, MAX_EXPLAINED_FAULTS)
  if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} more`)
  return shown.join('\n')
}

function rule ({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties': return `must not have the property ${JSON.stringify(params.additionalProperty)}`
    case 'unevaluatedProperties': return `must not have the property ${JSON.stringify(params.unevaluatedProperty)}`
    case 'enum': return `must be one of ${JSON.stringify(params.allowedValues)}`
    case 'const': return `must be ${JSON.stringify(params.allowedValue)}`
    default: return message ?? `must pass "${keyword}"`
  }
}

/**
 * Ajv reports the faults of every branch of a failed union, then the union itself. Kept are those of the
 * branch that was meant: the one whose literals match, else the one that got deepest into the value.
 */
function withoutUnmeantBranches (errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    const branches = branchPaths(error)
    if (branches === undefined) {
      kept.push(error)
      continue
    }
    const inBranch = (branch: string, fault: ErrorObject): boolean => fault.schemaPath.startsWith(branch) && fault.instancePath.startsWith(error.instancePath)
    // They stand right before it: looking no further keeps a long list of failed unions linear.
    const first = kept.findLastIndex((fault) => !branches.some((branch) => inBranch(branch, fault))) + 1
    const faults = kept.splice(first)
    const meant = meantBranch(branches.map((branch) => faults.filter((fault) => inBranch(branch, fault))), error.instancePath)
    kept.push(...meant ?? [error])
  }
  return kept
}

/** Where the faults of a union's branches are reported, or `undefined` if the error is not a union's. */
function branchPaths ({ keyword, schemaPath, parentSchema }: ErrorObject): string[] | undefined {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return undefined
  const branches: unknown = parentSchema?.[keyword]
  if (!Array.isArray(branches)) return undefined
  return branches.map((branch, index) => isObject(branch) && typeof branch.$ref === 'string' ? `${branch.$ref}/` : `${schemaPath}/${index}/`)
}

function meantBranch (groups: ErrorObject[][], at: string): ErrorObject[] | undefined {
  const candidates = groups.filter((faults) => faults.length > 0)
  const matching = candidates.filter((faults) => !faults.some((fault) => isLiteral(fault) || (fault.keyword === 'type' && fault.instancePath === at)))
  if (matching.length === 1) return matching[0]
  const depth = (faults: ErrorObject[]): number => Math.max(...faults.map(({ instancePath }) => instancePath.split('/').length))
  const deepest = Math.max(...candidates.map(depth))
  const deep = candidates.filter((faults) => depth(faults) === deepest && deepest > at.split('/').length)
  return deep.length === 1 ? deep[0] : undefined
}

function isLiteral ({ keyword }: ErrorObject): boolean {
  return keyword === 'const' || keyword === 'enum'
}
