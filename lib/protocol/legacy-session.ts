import { InputRefused } from '../errors.ts'
import type { LoggingLevel } from '../../types/protocol.ts'
import type { Change } from './changes.ts'
import { isObject, type JsonObject } from './message.ts'
import type { Subscriber } from './subscriptions.ts'

interface Waiting {
  readonly name: string
  resolve (result: unknown): void
  reject (error: Error): void
}

const METHODS = { tools: 'notifications/tools/list_changed', resources: 'notifications/resources/list_changed', prompts: 'notifications/prompts/list_changed' } as const

const HAS_LEFT = 'it has left'

/** What a connection of revision 2025-11-25 remembers, and what its server may send of itself. */
export class LegacySession implements Subscriber {
  /** Set by `logging/setLevel`; none is sent before. */
  logLevel: LoggingLevel | undefined
  /** URIs of `resources/subscribe`. */
  readonly subscribed = new Set<string>()
  readonly #send: (message: object) => void
  readonly #isBehind: () => boolean
  readonly #waiting = new Map<number, Waiting>()
  /** What a reader that has fallen behind is told when it has caught up: each change once. */
  readonly #late = new Map<string, Change>()
  #lastId = 0
  #ended = false

  /** @param isBehind whether the client leaves too much untaken to be told of changes now */
  constructor (send: (message: object) => void, isBehind: () => boolean) {
    this.#send = send
    this.#isBehind = isBehind
  }

  notify (method: string, params?: object): void {
    this.#send(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params })
  }

  /**
   * Sends a request of our own.
   *
   * @param name what the handler calls the question
   * @throws BMCP_ERR_INPUT_REFUSED where the answer is an error or never comes; the signal's reason when it aborts
   */
  request (name: string, method: string, params: object | undefined, signal: AbortSignal): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (signal.aborted) { reject(signal.reason); return }
      if (this.#ended) { reject(new InputRefused(name, HAS_LEFT)); return }
      const onAbort = (): void => {
        this.#waiting.delete(id)
        this.notify('notifications/cancelled', { requestId: id })
        reject(signal.reason)
      }
      const settled = <Value>(settle: (value: Value) => void) => (value: Value): void => {
        signal.removeEventListener('abort', onAbort)
        settle(value)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(id, { name, resolve: settled(resolve), reject: settled(reject) })
      this.#send({ jsonrpc: '2.0', id, method, params })
    })
  }

  /** Settles the request of ours that a response answers. Answers whether there is one. */
  settle (id: unknown, body: JsonObject): boolean {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (waiting === undefined) return false
    this.#waiting.delete(id as number)
    if (isObject(body.result)) waiting.resolve(body.result)
    else waiting.reject(new InputRefused(waiting.name, isObject(body.error) && typeof body.error.message === 'string' ? body.error.message : 'its answer has no result'))
    return true
  }

  tell (change: Change): void {
    if (change.kind === 'resource' && !this.subscribed.has(change.uri)) return
    if (this.#isBehind()) this.#late.set(change.kind === 'resource' ? `resource ${change.uri}` : change.kind, change)
    else if (change.kind === 'resource') this.notify('notifications/resources/updated', { uri: change.uri })
    else this.notify(METHODS[change.kind])
  }

  /** The client has caught up. */
  caughtUp (): void {
    if (this.#late.size === 0) return
    const changes = [...this.#late.values()]
    this.#late.clear()
    for (const change of changes) this.tell(change)
  }

  /** Nobody answers any more. */
  end (): void {
    this.#ended = true
    for (const { name, reject } of this.#waiting.values()) reject(new InputRefused(name, HAS_LEFT))
    this.#waiting.clear()
  }
}
