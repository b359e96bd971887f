import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { PromptEntry } from '../catalog/entries.ts'
import { ResultInvalid } from '../errors.ts'
import type { ContentBlock, MetaObject, PromptMessage } from '../../types/protocol.ts'
import { isContent, text } from './content.ts'

/** What a prompt gives (schema, GetPromptResult). */
export interface PromptMessages {
  readonly messages: readonly PromptMessage[]
  readonly description?: string
  readonly _meta?: MetaObject
}

const Blob = Type.Object({ data: Type.String(), mimeType: Type.String() })
const ContentShape = Type.Union([
  Type.Object({ type: Type.Literal('text'), text: Type.String() }),
  Type.Composite([Type.Object({ type: Type.Union([Type.Literal('image'), Type.Literal('audio')]) }), Blob]),
  Type.Object({ type: Type.Literal('resource_link'), uri: Type.String(), name: Type.String() }),
  Type.Object({ type: Type.Literal('resource'), resource: Type.Intersect([Type.Object({ uri: Type.String() }), Type.Union([Type.Object({ text: Type.String() }), Type.Object({ blob: Type.String() })])]) })
])
const Messages = Type.Array(Type.Object({ role: Type.Union([Type.Literal('user'), Type.Literal('assistant')]), content: ContentShape }))

/** A message of the user's, from a text or content (specification: server/prompts, PromptMessage). */
export function userMessage (content: string | ContentBlock): PromptMessage {
  return { role: 'user', content: toContent(content) }
}

/** A message of the assistant's, from a text or content (specification: server/prompts, PromptMessage). */
export function assistantMessage (content: string | ContentBlock): PromptMessage {
  return { role: 'assistant', content: toContent(content) }
}

function toContent (content: string | ContentBlock): ContentBlock {
  return typeof content === 'string' ? text(content) : content
}

/**
 * Makes messages of what a prompt's handler returned.
 *
 * @throws BMCP_ERR_RESULT_INVALID
 */
export function toPromptResult (prompt: PromptEntry, value: unknown): PromptMessages {
  if (typeof value === 'string' || isContent(value)) return { messages: [userMessage(value)] }
  const { messages, description, meta } = (Array.isArray(value) ? { messages: value } : value ?? {}) as { messages?: unknown, description?: unknown, meta?: MetaObject }
  const fault = Value.Errors(Messages, messages).First()
  if (fault !== undefined) throw new ResultInvalid(prompt.owner, `messages${fault.path}: ${fault.message}: return a text, content, messages such as userMessage('…'), or { messages, description }`)
  return {
    messages: messages as PromptMessage[],
    ...(typeof description === 'string' ? { description } : {}),
    ...(meta === undefined ? {} : { _meta: meta })
  }
}
