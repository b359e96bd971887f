import { setTimeout } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { allow, defineCatalog, defineHost, defineTool } from 'beam-mcp'

/** What the soak calls: an echo, a tool that waits to be cancelled, and one that tells the resident set. */

const echo = defineTool({ name: 'echo', inputSchema: Type.Object({ text: Type.String() }), handler: async ({ text }) => text })

const wait = defineTool({
  name: 'wait',
  async handler (_args, { signal }) {
    await new Promise((resolve) => { signal.addEventListener('abort', resolve) })
    return 'nobody reads this'
  }
})

const rss = defineTool({
  name: 'rss',
  async handler () {
    // Pages go back to the system some time after a collection: what stays then is what is held.
    for (let turn = 0; turn < 5; turn++) {
      globalThis.gc?.()
      await setTimeout(50)
    }
    return String(process.memoryUsage.rss())
  }
})

export default defineHost({
  serverInfo: { name: 'soak', version: '1.0.0' },
  catalog: defineCatalog({ tools: [echo, wait, rss], resources: [], prompts: [] }),
  authorize: () => allow(),
  allowedOrigins: []
})
