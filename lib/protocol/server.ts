import type { Catalog } from '../catalog/catalog.ts'
import type { Dispatch } from '../../types/catalog.ts'
import type { CacheHint, Implementation } from '../../types/protocol.ts'
import { refusal, type Answer, type EncodedJson, type Refusal } from './answer.ts'
import { INVALID_REQUEST, METHOD_NOT_FOUND } from './codes.ts'
import { completeTail } from './envelope.ts'
import { SERVER_INFO } from './meta.ts'
import type { NotificationMessage, RequestMessage } from './message.ts'
import { isRequestMethod, type Exchange } from './revisions.ts'

/** What a host says of its server, whatever carries it. */
export interface McpServerOptions {
  readonly serverInfo: Implementation
  /** Guidance for models on how to use the server. */
  readonly instructions?: string
  /** Serves the tools that have no handler of their own. */
  readonly dispatch?: Dispatch
  /** The caching hint of discovery and of every list. */
  readonly cache?: CacheHint
}

/** The protocol without a transport: a decoded message and its exchange in, an answer out. */
export class McpServer {
  readonly catalog: Catalog
  readonly options: McpServerOptions
  /** The `_meta` of every 2026-07-28 result that has none of its own. */
  readonly meta: object
  /** What a 2026-07-28 result ends with, as JSON text. */
  readonly completeTail: string
  #cache = new Map<string, EncodedJson>()
  #cacheVersion = -1

  constructor (catalog: Catalog, options: McpServerOptions) {
    this.catalog = catalog
    this.options = options
    this.meta = Object.freeze({ [SERVER_INFO]: options.serverInfo })
    this.completeTail = completeTail(this)
  }

  /** Answers a request. A promise comes back only where the host's code gave one. */
  handle ({ id, method, params }: RequestMessage, exchange: Exchange): Answer | Promise<Answer> {
    const entry = exchange.revision.methods.get(method)
    if (entry?.kind !== 'request' || !entry.carriers.has(exchange.carrier)) return refusal(404, METHOD_NOT_FOUND, `Method not found: ${JSON.stringify(method)}`, id)
    return entry.run(id, params ?? {}, exchange, this)
  }

  /** Whether a request runs code of the host's. */
  dispatches (method: string, { revision }: Pick<Exchange, 'revision'>): boolean {
    const entry = revision.methods.get(method)
    return entry?.kind === 'request' && entry.dispatches === true
  }

  /** Takes note of a notification: says what is wrong with it, where the carrier can tell. */
  refuseNotification ({ method }: NotificationMessage, { revision, carrier }: Pick<Exchange, 'revision' | 'carrier'>): Refusal | undefined {
    if (isRequestMethod(method)) return refusal(400, INVALID_REQUEST, `Invalid request: ${method} is a request and needs an "id"`)
    if (method === 'notifications/initialized' && !revision.methods.get(method)?.carriers.has(carrier)) return refusal(404, METHOD_NOT_FOUND, `Method not found: "${method}"`)
    return undefined
  }

  /** What the server offers: a method is served when its capability is here, and the other way round. */
  capabilities (): object {
    return { tools: {} }
  }

  /** Something derived from the catalog, kept until the catalog changes. */
  cached (key: string, make: () => EncodedJson): EncodedJson {
    if (this.#cacheVersion !== this.catalog.version) {
      this.#cache.clear()
      this.#cacheVersion = this.catalog.version
    }
    let value = this.#cache.get(key)
    if (value === undefined) this.#cache.set(key, (value = make()))
    return value
  }
}
