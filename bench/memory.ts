import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { load } from './load.ts'
import { usage, type Server } from './process.ts'
import { callEcho } from './workload.ts'

export const MIB = 1_048_576
export const BODIES = 200

/** Shorter than the time that a body may take. */
const ARRIVAL_MS = 10_000

/** Resident bytes for each of many bodies that have arrived all but their last byte. Each is answered in the end. */
export async function bytesPerBody (server: Server): Promise<number> {
  const { headers, body } = callEcho(MIB - 400)
  const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}content-length: ${body.length}\r\n\r\n`
  const sent = head + body.slice(0, -1)
  await load(server.port, callEcho(1024), 1)
  const before = await usage(server)
  const sockets = await Promise.all(Array.from({ length: BODIES }, () => upload(server.port, sent)))
  const grown = await residentOnceRead(server, before.bytesRead + BODIES * sent.length) - before.rss
  await Promise.all(sockets.map((socket) => finish(socket, body.slice(-1))))
  return grown / BODIES
}

/** What a socket has sent may still be on its way: the kernel holds megabytes of it, which are no memory of the server's. */
async function residentOnceRead (server: Server, bytes: number): Promise<number> {
  const deadline = performance.now() + ARRIVAL_MS
  for (;;) {
    const { rss, bytesRead } = await usage(server)
    if (bytesRead >= bytes) return rss
    if (performance.now() > deadline) throw new Error(`of ${bytes} bytes only ${bytesRead} have arrived`)
    await wait(20)
  }
}

async function upload (port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => { socket.write(bytes, resolve) })
  return socket
}

async function finish (socket: Socket, bytes: string): Promise<void> {
  socket.write(bytes)
  const [chunk] = await once(socket, 'data')
  if (!String(chunk).startsWith('HTTP/1.1 200')) throw new Error(`a body was answered with ${String(chunk).slice(0, 40)}`)
  socket.destroy()
}
