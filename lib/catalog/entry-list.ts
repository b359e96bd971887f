import { NameDuplicate } from '../errors.ts'

/** Entries of one kind by their keys, in the order in which they were declared. */
export class EntryList<Entry> {
  readonly #entries = new Map<string, Entry>()
  readonly #owner: (key: string) => string
  #version = 0

  /** @param owner what an error calls the entry of a key, such as `tool "x"` */
  constructor (owner: (key: string) => string) {
    this.#owner = owner
  }

  /** Counts the changes since the start: what is derived from the list holds while this stays. */
  get version (): number {
    return this.#version
  }

  get size (): number {
    return this.#entries.size
  }

  /** @throws BMCP_ERR_NAME_DUPLICATE */
  add (key: string, entry: Entry): void {
    if (this.#entries.has(key)) throw new NameDuplicate(this.#owner(key))
    this.#entries.set(key, entry)
    this.#version++
  }

  /** Answers whether it was there. */
  remove (key: string): boolean {
    const removed = this.#entries.delete(key)
    if (removed) this.#version++
    return removed
  }

  get (key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  entries (): IterableIterator<[key: string, entry: Entry]> {
    return this.#entries.entries()
  }

  values (): IterableIterator<Entry> {
    return this.#entries.values()
  }
}
