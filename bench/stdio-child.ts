import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio as serveSdk } from '@modelcontextprotocol/server/stdio'
import { defineCatalog, defineTool, serveStdio } from 'beam-mcp'
import { ECHO_SCHEMA, SERVER_INFO } from './workload.ts'

/** One stdio server with `echo`: ours, or the official SDK's. */
if (process.argv[2] === 'sdk') {
  serveSdk(() => {
    const server = new McpServer(SERVER_INFO)
    server.registerTool('echo', { inputSchema: fromJsonSchema<{ text: string }>(ECHO_SCHEMA) }, async ({ text }) => ({ content: [{ type: 'text', text }] }))
    return server
  })
} else {
  const echo = defineTool({ name: 'echo', inputSchema: ECHO_SCHEMA, handler: async ({ text }) => String(text) })
  await serveStdio({ serverInfo: SERVER_INFO, catalog: defineCatalog({ tools: [echo], resources: [], prompts: [] }) })
}
