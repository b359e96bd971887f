import type { ErrorObject } from 'ajv'
import { MAX_EXPLAINED_FAULTS } from '../limits.ts'

/**
 * What is wrong with a value, a line for each failing path and its rule, so that a model can mend its call
 * (SEP-1303).
 */
export function explain (faults: readonly ErrorObject[], root: string): string {
  const own = faults.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames')
  const lines = [...new Set(own.map((fault) => `${root}${fault.instancePath} ${rule(fault)}`))]
  const shown = lines.slice(0, MAX_EXPLAINED_FAULTS)
  if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} more`)
  return shown.join('\n')
}

function rule (fault: ErrorObject): string {
  const { keyword, params, message = `must pass "${keyword}"`, propertyName } = fault
  if (propertyName !== undefined) return `property name ${JSON.stringify(propertyName)} ${rule({ ...fault, propertyName: undefined as never })}`
  switch (keyword) {
    case 'additionalProperties': return `must not have the property ${JSON.stringify(params.additionalProperty)}`
    case 'unevaluatedProperties': return `must not have the property ${JSON.stringify(params.unevaluatedProperty)}`
    case 'enum': return `must be one of ${JSON.stringify(params.allowedValues)}`
    case 'const': return `must be ${JSON.stringify(params.allowedValue)}`
    default: return message
  }
}

/**
 * The branch of a union that was meant, by the faults that each branch finds in the value: the one whose
 * literals match, else the one that gets deepest into the value. A union of literals becomes one fault
 * that names them all.
 */
export function meantBranch (branches: ReadonlyArray<readonly ErrorObject[]>): number | ErrorObject | undefined {
  // Where a branch fits, the fault is that another does too.
  if (branches.some((faults) => faults.length === 0)) return undefined
  const faultsOf = (index: number): readonly ErrorObject[] => branches[index] ?? []
  let candidates = [...branches.keys()].filter((index) => !faultsOf(index).some(({ keyword, instancePath }) => keyword === 'type' && instancePath === ''))
  const literals = oneLiteral(candidates.map(faultsOf))
  if (literals !== undefined) return literals
  for (const literal of [['const'], ['const', 'enum']]) {
    const matching = candidates.filter((index) => !faultsOf(index).some(({ keyword, instancePath }) => literal.includes(keyword) && instancePath.lastIndexOf('/') <= 0))
    if (matching.length > 0) candidates = matching
  }
  const depthOf = (index: number): number => faultsOf(index).reduce((depth, { instancePath }) => Math.max(depth, instancePath.split('/').length), 0)
  const deepest = Math.max(...candidates.map(depthOf))
  const [meant, another] = candidates.filter((index) => depthOf(index) === deepest)
  return another === undefined ? meant : undefined
}

function oneLiteral (branches: ReadonlyArray<readonly ErrorObject[]>): ErrorObject | undefined {
  const faults = branches.flatMap((faults) => faults.find(({ keyword, instancePath }) => keyword === 'const' && instancePath === '') ?? [])
  const [first] = faults
  if (first === undefined || faults.length < branches.length) return undefined
  return { ...first, keyword: 'enum', params: { allowedValues: faults.map(({ params }) => params.allowedValue) } }
}
