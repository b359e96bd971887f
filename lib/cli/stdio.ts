import pino from 'pino'
import { serveStdio } from '../stdio/serve.ts'
import { MAX_CONCURRENT_CALLS, SHUTDOWN_TIMEOUT_MS } from '../limits.ts'
import { hostFlags, logLevel, readArgs, soleModule, wholeNumber, type Flags } from './args.ts'
import { hostOptions } from '../options.ts'
import { loadHost } from './load-host.ts'
import { observeFlags, observing } from './observing.ts'
import type { LiveServer } from '../../types/fastify.ts'
import { watch } from './watch.ts'

const flags = {
  ...hostFlags,
  ...observeFlags,
  'max-concurrent': { type: 'string', default: String(MAX_CONCURRENT_CALLS) },
  'shutdown-timeout-ms': { type: 'string', default: String(SHUTDOWN_TIMEOUT_MS) }
} as const satisfies Flags

/** `beam-mcp stdio <host-module>`: a host over this process's standard streams. */
export async function stdio (args: readonly string[]): Promise<void> {
  const { values, positionals } = readArgs(args, flags)
  if (values.watch === true) return watch('stdio', args)
  const file = soleModule(positionals, 'stdio')
  const logger = pino({ name: 'beam-mcp', level: logLevel(values) }, pino.destination(2))
  const maxConcurrent = wholeNumber(values, 'max-concurrent', 1, Number.MAX_SAFE_INTEGER)
  const shutdownTimeoutMs = wholeNumber(values, 'shutdown-timeout-ms', 1, 2 ** 31 - 1)
  const observe = await observing(values)
  const host = hostOptions(await loadHost(file))
  const onReady = (server: LiveServer): void => {
    observe?.(server, logger)
    host.onReady?.(server)
  }
  return serveStdio({ ...host, logger, maxConcurrent, shutdownTimeoutMs, onReady })
}
