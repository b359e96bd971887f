import { PassThrough, type Readable, type Writable } from 'node:stream'
import { serveStdio, type ServeStdioOptions } from '../../lib/index.ts'
import { catalogOf, SERVER_INFO, type Offer } from './mcp.ts'
import { checkWire, type RevisionName } from './wire-schema.ts'

const quiet = { error () {}, warn () {}, info () {}, debug () {}, child () { return quiet } }

/** A client of a stdio server in this process. */
export class StdioClient {
  readonly input: PassThrough
  readonly output: PassThrough
  /** Everything that was received, in its order. */
  readonly messages: any[] = []
  /** Resolves when the server has ended. */
  readonly done: Promise<void>
  /** The revision of notifications that are no subscription's. */
  notifiedAs: RevisionName = '2026-07-28'
  readonly #sent = new Map<unknown, { method: string, modern: boolean }>()
  #wake: () => void = () => {}
  #rest = ''

  constructor (offer: Offer, rest: Partial<Omit<ServeStdioOptions, 'input' | 'output'>> & { input?: PassThrough, output?: PassThrough } = {}) {
    const { input = new PassThrough(), output = new PassThrough(), ...others } = rest
    this.input = input
    this.output = output
    this.done = serveStdio({
      serverInfo: SERVER_INFO,
      catalog: catalogOf(offer),
      logger: quiet,
      input: input as Readable,
      output: output as Writable,
      ...others
    })
  }

  /** Begins to read what the server writes; a client that does not is a slow reader. */
  read (): void {
    if (this.output.listenerCount('data') > 0) return
    this.output.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n')
      this.#rest = lines.pop() ?? ''
      for (const line of lines) this.#take(JSON.parse(line))
      this.#wake()
    })
  }

  /** Each message is one of the revision that its request was made in. */
  #take (message: any): void {
    const request = this.#sent.get(message.id)
    const subscribed = message.params?._meta?.['io.modelcontextprotocol/subscriptionId'] !== undefined
    checkWire(message, request?.method, request?.modern === true || subscribed ? '2026-07-28' : message.method === undefined ? '2025-11-25' : this.notifiedAs)
    this.messages.push(message)
  }

  /** Waits until something holds of what was received. */
  async until (holds: (messages: readonly any[]) => boolean): Promise<void> {
    this.read()
    while (!holds(this.messages)) await new Promise<void>((resolve) => { this.#wake = resolve })
  }

  send (message: object): void {
    const { id, method, params } = message as { id?: unknown, method?: string, params?: { _meta?: Record<string, unknown> } }
    if (id !== undefined && method !== undefined) this.#sent.set(id, { method, modern: params?._meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28' })
    this.input.write(`${JSON.stringify(message)}\n`)
  }

  /** Waits for the message of that id. */
  async answer (id: unknown): Promise<any> {
    this.read()
    for (;;) {
      const found = this.messages.find((message) => message.id === id)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => { this.#wake = resolve })
    }
  }

  /** Ends the input, and waits until the server has ended. */
  async end (): Promise<void> {
    this.read()
    this.input.end()
    await this.done
  }
}
