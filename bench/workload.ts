/** The requests that every server is sent, and the tools that it offers. */

export const VERSION = '2026-07-28'

const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {}
}

export const SERVER_INFO = { name: 'bench', version: '1.0.0' }

/** What `echo` takes. */
export const ECHO_SCHEMA = {
  type: 'object' as const,
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false
}

/** What the other tools of a long list take. */
export const FILLER_SCHEMA = {
  type: 'object' as const,
  properties: { query: { type: 'string', description: 'What to look for.' }, limit: { type: 'integer', minimum: 1, maximum: 100 }, exact: { type: 'boolean' } },
  required: ['query'],
  additionalProperties: false
}

export interface Request { readonly headers: Record<string, string>, readonly body: string }

/** Stands for the tools `echo` and `report`, where a number of tools is asked for. */
export const STREAMING = 0

/** Reports of progress that `report` makes before it is done. */
export const REPORTS = 100

function request (method: string, params: { _meta?: object, [key: string]: unknown }, name?: string): Request {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name })
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: { ...META, ...params._meta } } })
  }
}

export function callEcho (bytes: number): Request {
  return callTool('echo', { arguments: { text: 'x'.repeat(bytes) } })
}

function callTool (name: string, rest: object): Request {
  return request('tools/call', { name, ...rest }, name)
}

export const listTools: Request = request('tools/list', {})
export const callReport: Request = callTool('report', { _meta: { progressToken: 'p' } })
export const listen: Request = request('subscriptions/listen', { notifications: { toolsListChanged: true } })
