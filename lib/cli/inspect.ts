import { usageFault, CliFault } from './fault.ts'
import { readArgs, type Flags } from './args.ts'

const flags = {
  json: { type: 'boolean', default: false },
  header: { type: 'string', multiple: true },
  verbose: { type: 'boolean', default: false }
} as const satisfies Flags

/** What a server says that it offers. */
interface Offer {
  readonly revision: string | undefined
  readonly serverInfo: unknown
  readonly capabilities: unknown
  readonly instructions: string | undefined
  readonly tools: readonly OfferedTool[]
  readonly resources: readonly OfferedResource[]
  readonly resourceTemplates: readonly OfferedResource[]
  readonly prompts: readonly OfferedPrompt[]
}

interface OfferedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: { readonly properties?: Record<string, unknown> | undefined, readonly required?: readonly string[] | undefined }
}

interface OfferedResource {
  readonly uri?: string | undefined
  readonly uriTemplate?: string | undefined
  readonly name: string
  readonly mimeType?: string | undefined
  readonly description?: string | undefined
}

interface OfferedPrompt {
  readonly name: string
  readonly description?: string | undefined
  readonly arguments?: ReadonlyArray<{ readonly name: string, readonly required?: boolean | undefined }> | undefined
}

/** `beam-mcp inspect <url | -- command…>`: what a server offers, in either era, through the official client. */
export async function inspect (args: readonly string[]): Promise<void> {
  const { values, positionals } = readArgs(args, flags)
  const [target, ...rest] = positionals
  if (target === undefined) throw usageFault('inspect wants a URL, or -- and a command')
  const offer = await ask(target, rest, readHeaders((values.header ?? []) as string[]))
  console.log(values.json === true ? JSON.stringify(offer, null, 2) : describe(offer))
}

async function ask (target: string, args: string[], headers: Record<string, string>): Promise<Offer> {
  const { Client, StreamableHTTPClientTransport, StdioClientTransport } = await loadClient()
  const client = new Client({ name: 'beam-mcp inspect', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  try {
    await client.connect(/^https?:/.test(target)
      ? new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } })
      : new StdioClientTransport({ command: target, args, env: process.env as Record<string, string> }))
    const capabilities = client.getServerCapabilities()
    const { tools } = capabilities?.tools === undefined ? { tools: [] } : await client.listTools()
    const { resources } = capabilities?.resources === undefined ? { resources: [] } : await client.listResources()
    const { resourceTemplates } = capabilities?.resources === undefined ? { resourceTemplates: [] } : await client.listResourceTemplates()
    const { prompts } = capabilities?.prompts === undefined ? { prompts: [] } : await client.listPrompts()
    return {
      revision: client.getNegotiatedProtocolVersion(),
      serverInfo: client.getServerVersion(),
      capabilities,
      instructions: client.getInstructions(),
      tools: tools as OfferedTool[],
      resources,
      resourceTemplates,
      prompts
    }
  } catch (error) {
    throw new CliFault(1, `${target}: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.close()
  }
}

/** The client is a tool of the developer's: who only serves does without it. */
async function loadClient () {
  try {
    const [{ Client, StreamableHTTPClientTransport }, { StdioClientTransport }] = await Promise.all([import('@modelcontextprotocol/client'), import('@modelcontextprotocol/client/stdio')])
    return { Client, StreamableHTTPClientTransport, StdioClientTransport }
  } catch (error) {
    throw new CliFault(1, 'inspect needs the official client: npm install --save-dev @modelcontextprotocol/client', { cause: error })
  }
}

function readHeaders (headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(headers.map((header) => {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(header) ?? []
    if (name === undefined || value === undefined) throw usageFault("--header wants 'Name: value'")
    return [name, value]
  }))
}

function describe ({ revision, serverInfo, capabilities, instructions, tools, resources, resourceTemplates, prompts }: Offer): string {
  const { name, version } = serverInfo as { name: string, version: string }
  return [
    `${name} ${version}, MCP ${revision}`,
    `capabilities: ${Object.keys(capabilities as object).join(', ')}`,
    ...(instructions === undefined ? [] : [`instructions: ${instructions}`]),
    ...table(['TOOL', 'ARGUMENTS', 'DESCRIPTION'], tools.map((tool) => [tool.name, argumentsOf(tool), tool.description])),
    ...table(['RESOURCE', 'NAME', 'DESCRIPTION'], [...resources, ...resourceTemplates].map((resource) => [resource.uri ?? resource.uriTemplate ?? '', resource.name, resource.description])),
    ...table(['PROMPT', 'ARGUMENTS', 'DESCRIPTION'], prompts.map((prompt) => [prompt.name, (prompt.arguments ?? []).map((argument) => optional(argument.name, argument.required === true)).join(', '), prompt.description]))
  ].join('\n')
}

/** The names of the arguments, those that may be left out with a question mark. */
function argumentsOf ({ inputSchema: { properties = {}, required = [] } }: OfferedTool): string {
  return Object.keys(properties).map((name) => optional(name, required.includes(name))).join(', ')
}

function optional (name: string, required: boolean): string {
  return required ? name : `${name}?`
}

/** Nothing where there are no rows. The last column, which is long, stays as it is but for its first line. */
function table (head: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | undefined>>): string[] {
  if (rows.length === 0) return []
  const lines = [head, ...rows].map((row) => row.map((cell) => cell?.split('\n')[0] ?? ''))
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return ['', ...lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd())]
}
