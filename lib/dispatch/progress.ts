import type { RequestId } from '../../types/protocol.ts'

/** How a call's notifications reach its client. */
export interface Reporting {
  /** What the client wants progress to be reported under, if it does. */
  readonly progressToken: RequestId | undefined
  /** Whether the client has fallen behind: what can wait should. */
  readonly congested: boolean
  /** Sends a notification that belongs to the call, where the client can be sent one. */
  notify (method: string, params: object): void
}

/** Reports the progress of one call: strictly increasing, not too often, and never after its result. */
export class Progress {
  readonly #reporting: Reporting
  readonly #intervalMs: number
  #last = -Infinity
  #waiting: object | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param intervalMs milliseconds between two reports; 0 sends each */
  constructor (reporting: Reporting, intervalMs: number) {
    this.#reporting = reporting
    this.#intervalMs = intervalMs
  }

  report (progress: number, total: number | undefined, message: string | undefined): void {
    const { progressToken } = this.#reporting
    if (progressToken === undefined || !Number.isFinite(progress) || progress <= this.#last) return
    this.#last = progress
    this.#waiting = {
      progressToken,
      progress,
      ...(Number.isFinite(total) ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {})
    }
    if (this.#timer === undefined) this.#send()
  }

  /** Sends what waits: nothing may follow the result. */
  end (): void {
    clearTimeout(this.#timer)
    this.#flush()
  }

  /** The first goes out at once; of those that follow within the interval, the newest when it is over. */
  #send (): void {
    this.#timer = undefined
    if (this.#waiting === undefined) return
    if (!this.#reporting.congested) this.#flush()
    if (this.#intervalMs > 0 || this.#waiting !== undefined) this.#timer = setTimeout(() => this.#send(), this.#intervalMs)
  }

  #flush (): void {
    if (this.#waiting === undefined) return
    this.#reporting.notify('notifications/progress', this.#waiting)
    this.#waiting = undefined
  }
}
