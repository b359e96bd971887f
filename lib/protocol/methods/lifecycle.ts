import type { RequestId } from '../../../types/protocol.ts'
import { refusal, type Answer } from '../answer.ts'
import { INVALID_PARAMS } from '../codes.ts'
import type { JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'

/** 2025-11-25, basic/lifecycle: answered with that revision, whatever version the client names. */
export function initialize (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer {
  if (typeof params.protocolVersion !== 'string') return refusal(200, INVALID_PARAMS, 'Invalid params: "protocolVersion" has to be a string', id)
  const { serverInfo, instructions } = server.options
  // From here on the client is told of changes: this revision has no other way to ask for that.
  if (exchange.session !== undefined) server.subscriptions.add(exchange.session)
  return {
    status: 200,
    id,
    result: {
      protocolVersion: exchange.revision.version,
      capabilities: server.capabilities(),
      serverInfo,
      ...(instructions === undefined ? {} : { instructions })
    }
  }
}

/** 2025-11-25, basic/utilities/ping. */
export function ping (id: RequestId): Answer {
  return { status: 200, id, result: {} }
}

/** Says that nothing more will come; the carrier ends on `exit`. */
export function shutdown (id: RequestId, _params: JsonObject, exchange: Exchange, server: McpServer): Answer {
  return { status: 200, id, result: exchange.revision.envelope({}, server) }
}
