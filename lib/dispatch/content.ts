import { ContentInvalid } from '../errors.ts'
import { kContent, kResourceNotFound, kResult, kToolError } from '../symbols.ts'
import type { Annotations, AudioContent, ContentBlock, EmbeddedResource, ImageContent, MetaObject, ResourceContents, ResourceLink, TextContent } from '../../types/protocol.ts'
import type { ToolResult } from '../../types/dispatch.ts'

/** What every kind of content may carry besides (specification: server/resources, Annotations). */
export interface ContentOptions {
  annotations?: Annotations
  meta?: MetaObject
}

/** Bytes, or text that is base64 already. */
export type Base64Source = Uint8Array | string

/** A text (specification: server/tools, Text Content). */
export function text (text: string, options?: ContentOptions): TextContent {
  if (typeof text !== 'string') throw new ContentInvalid('text()', 'its first argument is a string')
  return content({ type: 'text', text }, options)
}

/** An image, from bytes or base64 (specification: server/tools, Image Content). */
export function image (data: Base64Source, mimeType: string, options?: ContentOptions): ImageContent {
  return content({ type: 'image', data: base64(data, 'image()'), mimeType: typed(mimeType, 'image()') }, options)
}

/** A sound, from bytes or base64 (specification: server/tools, Audio Content). */
export function audio (data: Base64Source, mimeType: string, options?: ContentOptions): AudioContent {
  return content({ type: 'audio', data: base64(data, 'audio()'), mimeType: typed(mimeType, 'audio()') }, options)
}

/** A link to a resource that the client may read or show (specification: server/tools, Resource Links). */
export function resourceLink (link: Omit<ResourceLink, 'type' | '_meta'> & { meta?: MetaObject }): ResourceLink {
  if (typeof link?.uri !== 'string' || typeof link.name !== 'string') throw new ContentInvalid('resourceLink()', 'a link has a uri and a name')
  const { meta, ...members } = link
  return content<ResourceLink>({ type: 'resource_link', ...members }, meta === undefined ? undefined : { meta })
}

/** A resource's contents inside a result (specification: server/tools, Embedded Resources). */
export function embeddedResource (resource: { uri: string, mimeType?: string, meta?: MetaObject } & ({ text: string, blob?: never } | { blob: Base64Source, text?: never }), options?: ContentOptions): EmbeddedResource {
  if (typeof resource?.uri !== 'string') throw new ContentInvalid('embeddedResource()', 'a resource has a uri')
  const { uri, mimeType, meta } = resource
  const body = resource.text !== undefined ? { text: resource.text } : { blob: base64(resource.blob, 'embeddedResource()') }
  const contents: ResourceContents = { uri, ...(mimeType === undefined ? {} : { mimeType }), ...body, ...(meta === undefined ? {} : { _meta: meta }) }
  return content({ type: 'resource', resource: contents }, options)
}

/** What {@link toolResult} takes. */
export interface ToolResultOptions<Value> {
  /** What a person or a model reads. Made from `structuredContent` unless given. */
  content?: ContentBlock | readonly ContentBlock[] | string
  /** What a program reads; held to the tool's output schema. */
  structuredContent?: Value
  /** The tool failed; the content says how, and is told to the model. */
  isError?: boolean
  meta?: MetaObject
}

/** A whole tool result, where a plain value or content alone do not say enough (specification: server/tools, Tool Result). */
export function toolResult<Value = never> (options: ToolResultOptions<Value>): ToolResult<Value> {
  const { content, structuredContent, isError, meta } = options
  const blocks = content === undefined
    ? structuredContent === undefined ? [] : [text(JSON.stringify(structuredContent))]
    : typeof content === 'string' ? [text(content)] : 'type' in content ? [content] : [...content]
  return {
    [kResult]: true,
    content: blocks,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === true ? { isError } : {}),
    ...(meta === undefined ? {} : { _meta: meta })
  } as ToolResult<Value>
}

/**
 * Says that a tool failed, or a resource or prompt. Its message is told to the caller, so that a model can mend
 * its call: the only text of the host's that ever leaves in an error. Throw anything else, and the caller learns nothing of it.
 */
export class ToolError extends Error {
  static { Object.defineProperty(this.prototype, kToolError, { value: true }) }
  override name = 'ToolError'
}

/** Says that a URI which a template fits names nothing: the caller is told that there is no such resource, as of any other. */
export class ResourceNotFound extends Error {
  static { Object.defineProperty(this.prototype, kResourceNotFound, { value: true }) }
  override name = 'ResourceNotFound'
}

export function isResourceNotFound (error: unknown): boolean {
  return error instanceof Error && kResourceNotFound in error
}

export function isToolError (error: unknown): error is ToolError {
  return error instanceof Error && kToolError in error
}

export function isContent (value: unknown): value is ContentBlock {
  return typeof value === 'object' && value !== null && kContent in value
}

export function isToolResult (value: unknown): value is ToolResult {
  return typeof value === 'object' && value !== null && kResult in value
}

function content<Block extends ContentBlock> (block: Block, options: ContentOptions | undefined): Block {
  return {
    [kContent]: true,
    ...block,
    ...(options?.annotations === undefined ? {} : { annotations: options.annotations }),
    ...(options?.meta === undefined ? {} : { _meta: options.meta })
  }
}

/** @throws BMCP_ERR_CONTENT_INVALID naming `helper` */
export function base64 (data: Base64Source, helper: string): string {
  if (data instanceof Uint8Array) return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64')
  if (typeof data === 'string' && Buffer.from(data, 'base64').toString('base64') === data) return data
  throw new ContentInvalid(helper, 'data is bytes (Buffer, Uint8Array) or a text in base64')
}

function typed (mimeType: string, helper: string): string {
  if (typeof mimeType === 'string' && mimeType.includes('/')) return mimeType
  throw new ContentInvalid(helper, 'its second argument is a MIME type, such as "image/png"')
}
