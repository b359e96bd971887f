import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Fastify from 'fastify'
import { createMcpFastifyApp } from '@modelcontextprotocol/fastify'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import beamMcp, { allow, defineCatalog, defineTool } from 'beam-mcp'
import { ECHO_SCHEMA, FILLER_SCHEMA, REPORTS, SERVER_INFO, STREAMING } from './workload.ts'

export type Kind = 'node:http' | 'fastify' | 'beam-mcp' | 'sdk'

interface Rpc { id: number, method: string, params: { name: string, arguments: { text: string }, _meta: { progressToken?: string } } }

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
  return Array.from({ length: Math.max(tools - 1, 0) }, (_, index) => `tool_${index + 1}`)
}

/** The stream that `report` is answered with, and nothing else: what there is to lose. */
function reports ({ id, params }: Rpc): Readable {
  const stream = new Readable({ read () {} })
  const send = (message: object): void => { stream.push(`data: ${JSON.stringify(message)}\n\n`) }
  const { progressToken } = params._meta
  for (let progress = 1; progress <= REPORTS; progress++) send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress, total: REPORTS } })
  send({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'done' }], resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO } } })
  stream.push(null)
  return stream
}

/** Starts a server with as many tools as are wanted, `echo` first; with {@link STREAMING} tools, with `echo` and `report`. Answers its port. */
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
    app.post('/mcp', (request, reply) => {
      const message = request.body as Rpc
      if (message.params.name === 'report') reply.header('content-type', 'text/event-stream').send(reports(message))
      else reply.send(answer(message))
    })
    return listen(app)
  },

  async 'beam-mcp' (tools) {
    const echo = defineTool({ name: 'echo', inputSchema: ECHO_SCHEMA, handler: ({ text }) => String(text) })
    const others = fillers(tools).map((name) => defineTool({ name, inputSchema: FILLER_SCHEMA, handler: () => '' }))
    const report = defineTool({
      name: 'report',
      handler (_args, { progress }) {
        for (let step = 1; step <= REPORTS; step++) progress(step, REPORTS)
        return 'done'
      }
    })
    const app = Fastify()
    await app.register(beamMcp, {
      serverInfo: SERVER_INFO,
      catalog: defineCatalog({ tools: tools === STREAMING ? [echo, report] : [echo, ...others], resources: [], prompts: [] }),
      progressIntervalMs: 0,
      allowedOrigins: [],
      authorize: () => allow()
    })
    return listen(app)
  },

  async sdk (tools) {
    const node = toNodeHandler(createMcpHandler(() => {
      const server = new McpServer(SERVER_INFO)
      server.registerTool('echo', { inputSchema: fromJsonSchema<{ text: string }>(ECHO_SCHEMA) }, async ({ text }) => ({ content: [{ type: 'text', text }] }))
      if (tools === STREAMING) {
        server.registerTool('report', {}, async (context) => {
          const { progressToken = '' } = context.mcpReq._meta ?? {}
          for (let progress = 1; progress <= REPORTS; progress++) await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: REPORTS } })
          return { content: [{ type: 'text', text: 'done' }] }
        })
      }
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
