import { CatalogInvalid } from '../errors.ts'
import type { CatalogDefinition, Prompt, Resource, ResourceTemplate, Tool } from '../../types/catalog.ts'
import { isObject } from './subschemas.ts'

const KEYS = ['tools', 'resources', 'prompts'] as const
type Key = typeof KEYS[number]

const WRITE: Record<Key, string> = {
  tools: 'defineTool({ name, … })',
  resources: 'defineResource({ uri, … }) or defineResourceTemplate({ uriTemplate, … })',
  prompts: 'definePrompt({ name, … })'
}

/**
 * Puts together what a host offers. The three keys are required: a missing one is a malformed catalog.
 *
 * @throws BMCP_ERR_CATALOG_INVALID
 */
export function defineCatalog<const Tools extends readonly Tool[], const Resources extends ReadonlyArray<Resource | ResourceTemplate>, const Prompts extends readonly Prompt[]> (definition: CatalogDefinition<Tools, Resources, Prompts>): CatalogDefinition<Tools, Resources, Prompts> {
  checkCatalog(definition)
  return definition
}

/** Whether something is a catalog, told to who wrote it. */
export function checkCatalog (definition: unknown): void {
  if (!isObject(definition)) throw new CatalogInvalid('it has to be an object: write defineCatalog({ tools: […], resources: [], prompts: [] })')
  for (const key of KEYS) {
    if (!Array.isArray(definition[key])) throw new CatalogInvalid(`"${key}" has to be a list: write ${key}: [] where there are none`)
    for (const declared of definition[key]) checkDeclared(declared, key)
  }
  for (const key of Object.keys(definition)) {
    if (!Object.hasOwn(WRITE, key)) throw new CatalogInvalid(`"${key}" is none of its keys, which are tools, resources and prompts`)
  }
}

/** Whether an entry is a declaration at all, told to who wrote it. */
export function checkDeclared (declared: unknown, key: Key): void {
  if (!isObject(declared)) throw new CatalogInvalid(`"${key}" holds something that is no declaration: write ${WRITE[key]}`)
}
