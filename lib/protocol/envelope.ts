import type { ToolResult } from '../../types/dispatch.ts'
import { isObject, type JsonObject } from './message.ts'
import { SERVER_INFO } from './meta.ts'
import type { McpServer } from './server.ts'

/** A 2026-07-28 result says that it is complete and who gives it (specification: basic/index, Result Responses). */
export function complete (result: JsonObject, server: McpServer): object {
  return {
    ...result,
    resultType: 'complete',
    _meta: result._meta === undefined ? server.meta : { ...result._meta, [SERVER_INFO]: server.options.serverInfo }
  }
}

/** Says how long a 2026-07-28 result may be kept (specification: server/utilities/caching). The defaults are the cautious ones. */
export function withCacheHint (result: JsonObject, { options }: McpServer): JsonObject {
  return { ...result, ttlMs: options.cache?.ttlMs ?? 0, cacheScope: options.cache?.cacheScope ?? 'private' }
}

/** The same for a tool's result, member by member: on the hot path a spread costs more than all else here. */
export function completeToolResult ({ content, structuredContent, isError, _meta }: ToolResult, server: McpServer): object {
  return {
    content,
    structuredContent,
    isError,
    resultType: 'complete',
    _meta: _meta === undefined ? server.meta : { ..._meta, [SERVER_INFO]: server.options.serverInfo }
  }
}

/** A 2025-11-25 tool result: structured content is an object there, or is given as text alone. */
export function legacyToolResult ({ content, structuredContent, isError, _meta }: ToolResult): object {
  return { content, structuredContent: isObject(structuredContent) ? structuredContent : undefined, isError, _meta }
}
