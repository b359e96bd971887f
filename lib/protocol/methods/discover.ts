import type { RequestId } from '../../../types/protocol.ts'
import type { Answer } from '../answer.ts'
import { complete, withCacheHint } from '../envelope.ts'
import type { JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { supportedVersions } from '../versions.ts'

/** Specification: server/discover. A full 2026-07-28 result in every revision: it tells a client the era. */
export function discover (id: RequestId, _params: JsonObject, exchange: Exchange, server: McpServer): Answer {
  const { instructions } = server.options
  const result = withCacheHint({
    supportedVersions: supportedVersions(exchange.carrier),
    capabilities: server.capabilities(),
    ...(instructions === undefined ? {} : { instructions })
  }, server.options.cache)
  return { status: 200, id, result: complete(result, server) }
}
