import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { load } from './load.ts'
import { usage, type Server } from './process.ts'
import { callEcho, callReport, listen, REPORTS, type Request } from './workload.ts'

/** Subscriptions that are held open at once. */
export const SUBSCRIPTIONS = 10_000
/** Those that are being opened at a time. */
const OPENING = 100

/** Messages a second that a server streams: each request brings its reports of progress, and its result. */
export async function messagesPerSecond (port: number, seconds: number): Promise<number> {
  return await load(port, callReport, seconds) * (REPORTS + 1)
}

/** Resident bytes for each of many idle subscriptions, from the second thousand on: the first also fills what is set aside once. */
export async function bytesPerSubscription (server: Server): Promise<number> {
  await load(server.port, callEcho(1024), 1)
  const sockets = await open(server.port, SUBSCRIPTIONS / 10)
  const before = await usage(server)
  sockets.push(...await open(server.port, SUBSCRIPTIONS - sockets.length))
  const after = await usage(server)
  for (const socket of sockets) socket.destroy()
  return (after.rss - before.rss) / (SUBSCRIPTIONS * 0.9)
}

async function open (port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Math.min(OPENING, count - sockets.length)
    sockets.push(...await Promise.all(Array.from({ length: some }, () => subscribe(port, listen))))
  }
  return sockets
}

/** Resolves when the acknowledgement has come. */
async function subscribe (port: number, { headers, body }: Request): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /mcp HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}content-length: ${body.length}\r\n\r\n${body}`)
  let text = ''
  while (!text.includes('notifications/subscriptions/acknowledged')) {
    const [chunk] = await once(socket, 'data')
    text += String(chunk)
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`a subscription was answered with ${text.slice(0, 40)}`)
  }
  return socket
}
