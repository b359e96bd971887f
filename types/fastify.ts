import type { Tool } from './catalog.ts'

/** The catalog of a running server, as plugins of the host see it. */
export interface LiveCatalog {
  /**
   * Adds a tool to the end of the list, before `ready` or while serving.
   *
   * @throws BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED
   */
  addTool (tool: Tool): void
  /** Takes a tool out; calls that are running finish. Answers whether it was there. */
  removeTool (name: string): boolean
}

/** What `fastify.mcp` is: the first server that was registered in this scope, and with it all of them. */
export interface BeamMcp {
  readonly catalog: LiveCatalog
  /** The URL path of the endpoint, prefixes included. */
  readonly path: string
  /** Every server of this scope by its path, in the order of registration. */
  readonly servers: ReadonlyMap<string, BeamMcp>
}

declare module 'fastify' {
  interface FastifyInstance {
    mcp: BeamMcp
  }
}
