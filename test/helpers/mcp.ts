import Fastify, { type FastifyInstance, type FastifyServerOptions, type InjectOptions } from 'fastify'
import type { Test } from 'tap'
import beamMcp, { allow, defineCatalog, type BeamMcpOptions, type CatalogDefinition, type Tool } from '../../lib/index.ts'
import { checkWire } from './wire-schema.ts'

export const VERSION = '2026-07-28'
export const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {}
}
export const SERVER_INFO = { name: 'test-server', version: '1.0.0' }
export const SERVER_META = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO }

export interface Rpc { jsonrpc: string, id?: unknown, method: string, params?: Record<string, unknown> }

/** A well-formed request of revision 2026-07-28; members of `_meta` may be added. */
export function rpc (method: string, params: Record<string, unknown> = {}, id: unknown = 1): Rpc {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...META, ...params._meta as object } } }
}

/** A well-formed call of a tool. */
export function call (name: string, args?: unknown, id: unknown = 1): Rpc {
  return rpc('tools/call', args === undefined ? { name } : { name, arguments: args }, id)
}

/** The right headers for a message. */
export function headersOf ({ method, params }: Rpc): Record<string, string> {
  const name = method === 'resources/read' ? params?.uri : params?.name
  return {
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {})
  }
}

/** What a host offers: a list of tools stands for those alone. */
export type Offer = readonly Tool[] | Partial<CatalogDefinition>

export function catalogOf (offer: Offer): CatalogDefinition {
  return defineCatalog({ tools: [], resources: [], prompts: [], ...(Array.isArray(offer) ? { tools: offer } : offer) })
}

/** Options that are right, but for those that a test is about. */
export function optionsOf (offer: Offer, rest: Partial<BeamMcpOptions> = {}): BeamMcpOptions {
  return { serverInfo: SERVER_INFO, catalog: catalogOf(offer), allowedOrigins: [], authorize: () => allow(), ...rest }
}

/** A host with one server, closed when the test ends. */
export async function serve (t: Test, offer: Offer, rest: Partial<BeamMcpOptions> = {}, fastify: FastifyServerOptions = {}): Promise<FastifyInstance> {
  const app = Fastify(fastify)
  t.teardown(() => app.close())
  await app.register(beamMcp, optionsOf(offer, rest))
  return app
}

export interface Reply { status: number, headers: Record<string, unknown>, body: any, text: string }

/** Posts a message with its right headers; `headers` replaces some, and `undefined` takes one away. */
export async function post (app: FastifyInstance, message: Rpc | string | Buffer, headers: Record<string, string | string[] | undefined> = {}, rest: InjectOptions = {}): Promise<Reply> {
  const right = typeof message === 'object' && 'jsonrpc' in message ? headersOf(message as Rpc) : { 'content-type': 'application/json', 'mcp-protocol-version': VERSION }
  const all = Object.fromEntries(Object.entries({ ...right, ...headers }).filter(([, value]) => value !== undefined)) as Record<string, string>
  const payload = typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)
  const response = await app.inject({ method: 'POST', url: '/mcp', headers: all, payload, ...rest })
  const text = response.body
  const body = text === '' || !String(response.headers['content-type']).includes('json') ? undefined : JSON.parse(text)
  if (body !== undefined) checkWire(body, typeof message === 'object' && 'method' in message ? message.method : undefined)
  return { status: response.statusCode, headers: response.headers, text, body }
}

export interface LogLine { level: number, msg: string, err?: { code?: string, message: string, stack: string }, [key: string]: unknown }

/** A logger that keeps its lines: `Fastify({ logger: logs.options })`. */
export function keepLogs (level = 'trace'): { lines: LogLine[], options: object } {
  const lines: LogLine[] = []
  return { lines, options: { level, stream: { write: (line: string) => { lines.push(JSON.parse(line)) } } } }
}
