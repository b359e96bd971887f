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

export type Role = 'user' | 'assistant'

/** One message of a prompt. */
export interface PromptMessage {
  role: Role
  content: ContentBlock
}

/** Severities of RFC 5424, in their order. */
export type LoggingLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** A folder that a client opens to its servers. */
export interface Root {
  /** A `file://` URI. */
  uri: string
  name?: string
  _meta?: MetaObject
}

/** One message of a conversation that a model is asked to go on with. */
export interface SamplingMessage {
  role: Role
  content: SamplingContent | SamplingContent[]
  _meta?: MetaObject
}

export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent

/** A model wants a tool to be called. */
export interface ToolUseContent {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
  _meta?: MetaObject
}

/** What came of a call that a model wanted. */
export interface ToolResultContent {
  type: 'tool_result'
  toolUseId: string
  content: ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: MetaObject
}

/** What a model is asked for (schema, CreateMessageRequestParams). */
export interface SamplingParams {
  messages: SamplingMessage[]
  /** Tokens at most. */
  maxTokens: number
  systemPrompt?: string
  modelPreferences?: { hints?: Array<{ name?: string }>, costPriority?: number, speedPriority?: number, intelligencePriority?: number }
  includeContext?: 'none' | 'thisServer' | 'allServers'
  temperature?: number
  stopSequences?: string[]
  metadata?: Record<string, unknown>
  /** The client has to declare `sampling.tools` for these. */
  tools?: Array<{ name: string, description?: string, inputSchema: object }>
  toolChoice?: { mode?: 'auto' | 'required' | 'none' }
}

/** What a model answered (schema, CreateMessageResult). */
export interface SamplingResult {
  role: Role
  content: SamplingContent | SamplingContent[]
  model: string
  stopReason?: string
  _meta?: MetaObject
}

/** How long, and by whom, a cacheable result may be kept (specification: server/utilities/caching). */
export interface CacheHint {
  /** Milliseconds, an integer of 0 or more. 0 unless given. */
  ttlMs?: number
  /** `private` unless given. `public` lets shared caches hand the result to every caller. */
  cacheScope?: 'private' | 'public'
}
