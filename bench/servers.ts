import { createServer } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Fastify from 'fastify'
import { createMcpFastifyApp } from '@modelcontextprotocol/fastify'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import beamMcp, { allow, defineCatalog, defineTool } from 'beam-mcp'
import { ECHO_SCHEMA, FILLER_SCHEMA, SERVER_INFO } from './workload.ts'

export type Kind = 'node:http' | 'fastify' | 'beam-mcp' | 'sdk'

interface Rpc { id: number, method: string, params: { arguments: { text: string } } }

/** Answers as beam-mcp does, with the same check and nothing else: what there is to lose. */
function bareAnswers (tools: number): (message: Rpc) => object {
  const check = new Ajv2020().compile(ECHO_SCHEMA)
  const _meta = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO }
  const list = { tools: [{ name: 'echo', inputSchema: ECHO_SCHEMA }, ...fillers(tools).map((name) => ({ name, inputSchema: FILLER_SCHEMA }))], ttlMs: 0, cacheScope: 'private', resultType: 'complete', _meta }
  return ({ id, method, params }) => {
    if (method === 'tools/list') return { jsonrpc: '2.0', id, result: list }
    if (!check(params.arguments)) throw new Error('invalid arguments')
    return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: params.arguments.text }], resultType: 'complete', _meta } }
  }
}

function fillers (tools: number): string[] {
  return Array.from({ length: tools - 1 }, (_, index) => `tool_${index + 1}`)
}

/** Starts a server with `echo` and as many other tools as are wanted; answers its port. */
export const starters: Record<Kind, (tools: number) => Promise<number>> = {
  async 'node:http' (tools) {
    const answer = bareAnswers(tools)
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        const body = JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString())))
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
      })
    })
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    return (server.address() as { port: number }).port
  },

  async fastify (tools) {
    const answer = bareAnswers(tools)
    const app = Fastify()
    app.post('/mcp', (request, reply) => { reply.send(answer(request.body as Rpc)) })
    return listen(app)
  },

  async 'beam-mcp' (tools) {
    const echo = defineTool({ name: 'echo', inputSchema: ECHO_SCHEMA, handler: ({ text }) => String(text) })
    const others = fillers(tools).map((name) => defineTool({ name, inputSchema: FILLER_SCHEMA, handler: () => '' }))
    const app = Fastify()
    await app.register(beamMcp, {
      serverInfo: SERVER_INFO,
      catalog: defineCatalog({ tools: [echo, ...others], resources: [], prompts: [] }),
      allowedOrigins: [],
      authorize: () => allow()
    })
    return listen(app)
  },

  async sdk (tools) {
    const node = toNodeHandler(createMcpHandler(() => {
      const server = new McpServer(SERVER_INFO)
      server.registerTool('echo', { inputSchema: fromJsonSchema<{ text: string }>(ECHO_SCHEMA) }, async ({ text }) => ({ content: [{ type: 'text', text }] }))
      for (const name of fillers(tools)) server.registerTool(name, { inputSchema: fromJsonSchema(FILLER_SCHEMA) }, async () => ({ content: [] }))
      return server
    }))
    const app = createMcpFastifyApp()
    app.all('/mcp', (request, reply) => node(request.raw as Parameters<typeof node>[0], reply.raw, request.body))
    return listen(app)
  }
}

async function listen (app: { listen (options: { host: string, port: number }): Promise<string> }): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}
