import Fastify from 'fastify'
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS, MAX_CONNECTIONS, REQUEST_TIMEOUT_MS, SHUTDOWN_TIMEOUT_MS } from '../limits.ts'
import { beamMcp } from '../plugin.ts'
import { hostFlags, logLevel, readArgs, soleModule, wholeNumber, type Flags } from './args.ts'
import { CliFault } from './fault.ts'
import { loadHost } from './load-host.ts'
import { observeFlags, observing } from './observing.ts'
import { watch } from './watch.ts'

const MAX_TIMEOUT_MS = 2 ** 31 - 1

const flags = {
  ...hostFlags,
  ...observeFlags,
  port: { type: 'string', default: '4000' },
  host: { type: 'string', default: '127.0.0.1' },
  path: { type: 'string' },
  'allow-origin': { type: 'string', multiple: true },
  'headers-timeout-ms': { type: 'string', default: String(HEADERS_TIMEOUT_MS) },
  'request-timeout-ms': { type: 'string', default: String(REQUEST_TIMEOUT_MS) },
  'keep-alive-timeout-ms': { type: 'string', default: String(KEEP_ALIVE_TIMEOUT_MS) },
  'shutdown-timeout-ms': { type: 'string', default: String(SHUTDOWN_TIMEOUT_MS) },
  'max-connections': { type: 'string', default: String(MAX_CONNECTIONS) }
} as const satisfies Flags

/** `beam-mcp http <host-module>`: a host over Streamable HTTP, in a server with limits of its own. */
export async function http (args: readonly string[]): Promise<void> {
  const { values, positionals } = readArgs(args, flags)
  if (values.watch === true) return watch('http', args)
  const file = soleModule(positionals, 'http')
  const level = logLevel(values)
  const port = wholeNumber(values, 'port', 0, 65_535)
  const shutdownTimeoutMs = wholeNumber(values, 'shutdown-timeout-ms', 1, MAX_TIMEOUT_MS)
  const observe = await observing(values)
  const host = await loadHost(file)
  const app = Fastify({
    logger: { level },
    keepAliveTimeout: wholeNumber(values, 'keep-alive-timeout-ms', 1, MAX_TIMEOUT_MS),
    requestTimeout: wholeNumber(values, 'request-timeout-ms', 1, MAX_TIMEOUT_MS)
  })
  app.server.headersTimeout = wholeNumber(values, 'headers-timeout-ms', 1, MAX_TIMEOUT_MS)
  app.server.maxConnections = wholeNumber(values, 'max-connections', 1, Number.MAX_SAFE_INTEGER)
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))

  const origins = values['allow-origin'] as string[] | undefined
  await app.register(beamMcp, {
    ...host,
    allowedOrigins: host.allowedOrigins === 'any' || origins === undefined ? host.allowedOrigins : [...host.allowedOrigins, ...origins],
    ...(values.path === undefined ? {} : { path: String(values.path) })
  })
  observe?.(app.mcp, app.log)
  endOnSignal(app, shutdownTimeoutMs)
  try {
    const address = await app.listen({ port, host: String(values.host) })
    app.log.info(`MCP endpoint: ${address}${app.mcp.path}`)
  } catch (error) {
    throw new CliFault(1, (error as Error).message, { cause: error })
  }
}

/** Stops accepting, lets what runs finish, and exits with 0: within a bound, whatever hangs. */
function endOnSignal (app: { close (): PromiseLike<unknown> }, shutdownTimeoutMs: number): void {
  const end = (): void => {
    setTimeout(() => process.exit(0), shutdownTimeoutMs).unref()
    app.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', end).once('SIGINT', end)
}
