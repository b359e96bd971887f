import type { AddressInfo } from 'node:net'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { headersOf, type Rpc } from './mcp.ts'
import { checkWire } from './wire-schema.ts'

/** A client of one answer that is a stream, over a real socket. */
export class StreamClient {
  /** Everything that was received, in its order. */
  readonly messages: any[] = []
  readonly comments: string[] = []
  readonly response: IncomingMessage
  ended = false
  readonly #request: ClientRequest
  #wake: () => void = () => {}
  #rest = ''

  private constructor (method: string, request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.response = response
    response.setEncoding('utf8').on('data', (text: string) => {
      const parts = (this.#rest + text).split('\n\n')
      this.#rest = parts.pop() ?? ''
      for (const part of parts) this.#take(part, method)
      this.#wake()
    })
    response.on('close', () => {
      this.ended = true
      this.#wake()
    })
    response.on('error', () => {})
  }

  /** Posts a message and waits for the head of its answer. */
  static open (app: FastifyInstance, message: Rpc, headers: Record<string, string> = {}): Promise<StreamClient> {
    const { port } = app.server.address() as AddressInfo
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers: { ...headersOf(message), accept: 'application/json, text/event-stream', ...headers } })
      sent.on('response', (response) => resolve(new StreamClient(message.method, sent, response))).on('error', reject)
      sent.end(JSON.stringify(message))
    })
  }

  #take (part: string, method: string): void {
    if (part.startsWith(':')) { this.comments.push(part); return }
    const message = JSON.parse(part.replace(/^data: /, ''))
    checkWire(message, method)
    this.messages.push(message)
  }

  /** Waits until something holds of what was received. */
  async until (holds: (client: this) => boolean): Promise<void> {
    while (!holds(this)) {
      if (this.ended) throw new Error(`the stream ended first: ${JSON.stringify(this.messages)}`)
      await new Promise<void>((resolve) => { this.#wake = resolve })
    }
  }

  /** Waits for the message of that number, from 0. */
  async message (index: number): Promise<any> {
    await this.until(({ messages }) => messages.length > index)
    return this.messages[index]
  }

  /** Waits for the end; gives everything. */
  async all (): Promise<any[]> {
    while (!this.ended) await new Promise<void>((resolve) => { this.#wake = resolve })
    return this.messages
  }

  /** Goes away. */
  leave (): void {
    this.#request.destroy()
  }
}

/** Listens on a port of this machine's choosing. */
export async function listening (app: FastifyInstance): Promise<FastifyInstance> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
