import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export async function listen (app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** One raw connection, to write exactly the bytes that a test is about. */
export class RawClient {
  readonly socket: Socket
  received = ''
  #ended = false
  #wake: () => void = () => {}

  constructor (port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    this.socket.setEncoding('latin1')
    this.socket.on('data', (chunk) => { this.received += String(chunk); this.#wake() })
    this.socket.on('end', () => { this.#ended = true; this.#wake() })
    this.socket.on('error', () => { this.#ended = true; this.#wake() })
    this.socket.on('close', () => { this.#ended = true; this.#wake() })
  }

  write (bytes: string | Buffer): boolean {
    return this.socket.write(bytes)
  }

  /** Waits for one whole answer with a Content-Length, takes it off, and gives its parts. */
  async answer (): Promise<{ status: number, head: string, body: string }> {
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n')
      if (end >= 0) {
        const head = this.received.slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (this.received.length >= end + 4 + length) {
          const body = this.received.slice(end + 4, end + 4 + length)
          this.received = this.received.slice(end + 4 + length)
          return { status: Number(head.slice(9, 12)), head, body }
        }
      }
      if (this.#ended) throw new Error(`the connection ended before a whole answer: ${JSON.stringify(this.received)}`)
      await this.#change()
    }
  }

  /** Waits until the server has ended its half. */
  async ended (): Promise<void> {
    while (!this.#ended) await this.#change()
  }

  close (): void {
    this.socket.destroy()
  }

  #change (): Promise<void> {
    return new Promise((resolve) => { this.#wake = resolve })
  }
}

/** The bytes of a request: header lines as given, in their order, then the body. */
export function rawRequest (lines: readonly string[], body: string | Buffer = '', path = '/mcp'): Buffer {
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}
