import type { Writable } from 'node:stream'

/** A writable stream's `write`. */
export type WriteText = (text: string, done: (error?: Error | null) => void) => boolean

/** Whole lines out, one after the other. Says when the reader has fallen behind. */
export class LineOutput {
  readonly #stream: Writable
  readonly #write: WriteText
  #pending = 0
  #blocked = false
  #onFlushed: (() => void) | undefined

  /**
   * @param write the stream's own `write`, as it was before anybody guarded it
   * @param onDrain called when a reader that had fallen behind has caught up
   */
  constructor (stream: Writable, write: WriteText, onDrain: () => void) {
    this.#stream = stream
    this.#write = write.bind(stream)
    stream.on('drain', () => {
      this.#blocked = false
      onDrain()
    })
  }

  /** Whether the reader has fallen behind: nothing new should be begun. */
  get blocked (): boolean {
    return this.#blocked
  }

  /** Bytes that the reader has not taken yet. */
  get backlog (): number {
    return this.#stream.writableLength
  }

  send (message: string): void {
    this.#pending++
    this.#blocked = !this.#write(`${message}\n`, () => {
      this.#pending--
      if (this.#pending === 0) this.#onFlushed?.()
    })
  }

  /** Resolves once all that was sent has been handed to the system, or has failed. */
  flushed (): Promise<void> {
    if (this.#pending === 0) return Promise.resolve()
    return new Promise((resolve) => { this.#onFlushed = resolve })
  }
}

/**
 * While the protocol owns standard output, what other code writes there (console.log, a stray write) goes to
 * standard error. Answers what gives it back.
 */
export function guardStdout (): () => void {
  const { stdout, stderr } = process
  const own = stdout.write
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  return () => { stdout.write = own }
}
