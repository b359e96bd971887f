import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { starters, type Kind } from './servers.ts'

/** One server in a process of its own: tells its port, and when asked its resident set and what it has read. */

const open = new Set<Socket>()
let readByClosed = 0
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket }
  open.add(socket)
  socket.once('close', () => {
    open.delete(socket)
    readByClosed += socket.bytesRead
  })
})

const [kind, tools] = process.argv.slice(2)
const began = performance.now()
const port = await starters[kind as Kind](Number(tools))
process.send?.({ port, startMs: performance.now() - began })

process.on('message', () => {
  globalThis.gc?.()
  let bytesRead = readByClosed
  for (const socket of open) bytesRead += socket.bytesRead
  process.send?.({ rss: process.memoryUsage.rss(), bytesRead })
})
process.on('disconnect', () => process.exit(0))
