import type { Entry, ToolEntry } from '../../catalog/entries.ts'
import type { EntryList } from '../../catalog/entry-list.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { RequestId } from '../../../types/protocol.ts'
import { EncodedJson, type Answer } from '../answer.ts'
import type { JsonObject } from '../message.ts'
import { pageOf, type Page } from '../pagination.ts'
import type { Exchange, Method, Revision } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import { complaint } from './dispatching.ts'

/** A list of the catalog's, and where it stands in its result. */
interface Listing<E extends Entry> {
  readonly method: string
  readonly member: string
  readonly entries: (catalog: Catalog) => EntryList<E>
  readonly advertise: (entry: E, revision: Revision) => JsonObject
}

/** Specification: server/tools, Listing Tools. */
export const listTools = listing<ToolEntry>({ method: 'tools/list', member: 'tools', entries: ({ tools }) => tools, advertise: advertiseTool })
/** Specification: server/resources, Listing Resources. */
export const listResources = listing({ method: 'resources/list', member: 'resources', entries: ({ resources }) => resources, advertise: ({ advertised }) => advertised })
/** Specification: server/resources, Resource Templates. */
export const listResourceTemplates = listing({ method: 'resources/templates/list', member: 'resourceTemplates', entries: ({ templates }) => templates, advertise: ({ advertised }) => advertised })
/** Specification: server/prompts, Listing Prompts. */
export const listPrompts = listing({ method: 'prompts/list', member: 'prompts', entries: ({ prompts }) => prompts, advertise: ({ advertised }) => advertised })

/** 2025-11-25 has output schemas for objects alone: another is not advertised there. */
function advertiseTool ({ advertised, inputSchema, outputSchema }: ToolEntry, revision: Revision): JsonObject {
  const fits = outputSchema !== undefined && (revision.anyOutputSchema || outputSchema.type === 'object')
  return { ...advertised, inputSchema, ...(fits ? { outputSchema } : {}) }
}

function listing<E extends Entry> (listing: Listing<E>): Method['run'] {
  return (id, { cursor }, exchange, server) => {
    // The first page is the same for every caller, unless the host says who sees what: written once for each state of the catalog.
    if (cursor === undefined && server.options.visible === undefined) {
      const write = (): EncodedJson => new EncodedJson(JSON.stringify(resultOf(listing, firstPage(listing, exchange, server), exchange, server)))
      return { status: 200, id, result: server.cached(`${listing.method} ${exchange.protocolVersion}`, write) }
    }
    return onePage(listing, id, cursor, exchange, server)
  }
}

function firstPage<E extends Entry> ({ method, entries }: Listing<E>, _exchange: Exchange, { catalog, options }: McpServer): Page<E> {
  return pageOf(method, entries(catalog), undefined, options.pageSize, () => true) as Page<E>
}

function onePage<E extends Entry> (listing: Listing<E>, id: RequestId, cursor: unknown, exchange: Exchange, server: McpServer): Answer {
  const page = pageOf(listing.method, listing.entries(server.catalog), cursor, server.options.pageSize, (entry) => server.sees(entry, exchange.principal))
  if (page === undefined) return complaint(id, 'the cursor is not one of this list: ask again without one')
  return { status: 200, id, result: resultOf(listing, page, exchange, server) }
}

function resultOf<E extends Entry> ({ member, advertise }: Listing<E>, { entries, nextCursor }: Page<E>, { revision }: Exchange, server: McpServer): object {
  const result = { [member]: entries.map((entry) => advertise(entry, revision)), ...(nextCursor === undefined ? {} : { nextCursor }) }
  return revision.envelope(revision.cacheable(result, server.options.cache), server)
}
