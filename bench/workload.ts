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

function request (method: string, params: object, name?: string): Request {
  return {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': VERSION,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name })
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } })
  }
}

export function callEcho (bytes: number): Request {
  return request('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(bytes) } }, 'echo')
}

export const listTools: Request = request('tools/list', {})
