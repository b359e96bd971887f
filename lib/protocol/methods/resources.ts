import { readResource as dispatchReading } from '../../dispatch/dispatch.ts'
import { MAX_SUBSCRIBED_URIS } from '../../limits.ts'
import type { Reading } from '../../dispatch/reading.ts'
import type { CacheHint, RequestId } from '../../../types/protocol.ts'
import type { Answer } from '../answer.ts'
import type { JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { complaint, isRetry, notFound, runEntry, type Call } from './dispatching.ts'

/** Specification: server/resources, Reading Resources. */
export function readResource (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  const { uri } = params
  if (typeof uri !== 'string') return complaint(id, '"uri" has to be the URI of a resource')
  const named = server.catalog.named(uri, (entry) => server.sees(entry, exchange.principal))
  const call: Call = { id, method: 'resources/read', params, exchange, server }
  if (named === undefined) return notFound(call)
  const { entry } = named
  const request = 'variables' in named ? { uri, variables: named.variables } : { uri }
  return runEntry(call, entry, (context) => dispatchReading(entry, request, context, server), (reading) => succeed(reading, entry.cache, call))
}

/** What a client has been asked for is no part of a cache's key: such a reading is not kept (specification: server/utilities/caching, Cache Key). */
function succeed (reading: Reading, cache: CacheHint | undefined, { id, params, exchange: { revision }, server }: Call): Answer {
  const result = revision.cacheable({ ...reading }, isRetry(params) ? undefined : cache)
  return { status: 200, id, result: revision.envelope(result, server) }
}

/** 2025-11-25, server/resources, Subscriptions. */
export function subscribe (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer): Answer {
  const { uri } = params
  if (typeof uri !== 'string') return complaint(id, '"uri" has to be the URI of a resource')
  if (server.catalog.named(uri, (entry) => server.sees(entry, exchange.principal)) === undefined) return notFound({ id, params, exchange })
  const { session } = exchange
  if (session !== undefined) {
    if (session.subscribed.size >= MAX_SUBSCRIBED_URIS && !session.subscribed.has(uri)) return complaint(id, `a client may subscribe to ${MAX_SUBSCRIBED_URIS} resources: unsubscribe from one first`)
    session.subscribed.add(uri)
    // The handshake, which does this too, is not required of a client.
    server.subscriptions.add(session)
  }
  return { status: 200, id, result: {} }
}

/** 2025-11-25, server/resources, Subscriptions. */
export function unsubscribe (id: RequestId, { uri }: JsonObject, exchange: Exchange): Answer {
  if (typeof uri !== 'string') return complaint(id, '"uri" has to be the URI of a resource')
  exchange.session?.subscribed.delete(uri)
  return { status: 200, id, result: {} }
}
