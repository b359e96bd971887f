import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** Holds what a server sends to the JSON Schema of its revision: copies of the specification's, in test/fixtures/schemas. */

export type RevisionName = '2026-07-28' | '2025-11-25'

/** The result of each method, by its name in the schema. */
const results: Record<string, string> = {
  'server/discover': 'DiscoverResult',
  initialize: 'InitializeResult',
  ping: 'EmptyResult',
  'tools/list': 'ListToolsResult',
  'tools/call': 'CallToolResult',
  'resources/list': 'ListResourcesResult',
  'resources/templates/list': 'ListResourceTemplatesResult',
  'resources/read': 'ReadResourceResult',
  'prompts/list': 'ListPromptsResult',
  'prompts/get': 'GetPromptResult',
  'completion/complete': 'CompleteResult',
  'subscriptions/listen': 'SubscriptionsListenResult'
}

const validators = new Map<string, ValidateFunction>()
const schemas = new Map<RevisionName, Ajv2020>()

function validatorOf (revision: RevisionName, definition: string): ValidateFunction {
  const key = `${revision} ${definition}`
  let validator = validators.get(key)
  if (validator === undefined) validators.set(key, (validator = ajvOf(revision).compile({ $ref: `mcp#/$defs/${definition}` })))
  return validator
}

function ajvOf (revision: RevisionName): Ajv2020 {
  let ajv = schemas.get(revision)
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true })
    ajv.addSchema(JSON.parse(readFileSync(new URL(`../fixtures/schemas/mcp-${revision}.schema.json`, import.meta.url), 'utf8')), 'mcp')
    schemas.set(revision, ajv)
  }
  return ajv
}

function definitionOf (message: any, revision: RevisionName, method: string | undefined): string {
  if (message.method !== undefined) return message.id === undefined ? 'ServerNotification' : 'ServerRequest'
  if (message.error !== undefined) return message.error.code === -32021 ? 'MissingRequiredClientCapabilityError' : message.error.code === -32022 ? 'UnsupportedProtocolVersionError' : 'JSONRPCErrorResponse'
  if (message.result?.resultType === 'input_required') return 'InputRequiredResult'
  // The probe for the era is answered as 2026-07-28 whatever it was asked in.
  return results[method ?? ''] ?? (revision === '2026-07-28' ? 'Result' : 'EmptyResult')
}

/**
 * Throws where a message is none of its revision.
 *
 * @param method of the request that it answers
 */
export function checkWire (message: any, method: string | undefined, revision: RevisionName = '2026-07-28'): void {
  const own = method === 'initialize' ? '2025-11-25' : method === 'server/discover' || [-32021, -32022].includes(message.error?.code) ? '2026-07-28' : revision
  const definition = definitionOf(message, own, method)
  const validator = validatorOf(own, definition)
  const value = message.method === undefined && message.error === undefined ? message.result : message
  if (message.jsonrpc !== '2.0' || !validator(value)) throw new Error(`not a ${definition} of ${own}: ${JSON.stringify(message)}\n${JSON.stringify(validator.errors, null, 1)}`)
}
