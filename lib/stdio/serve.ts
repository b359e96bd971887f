import type { Readable, Writable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import pino from 'pino'
import { Catalog } from '../catalog/catalog.ts'
import { compileSchema } from '../catalog/compiler.ts'
import { MAX_CONCURRENT_CALLS, MAX_MESSAGE_BYTES, SHUTDOWN_TIMEOUT_MS } from '../limits.ts'
import { checkOptions, hostRules, Milliseconds, serverOptions, type HostOptions, type OptionRule } from '../options.ts'
import { McpServer } from '../protocol/server.ts'
import type { Logger } from '../../types/dispatch.ts'
import { guardStdout } from './output.ts'
import { StdioServer } from './server.ts'

/** What a host writes to serve over stdio. */
export interface ServeStdioOptions extends HostOptions {
  /** Where messages come from; the process's standard input unless given. */
  input?: Readable
  /** Where answers go; the process's standard output unless given. Nothing else may be written there. */
  output?: Writable
  /** Bytes of a line at most; 1,048,576 unless given. */
  maxLineBytes?: number
  /** Calls of the host's code that run at once; 64 unless given. More wait their turn. */
  maxConcurrent?: number
  /** Milliseconds that running calls are given once the input has ended; 5,000 unless given. */
  shutdownTimeoutMs?: number
  /** A pino logger, or one like it; pino on standard error unless given. */
  logger?: Logger
}

const rules: Record<keyof ServeStdioOptions, OptionRule> = {
  ...hostRules,
  input: { write: 'give a readable stream' },
  output: { write: 'give a writable stream' },
  maxLineBytes: { schema: Type.Integer({ minimum: 1 }), write: 'give a number of bytes' },
  maxConcurrent: { schema: Type.Integer({ minimum: 1 }), write: 'give a number of calls' },
  shutdownTimeoutMs: { schema: Milliseconds, write: 'give a number of milliseconds' },
  logger: { write: 'give a pino logger' }
}

/**
 * Serves one client over stdio, revisions 2026-07-28 and 2025-11-25. Resolves when the input has ended and what
 * was running is answered. With the process's own streams it also ends on SIGTERM and SIGINT, keeps whatever else
 * is written to standard output on standard error, and exits with 0 at the end.
 *
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN, and what the catalog throws
 */
export async function serveStdio (given: ServeStdioOptions): Promise<void> {
  const options = checkOptions(given, rules)
  const catalog = new Catalog(options.catalog, { compile: compileSchema, dispatched: options.dispatch !== undefined })
  const { input = process.stdin, output = process.stdout } = options
  const { write } = output
  const log = options.logger ?? pino({ name: 'beam-mcp' }, pino.destination(2))
  const mcp = new McpServer(catalog, serverOptions(options), log)
  const server = new StdioServer(mcp, {
    input,
    output,
    write,
    maxLineBytes: options.maxLineBytes ?? MAX_MESSAGE_BYTES,
    maxConcurrent: options.maxConcurrent ?? MAX_CONCURRENT_CALLS,
    shutdownTimeoutMs: options.shutdownTimeoutMs ?? SHUTDOWN_TIMEOUT_MS,
    log
  })
  options.onReady?.(mcp.live)
  if (output === process.stdout) await serveProcess(server)
  else await server.serve()
}

/** The process is the server: its standard output is the protocol's alone, and its end is the process's. */
async function serveProcess (server: StdioServer): Promise<void> {
  const giveBack = guardStdout()
  const end = (): void => server.end()
  process.once('SIGTERM', end).once('SIGINT', end)
  await server.serve()
  giveBack()
  process.exit(0)
}
