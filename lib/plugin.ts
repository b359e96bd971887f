import type { FastifyInstance, FastifyPluginAsync, RegisterOptions } from 'fastify'
import fp from 'fastify-plugin'
import { Catalog } from './catalog/catalog.ts'
import { compileSchema, type SchemaCompiler } from './catalog/compiler.ts'
import type { ToolEntry } from './catalog/entries.ts'
import { HeaderParamInvalid } from './errors.ts'
import { mountEndpoint } from './http/endpoint.ts'
import { resolveOptions, serverOptions, type BeamMcpOptions } from './options.ts'
import { McpServer } from './protocol/server.ts'
import type { BeamMcp, LiveServer } from '../types/fastify.ts'
import type { Logger } from '../types/dispatch.ts'

/** Several servers may be registered in one scope; each needs a path of its own. */
async function register (fastify: FastifyInstance, given: BeamMcpOptions): Promise<void> {
  const options = resolveOptions(given)
  await fastify.register(async (scope) => {
    scope.setValidatorCompiler(compileSchema as Parameters<typeof scope.setValidatorCompiler>[0])
    const catalog = new Catalog(options.catalog, {
      // Fastify's own seam: what validates in this scope is what enforces the tools' schemas.
      compile: scope.validatorCompiler as SchemaCompiler,
      dispatched: options.dispatch !== undefined,
      onAdd: (entry) => tellOfHeaders(entry, scope.log)
    })
    const server = new McpServer(catalog, serverOptions(options), scope.log)
    mountEndpoint(scope, server, {
      path: options.path,
      allowedOrigins: options.allowedOrigins,
      allowedHosts: options.allowedHosts,
      authorize: options.authorize,
      authorizeBody: options.authorizeBody,
      maxBodyBytes: options.maxBodyBytes,
      bodyTimeoutMs: options.bodyTimeoutMs,
      keepAliveMs: options.keepAliveMs
    })
    announce(fastify, server.live, `${scope.prefix}${options.path}`)
    options.onReady?.(server.live)
  }, registerOptions(given))
}

/** What Fastify itself takes of every plugin, and fastify-plugin keeps from it: for the scope of our own. */
function registerOptions ({ prefix, logLevel, logSerializers }: BeamMcpOptions & RegisterOptions): RegisterOptions {
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(logSerializers === undefined ? {} : { logSerializers })
  }
}

function tellOfHeaders ({ name, headers }: ToolEntry, log: Logger): void {
  for (const fault of headers.faults) log.error({ err: new HeaderParamInvalid(name, fault) }, 'tool declared with a forbidden annotation')
  for (const warning of headers.warnings) log.warn({ tool: name }, warning)
}

/** `fastify.mcp` is the first server of a scope; the others are found by their paths. */
function announce (fastify: FastifyInstance, live: LiveServer, path: string): void {
  const own = Object.hasOwn(fastify, 'mcp') ? fastify.mcp : undefined
  const servers = (own?.servers ?? new Map()) as Map<string, BeamMcp>
  const mcp: BeamMcp = Object.assign(live, { path, servers })
  servers.set(path, mcp)
  if (own === undefined) fastify.decorate('mcp', mcp)
}

/**
 * The Fastify plugin: an MCP endpoint over stateless Streamable HTTP, revision 2026-07-28.
 *
 * @throws BMCP_ERR_OPTION_REQUIRED, BMCP_ERR_OPTION_INVALID, BMCP_ERR_OPTION_UNKNOWN, and what the catalog throws
 */
export const beamMcp: FastifyPluginAsync<BeamMcpOptions> = fp(register, { name: 'beamMcp', fastify: '5.x' })
