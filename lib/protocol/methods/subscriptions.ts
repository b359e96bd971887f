import { MAX_BACKLOG_BYTES, MAX_SUBSCRIBED_URIS } from '../../limits.ts'
import type { RequestId } from '../../../types/protocol.ts'
import { refusal, type Answer } from '../answer.ts'
import type { Change } from '../changes.ts'
import { INTERNAL_ERROR, INVALID_REQUEST } from '../codes.ts'
import { complete } from '../envelope.ts'
import { isObject, type JsonObject } from '../message.ts'
import { SUBSCRIPTION_ID } from '../meta.ts'
import type { Exchange } from '../revisions.ts'
import type { McpServer } from '../server.ts'
import type { Subscriber } from '../subscriptions.ts'
import { complaint } from './dispatching.ts'

/** What a client wants to be told of (schema, SubscriptionFilter). */
interface Filter {
  toolsListChanged?: true
  promptsListChanged?: true
  resourcesListChanged?: true
  resourceSubscriptions?: readonly string[]
}

const LISTS = [['tools', 'toolsListChanged'], ['prompts', 'promptsListChanged'], ['resources', 'resourcesListChanged']] as const

/**
 * Specification: basic/patterns/subscriptions. The answer comes when the server ends the subscription; until
 * then its notifications go out as those of the request.
 */
export function listen (id: RequestId, { notifications }: JsonObject, exchange: Exchange, server: McpServer): Answer | Promise<Answer> {
  if (!exchange.streams) return refusal(406, INVALID_REQUEST, 'Not acceptable: a subscription is a stream, send Accept: application/json, text/event-stream', id)
  const fault = faultOf(notifications)
  if (fault !== undefined) return complaint(id, fault)
  const { subscriptions, options } = server
  if (subscriptions.size >= options.maxSubscriptions) return refusal(503, INTERNAL_ERROR, 'Too many subscriptions are open on this server: try again later', id)
  const principal = exchange.principal === undefined ? undefined : server.principalId(exchange.principal)
  if (principal !== undefined && subscriptions.openOf(principal) >= options.maxSubscriptionsPerPrincipal) {
    return refusal(429, INVALID_REQUEST, `Too many subscriptions: one caller may have ${options.maxSubscriptionsPerPrincipal} open, end one first`, id)
  }
  return new Promise((resolve) => {
    const subscription = new Subscription(id, agreed(notifications as JsonObject, exchange, server), exchange, server, (answer) => {
      subscriptions.remove(subscription, principal)
      if (answer !== undefined) resolve(answer)
    })
    subscriptions.add(subscription, principal)
    subscription.begin()
  })
}

function faultOf (notifications: unknown): string | undefined {
  if (!isObject(notifications)) return '"notifications" has to be an object that says what to be told of'
  for (const [, key] of LISTS) {
    if (notifications[key] !== undefined && typeof notifications[key] !== 'boolean') return `"notifications.${key}" has to be a boolean`
  }
  const { resourceSubscriptions: uris } = notifications
  if (uris === undefined) return undefined
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) return '"notifications.resourceSubscriptions" has to be a list of URIs'
  return uris.length > MAX_SUBSCRIBED_URIS ? `"notifications.resourceSubscriptions" may name ${MAX_SUBSCRIBED_URIS} resources` : undefined
}

/** What of a filter is supported: lists that are served, and resources that are there for the caller. */
function agreed (wanted: JsonObject, exchange: Exchange, server: McpServer): Filter {
  const filter: Filter = {}
  for (const [kind, key] of LISTS) {
    if (wanted[key] === true && (kind === 'tools' || server.offers(kind))) filter[key] = true
  }
  if (wanted.resourceSubscriptions !== undefined && server.offers('resources')) {
    filter.resourceSubscriptions = (wanted.resourceSubscriptions as string[]).filter((uri) => isThere(uri, exchange, server))
  }
  return filter
}

function isThere (uri: string, { principal }: Exchange, server: McpServer): boolean {
  return server.catalog.named(uri, (entry) => server.sees(entry, principal)) !== undefined
}

/** One open subscription. */
class Subscription implements Subscriber {
  readonly #id: RequestId
  readonly #filter: Filter
  readonly #exchange: Exchange
  readonly #server: McpServer
  readonly #onEnd: (answer: Answer | undefined) => void

  /** @param onEnd called once: with an answer where the server ends it, without where the client has left */
  constructor (id: RequestId, filter: Filter, exchange: Exchange, server: McpServer, onEnd: (answer: Answer | undefined) => void) {
    this.#id = id
    this.#filter = filter
    this.#exchange = exchange
    this.#server = server
    this.#onEnd = onEnd
  }

  begin (): void {
    const signal = this.#exchange.cancellation.signal()
    signal.addEventListener('abort', () => this.#onEnd(undefined), { once: true })
    if (signal.aborted) this.#onEnd(undefined)
    else this.#notify('notifications/subscriptions/acknowledged', { notifications: this.#filter })
  }

  tell (change: Change): void {
    if (change.kind === 'resource') {
      // Who may see a resource can change while it is watched.
      if (this.#filter.resourceSubscriptions?.includes(change.uri) === true && isThere(change.uri, this.#exchange, this.#server)) {
        this.#notify('notifications/resources/updated', { uri: change.uri })
      }
    } else if (this.#filter[`${change.kind}ListChanged`] === true) {
      this.#notify(`notifications/${change.kind}/list_changed`, {})
    }
  }

  end (): void {
    this.#onEnd({ status: 200, id: this.#id, result: complete({ _meta: { [SUBSCRIPTION_ID]: this.#id } }, this.#server) })
  }

  #notify (method: string, params: object): void {
    // What a reader leaves untaken would be kept for it without an end.
    if (this.#exchange.backlog > MAX_BACKLOG_BYTES) {
      this.#exchange.log.warn({}, 'a subscription was ended: its client reads too slowly')
      this.end()
      return
    }
    this.#exchange.notify(method, { ...params, _meta: { [SUBSCRIPTION_ID]: this.#id } })
  }
}
