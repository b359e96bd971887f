import type { ToolResult } from '../../types/dispatch.ts'
import type { CacheHint } from '../../types/protocol.ts'
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
export function withCacheHint (result: JsonObject, hint: CacheHint | undefined): JsonObject {
  return { ...result, ttlMs: hint?.ttlMs ?? 0, cacheScope: hint?.cacheScope ?? 'private' }
}

/** The same members as JSON text, to end a result that has others and no `_meta` of its own: most calls end so. */
export function completeTail (server: McpServer): string {
  return `,${JSON.stringify(complete({}, server)).slice(1)}`
}

/** A 2025-11-25 tool result: structured content is an object there, or is given as text alone. */
export function withObjectAlone (result: ToolResult): ToolResult {
  return result.structuredContent === undefined || isObject(result.structuredContent) ? result : { ...result, structuredContent: undefined }
}
