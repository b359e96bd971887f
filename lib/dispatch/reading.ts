import type { ResourceEntry, TemplateEntry } from '../catalog/entries.ts'
import type { Variables } from '../catalog/uri-template.ts'
import { ResultInvalid } from '../errors.ts'
import type { ReadContents } from '../../types/catalog.ts'
import type { ResourceContents } from '../../types/protocol.ts'
import { base64 } from './content.ts'

/** What a resource's handler is given. */
export interface ReadRequest {
  readonly uri: string
  /** Of a template. */
  readonly variables?: Variables
}

/** What a resource holds (schema, ReadResourceResult). */
export interface Reading { readonly contents: readonly ResourceContents[] }

/**
 * Makes contents of what a resource's handler returned.
 *
 * @throws BMCP_ERR_RESULT_INVALID
 */
export function toReading (resource: ResourceEntry | TemplateEntry, value: unknown, { uri }: ReadRequest): Reading {
  if (typeof value === 'string') return { contents: [toContents(resource, { text: value }, uri)] }
  if (value instanceof Uint8Array) return { contents: [toContents(resource, { blob: value }, uri)] }
  if (!Array.isArray(value)) return { contents: [toContents(resource, value, uri)] }
  return { contents: value.map((part) => toContents(resource, part, uri)) }
}

function toContents (resource: ResourceEntry | TemplateEntry, given: unknown, uri: string): ResourceContents {
  const { text, blob, ...part } = (typeof given === 'object' && given !== null ? given : {}) as Partial<ReadContents>
  const head = headOf(resource, part, uri)
  if (typeof text === 'string' && blob === undefined) return { ...head, text }
  if (text === undefined && blob !== undefined) return { ...head, blob: base64(blob, resource.owner) }
  throw new ResultInvalid(resource.owner, 'return a text, bytes, or contents, { text } or { blob }, or throw ResourceNotFound')
}

/** The URI and the MIME type are the resource's own unless given. */
function headOf ({ owner, mimeType }: ResourceEntry | TemplateEntry, part: Pick<ReadContents, 'uri' | 'mimeType' | 'meta'>, uri: string): Pick<ResourceContents, 'uri' | 'mimeType' | '_meta'> {
  const type = part.mimeType ?? mimeType
  const head = { uri: part.uri ?? uri, ...(type === undefined ? {} : { mimeType: type }), ...(part.meta === undefined ? {} : { _meta: part.meta }) }
  if (typeof head.uri !== 'string' || (type !== undefined && typeof type !== 'string')) throw new ResultInvalid(owner, '"uri" and "mimeType" of contents are texts')
  return head
}
