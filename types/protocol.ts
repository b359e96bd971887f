/** What travels in MCP messages, named as the specification names it (revision 2026-07-28, schema). */

/** A JSON-RPC request id: a string, or a safe integer. */
export type RequestId = string | number

export interface Icon {
  src: string
  mimeType?: string
  sizes?: string[]
  theme?: 'light' | 'dark'
}

/** Name and version of a piece of software: a server's or a client's. Self-reported, never verified. */
export interface Implementation {
  name: string
  version: string
  title?: string
  description?: string
  websiteUrl?: string
  icons?: Icon[]
}

/** What a client says that it can do. Never rely on a capability that is absent here. */
export interface ClientCapabilities {
  elicitation?: { form?: object, url?: object }
  sampling?: { context?: object, tools?: object }
  roots?: object
  experimental?: Record<string, object>
  extensions?: Record<string, object>
}

/** Hints about a tool's behaviour, for clients that trust the server. */
export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

/** Hints about a piece of content: for whom, how important (0 to 1), when changed (ISO 8601). */
export interface Annotations {
  audience?: Array<'user' | 'assistant'>
  priority?: number
  lastModified?: string
}

export type MetaObject = Record<string, unknown>

export interface TextContent {
  type: 'text'
  text: string
  annotations?: Annotations
  _meta?: MetaObject
}

export interface ImageContent {
  type: 'image'
  /** Base64. */
  data: string
  mimeType: string
  annotations?: Annotations
  _meta?: MetaObject
}

export interface AudioContent {
  type: 'audio'
  /** Base64. */
  data: string
  mimeType: string
  annotations?: Annotations
  _meta?: MetaObject
}

export interface ResourceLink {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Bytes. */
  size?: number
  icons?: Icon[]
  annotations?: Annotations
  _meta?: MetaObject
}

/** A resource's contents: either `text`, or `blob` in base64. */
export type ResourceContents = { uri: string, mimeType?: string, _meta?: MetaObject } &
  ({ text: string, blob?: never } | { blob: string, text?: never })

export interface EmbeddedResource {
  type: 'resource'
  resource: ResourceContents
  annotations?: Annotations
  _meta?: MetaObject
}

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

/** How long, and by whom, a cacheable result may be kept (specification: server/utilities/caching). */
export interface CacheHint {
  /** Milliseconds, an integer of 0 or more. 0 unless given. */
  ttlMs?: number
  /** `private` unless given. `public` lets shared caches hand the result to every caller. */
  cacheScope?: 'private' | 'public'
}
