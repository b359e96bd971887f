import { starters, type Kind } from './servers.ts'

/** One server in a process of its own: tells its port, and its resident set when asked. */

const [kind, tools] = process.argv.slice(2)
const began = performance.now()
const port = await starters[kind as Kind](Number(tools))
process.send?.({ port, startMs: performance.now() - began })

process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ rss: process.memoryUsage.rss() })
})
process.on('disconnect', () => process.exit(0))
