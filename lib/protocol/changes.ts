import type { ListKind } from '../catalog/catalog.ts'
import { CHANGE_DELAY_MS } from '../limits.ts'
import type { Logger } from '../../types/dispatch.ts'
import type { Broker, BrokerMessage } from '../../types/fastify.ts'

/** Something that clients can subscribe to has changed: a list, or what a resource holds. */
export type Change = { readonly kind: ListKind } | { readonly kind: 'resource', readonly uri: string }

export interface ChangesOptions {
  /** Servers of one name that share a broker tell each other. */
  readonly name: string
  readonly broker: Broker | undefined
  readonly log: Logger
  /** Called with each change, of this instance and of every other. */
  readonly onChange: (change: Change) => void
}

/** Gathers what changes at about the same time into one notice, and takes it to every instance. */
export class Changes {
  readonly #options: ChangesOptions
  readonly #topic: string
  readonly #waiting = new Map<string, Change>()
  #timer: NodeJS.Timeout | undefined

  constructor (options: ChangesOptions) {
    this.#options = options
    // Encoded: a name may hold what is a wildcard in a topic.
    this.#topic = `beam-mcp/changes/${encodeURIComponent(options.name)}`
    options.broker?.on(this.#topic, this.#receive)
  }

  /** Takes note of a change of this instance. */
  add (change: Change): void {
    this.#waiting.set(change.kind === 'resource' ? `resource ${change.uri}` : change.kind, change)
    this.#timer ??= setTimeout(() => this.#flush(), CHANGE_DELAY_MS)
  }

  /** Tells and hears nothing any more. The broker is the host's, and stays open. */
  close (): void {
    clearTimeout(this.#timer)
    this.#options.broker?.removeListener(this.#topic, this.#receive)
  }

  #flush (): void {
    const { broker, log, onChange } = this.#options
    const changes = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#timer = undefined
    for (const change of changes) {
      if (broker === undefined) onChange(change)
      // The broker gives it back to this instance as to every other.
      else broker.emit({ ...change, topic: this.#topic }, (error) => { if (error) log.error({ err: error }, 'the broker took no change notice: subscribers were not told') })
    }
  }

  /** Another process may have sent it: it is looked at like anything else that comes in. */
  readonly #receive = ({ kind, uri }: BrokerMessage, done: () => void): void => {
    if (kind === 'resource' && typeof uri === 'string') this.#options.onChange({ kind, uri })
    else if (kind === 'tools' || kind === 'resources' || kind === 'prompts') this.#options.onChange({ kind })
    done()
  }
}
