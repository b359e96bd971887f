import type { Readable, Writable } from 'node:stream'
import { encodeAnswer, refusal, type Answer, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { decodeMessage, type NotificationMessage, type RequestMessage } from '../protocol/message.ts'
import { LegacySession } from '../protocol/legacy-session.ts'
import type { McpServer } from '../protocol/server.ts'
import type { Logger } from '../../types/dispatch.ts'
import { StdioCall, type Connection } from './calls.ts'
import { MAX_BACKLOG_BYTES } from '../limits.ts'
import { LineSplitter } from './lines.ts'
import { LineOutput, type WriteText } from './output.ts'
import { Session } from './session.ts'

export interface StdioOptions {
  readonly input: Readable
  readonly output: Writable
  /** The output's own `write`. */
  readonly write: WriteText
  /** Bytes of a line at most, without its end. */
  readonly maxLineBytes: number
  /** Calls of the host's code that run at once; more wait their turn. */
  readonly maxConcurrent: number
  /** Milliseconds that running calls are given once the input has ended. */
  readonly shutdownTimeoutMs: number
  readonly log: Logger
}

/** Waiting calls from which no more is read: those that wait hold their arguments in memory. */
const MAX_WAITING = 256

/** Serves one client over a pair of streams (specification: basic/transports/stdio; and 2025-11-25's). */
export class StdioServer {
  readonly #server: McpServer
  readonly #options: StdioOptions
  readonly #output: LineOutput
  readonly #lines: LineSplitter
  readonly #session = new Session()
  readonly #connection: Connection
  readonly #running = new Set<StdioCall>()
  /** Subscriptions: open until somebody ends them. */
  readonly #listening = new Set<StdioCall>()
  readonly #waiting = new Set<StdioCall>()
  #ending = false
  #finish: () => void = () => {}
  #idle: () => void = () => {}

  constructor (server: McpServer, options: StdioOptions) {
    this.#server = server
    this.#options = options
    this.#output = new LineOutput(options.output, options.write, () => {
      this.#connection.session.caughtUp()
      this.#proceed()
    })
    this.#connection = {
      log: options.log,
      output: this.#output,
      session: new LegacySession((message) => this.#output.send(JSON.stringify(message)), () => this.#output.backlog > MAX_BACKLOG_BYTES)
    }
    this.#lines = new LineSplitter(options.maxLineBytes, {
      line: (bytes) => this.#receive(bytes),
      tooLong: () => this.#send(refusal(400, INVALID_REQUEST, `Invalid request: a line has at most ${options.maxLineBytes} bytes`))
    })
  }

  /** Serves until the input ends, `end` is called, or the reader is gone; resolves when all is answered. */
  async serve (): Promise<void> {
    const { input, output } = this.#options
    const ended = new Promise<void>((resolve) => { this.#finish = resolve })
    input.on('data', (chunk: Buffer | string) => {
      this.#lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      // Lines that are answered at once fill a slow reader's buffer too.
      this.#proceed()
    })
    input.on('end', () => {
      this.#lines.end()
      this.end()
    })
    input.on('error', () => this.end())
    input.on('close', () => this.end())
    output.on('error', () => this.#abandon())
    output.on('close', () => this.#abandon())
    await ended
    await this.#settle()
  }

  /** Reads no more; what runs is finished. */
  end (): void {
    if (this.#ending) return
    this.#ending = true
    this.#options.input.pause()
    this.#connection.session.end()
    this.#server.close()
    this.#finish()
  }

  /** Nobody reads any more: a broken pipe ends quietly. */
  #abandon (): void {
    for (const call of this.#calls()) this.#cancel(call)
    this.end()
  }

  /** Waits until what runs is answered and written, but not for ever: a call may hang, and a reader may not read. */
  async #settle (): Promise<void> {
    const idle = new Promise<void>((resolve) => { this.#idle = resolve })
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => { timer = setTimeout(resolve, this.#options.shutdownTimeoutMs) })
    this.#proceed()
    await Promise.race([idle.then(() => this.#output.flushed()), late])
    clearTimeout(timer)
    for (const call of this.#running) this.#cancel(call)
  }

  #receive (bytes: Buffer): void {
    // What stands behind an exit in the same chunk is no longer for us.
    if (this.#ending) return
    const message = decodeMessage(bytes)
    if ('code' in message) {
      if (message.notification !== true) this.#send(message)
    } else if (message.kind === 'request') {
      this.#request(message)
    } else if (message.kind === 'notification') {
      this.#notification(message)
    } else if (!this.#connection.session.settle(message.id, message.body)) {
      this.#options.log.info({ id: message.id }, 'dropped a response to no request of ours')
    }
  }

  #request (message: RequestMessage): void {
    const reading = this.#session.read(message)
    if ('code' in reading) { this.#send(reading); return }
    const call = new StdioCall(message, reading, this.#connection)
    this.#waiting.add(call)
    if (this.#server.dispatches(message.method, call)) this.#proceed()
    // What needs no code of the host's is answered at once, however busy that is.
    else this.#start(call)
  }

  #notification ({ method, params }: NotificationMessage): void {
    if (method === 'exit') {
      this.end()
    } else if (method === 'notifications/cancelled') {
      for (const call of this.#calls()) {
        if (call.message.id === params?.requestId) this.#cancel(call)
      }
      this.#proceed()
    }
  }

  #cancel (call: StdioCall): void {
    call.cancelled = true
    call.abort()
    this.#waiting.delete(call)
    this.#listening.delete(call)
  }

  #calls (): StdioCall[] {
    return [...this.#running, ...this.#listening, ...this.#waiting]
  }

  /** Begins what may begin, and reads on or stops reading, by how busy the host and the reader are. */
  #proceed (): void {
    for (const call of this.#waiting) {
      if (this.#running.size >= this.#options.maxConcurrent || this.#output.blocked) break
      this.#start(call)
    }
    const { input } = this.#options
    if (this.#waiting.size >= MAX_WAITING || this.#output.blocked) input.pause()
    else if (!this.#ending && input.isPaused()) input.resume()
    if (this.#running.size + this.#waiting.size + this.#listening.size === 0) this.#idle()
  }

  #start (call: StdioCall): void {
    this.#waiting.delete(call)
    const answer = this.#server.handle(call.message, call)
    if (!(answer instanceof Promise)) { this.#answer(call, answer); return }
    const listens = !this.#server.dispatches(call.message.method, call)
    const calls = listens ? this.#listening : this.#running
    calls.add(call)
    answer.then((answer) => {
      calls.delete(call)
      if (!call.cancelled) this.#answer(call, answer)
      // Whoever ends a subscription says so (specification: basic/patterns/cancellation).
      if (!call.cancelled && listens) this.#connection.session.notify('notifications/cancelled', { requestId: call.message.id })
      this.#proceed()
    })
  }

  #answer (call: StdioCall, answer: Answer): void {
    this.#output.send(encodeAnswer(answer, (fault) => {
      call.log.error({ err: fault }, 'the result cannot be written as JSON: the caller was told nothing of this')
    }))
  }

  #send (refused: Refusal): void {
    this.#output.send(encodeAnswer(refused, () => {}))
  }
}
