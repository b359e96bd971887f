import { PassThrough, type Readable, type Writable } from 'node:stream'
import { defineCatalog, serveStdio, type ServeStdioOptions, type Tool } from '../../lib/index.ts'
import { SERVER_INFO } from './mcp.ts'

const quiet = { error () {}, warn () {}, info () {}, debug () {}, child () { return quiet } }

/** A client of a stdio server in this process. */
export class StdioClient {
  readonly input: PassThrough
  readonly output: PassThrough
  /** Everything that was received, in its order. */
  readonly messages: any[] = []
  /** Resolves when the server has ended. */
  readonly done: Promise<void>
  #wake: () => void = () => {}
  #rest = ''

  constructor (tools: readonly Tool[], rest: Partial<Omit<ServeStdioOptions, 'input' | 'output'>> & { input?: PassThrough, output?: PassThrough } = {}) {
    const { input = new PassThrough(), output = new PassThrough(), ...others } = rest
    this.input = input
    this.output = output
    this.done = serveStdio({
      serverInfo: SERVER_INFO,
      catalog: defineCatalog({ tools, resources: [], prompts: [] }),
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
      for (const line of lines) this.messages.push(JSON.parse(line))
      this.#wake()
    })
  }

  send (message: object): void {
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
