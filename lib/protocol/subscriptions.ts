import type { Change } from './changes.ts'

/** A client that is told of changes: over one stream of its own, or, in 2025-11-25, over its connection. */
export interface Subscriber {
  /** Tells it of a change, if it asked for that. */
  tell (change: Change): void
  /** The server ends it. */
  end (): void
}

/** Who is told of changes. */
export class Subscriptions {
  readonly #subscribers = new Set<Subscriber>()
  readonly #open = new Map<string, number>()

  get size (): number {
    return this.#subscribers.size
  }

  /** Subscriptions of one caller. */
  openOf (principal: string): number {
    return this.#open.get(principal) ?? 0
  }

  /** @param principal who is counted for it, if callers can be told apart */
  add (subscriber: Subscriber, principal?: string): void {
    this.#subscribers.add(subscriber)
    if (principal !== undefined) this.#open.set(principal, this.openOf(principal) + 1)
  }

  remove (subscriber: Subscriber, principal?: string): void {
    if (!this.#subscribers.delete(subscriber) || principal === undefined) return
    const open = this.openOf(principal) - 1
    if (open > 0) this.#open.set(principal, open)
    else this.#open.delete(principal)
  }

  tell (change: Change): void {
    for (const subscriber of this.#subscribers) subscriber.tell(change)
  }

  endAll (): void {
    for (const subscriber of [...this.#subscribers]) subscriber.end()
  }
}
