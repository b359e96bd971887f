import type { Catalog } from '../catalog/catalog.ts'
import type { Entry } from '../catalog/entries.ts'
import type { DispatchHost } from '../dispatch/context.ts'
import { VisibleInvalid } from '../errors.ts'
import type { CatalogEntry, Dispatch } from '../../types/catalog.ts'
import type { Logger, Principal } from '../../types/dispatch.ts'
import type { Broker, LiveServer } from '../../types/fastify.ts'
import type { StateCodec } from '../../types/input.ts'
import type { Instrumentation } from '../../types/observability.ts'
import type { CacheHint, Implementation, LoggingLevel } from '../../types/protocol.ts'
import { internalError, refusal, type Answer, type EncodedJson, type Refusal } from './answer.ts'
import { Changes } from './changes.ts'
import { INVALID_REQUEST, METHOD_NOT_FOUND } from './codes.ts'
import { completeTail } from './envelope.ts'
import { LOG_LEVEL, metaOf, SERVER_INFO } from './meta.ts'
import type { NotificationMessage, RequestMessage } from './message.ts'
import { isRequestMethod, type Exchange } from './revisions.ts'
import { Subscriptions } from './subscriptions.ts'

/** Capabilities that come and go with what a catalog holds, or that only the host knows of. */
export type OptionalCapability = 'resources' | 'prompts' | 'completions' | 'logging'

/** What a host says of its server, whatever carries it. */
export interface McpServerOptions {
  readonly serverInfo: Implementation
  /** Guidance for models on how to use the server. */
  readonly instructions?: string
  /** Serves what has no handler of its own. */
  readonly dispatch?: Dispatch
  /** The caching hint of discovery and of every list. */
  readonly cache?: CacheHint
  /** Capabilities to offer though nothing in the catalog uses them yet. */
  readonly capabilities?: { readonly [Name in OptionalCapability]?: boolean }
  /** Entries of one page of a list. */
  readonly pageSize: number
  readonly visible?: (entry: CatalogEntry, principal: Principal) => boolean
  readonly principalId?: (principal: Principal) => string
  readonly stateCodec?: StateCodec
  /** Milliseconds. */
  readonly stateTtlMs: number
  /** Milliseconds. */
  readonly progressIntervalMs: number
  readonly maxSubscriptions: number
  readonly maxSubscriptionsPerPrincipal: number
  readonly broker?: Broker
  readonly instrumentation?: Instrumentation
}

/** The protocol without a transport: a decoded message and its exchange in, an answer out. */
export class McpServer implements DispatchHost {
  readonly catalog: Catalog
  readonly options: McpServerOptions
  readonly live: LiveServer
  readonly subscriptions = new Subscriptions()
  readonly #changes: Changes
  /** The `_meta` of every 2026-07-28 result that has none of its own. */
  readonly meta: object
  /** What a 2026-07-28 result ends with, as JSON text. */
  readonly completeTail: string
  readonly #log: Logger
  #cache = new Map<string, EncodedJson>()
  #cacheVersion = -1

  constructor (catalog: Catalog, options: McpServerOptions, log: Logger) {
    const { name } = options.serverInfo
    this.catalog = catalog
    this.options = options
    this.#log = log
    this.meta = Object.freeze({ [SERVER_INFO]: options.serverInfo })
    this.completeTail = completeTail(this)
    this.#changes = new Changes({ name, broker: options.broker, log, onChange: (change) => this.subscriptions.tell(change) })
    this.live = { name, id: Symbol(name), catalog, resourceUpdated: (uri) => this.#changes.add({ kind: 'resource', uri }) }
    catalog.onChange = (kind) => this.#changes.add({ kind })
  }

  get dispatch (): Dispatch | undefined { return this.options.dispatch }
  get progressIntervalMs (): number { return this.options.progressIntervalMs }
  get instrumentation (): Instrumentation | undefined { return this.options.instrumentation }
  get offersLogging (): boolean { return this.options.capabilities?.logging === true }

  /** Answers a request. A promise comes back only where there is something to wait for; it never rejects. */
  handle ({ id, method, params }: RequestMessage, exchange: Exchange): Answer | Promise<Answer> {
    const entry = exchange.revision.methods.get(method)
    if (entry?.kind !== 'request' || !entry.carriers.has(exchange.carrier) || (entry.capability !== undefined && !this.offers(entry.capability))) {
      return refusal(404, METHOD_NOT_FOUND, `Method not found: ${JSON.stringify(method)}`, id)
    }
    const onFault = (fault: unknown): Answer => {
      exchange.log.error({ err: fault }, `${method} failed: the caller was told nothing of this`)
      return internalError(200, id)
    }
    try {
      const answer = entry.run(id, params ?? {}, exchange, this)
      return answer instanceof Promise ? answer.catch(onFault) : answer
    } catch (fault) {
      return onFault(fault)
    }
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

  /** Whether a capability is offered: because the catalog uses it, or because the host says so. */
  offers (capability: OptionalCapability): boolean {
    const { resources, templates, prompts } = this.catalog
    switch (capability) {
      case 'resources': if (resources.size + templates.size > 0) return true; break
      case 'prompts': if (prompts.size > 0) return true; break
      case 'completions': if (completes(templates.values()) || completes(prompts.values())) return true
    }
    return this.options.capabilities?.[capability] === true
  }

  /** What the server offers: a method is served when its capability is here, and the other way round. */
  capabilities (): object {
    return {
      tools: { listChanged: true },
      ...(this.offers('resources') ? { resources: { listChanged: true, subscribe: true } } : {}),
      ...(this.offers('prompts') ? { prompts: { listChanged: true } } : {}),
      ...(this.offers('completions') ? { completions: {} } : {}),
      ...(this.offers('logging') ? { logging: {} } : {})
    }
  }

  /** Whether an entry is there for a caller. Where the host cannot say, it is not. */
  sees (entry: Entry, principal: unknown): boolean {
    const { visible } = this.options
    if (visible === undefined) return true
    try {
      const answer: unknown = visible(entry.seen, principal as Principal)
      if (typeof answer === 'boolean') return answer
      throw new VisibleInvalid(entry.owner)
    } catch (fault) {
      this.#log.error({ err: fault }, `"visible" failed: ${entry.owner} was hidden`)
      return false
    }
  }

  /** The entry of a key, if it is there for the caller: what is not visible answers as if it did not exist. */
  find<E extends Entry> (list: { get (key: string): E | undefined }, key: string, principal: unknown): E | undefined {
    const entry = list.get(key)
    return entry !== undefined && this.sees(entry, principal) ? entry : undefined
  }

  /** What tells a caller from others: `undefined` where nothing can. @throws what the host's `principalId` throws */
  principalId (principal: unknown): string | undefined {
    if (principal === undefined || principal === null) return ''
    const id: unknown = this.options.principalId === undefined ? principal : this.options.principalId(principal as Principal)
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
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

  /** Ends every subscription, and hears of no change any more. */
  close (): void {
    this.subscriptions.endAll()
    this.#changes.close()
  }
}

function completes (entries: Iterable<{ readonly completers: ReadonlyMap<string, unknown> }>): boolean {
  for (const { completers } of entries) {
    for (const completer of completers.values()) if (completer !== undefined) return true
  }
  return false
}

/** The level of log messages that a 2026-07-28 request asks for, if it does (specification: server/utilities/logging). */
export function logLevelOf ({ params }: { params: RequestMessage['params'] }): LoggingLevel | undefined {
  return metaOf(params)?.[LOG_LEVEL] as LoggingLevel | undefined
}
