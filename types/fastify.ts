import type { Prompt, Resource, ResourceTemplate, Tool } from './catalog.ts'

/** The catalog of a running server, as plugins of the host see it. */
export interface LiveCatalog {
  /**
   * Adds a tool to the end of the list, before `ready` or while serving. Subscribed clients are told.
   *
   * @throws BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED
   */
  addTool (tool: Tool): void
  /** Takes a tool out; calls that are running finish. Answers whether it was there. */
  removeTool (name: string): boolean
  /**
   * Adds a resource or a resource template to the end of its list.
   *
   * @throws BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED
   */
  addResource (resource: Resource | ResourceTemplate): void
  /** Takes a resource out by its URI, or a template by its URI template. Answers whether it was there. */
  removeResource (uri: string): boolean
  /**
   * Adds a prompt to the end of the list.
   *
   * @throws BMCP_ERR_NAME_DUPLICATE, BMCP_ERR_HANDLER_REQUIRED
   */
  addPrompt (prompt: Prompt): void
  /** Takes a prompt out. Answers whether it was there. */
  removePrompt (name: string): boolean
}

/** A running server, whatever carries it. */
export interface LiveServer {
  /** As `serverInfo` has it. */
  readonly name: string
  /** Tells servers of one name apart, in what is published of their calls. */
  readonly id: symbol
  readonly catalog: LiveCatalog
  /** Tells subscribed clients, of every instance that shares the broker, that what a resource holds has changed. */
  resourceUpdated (uri: string): void
}

/** What `fastify.mcp` is: the first server that was registered in this scope, and with it all of them. */
export interface BeamMcp extends LiveServer {
  /** The URL path of the endpoint, prefixes included. */
  readonly path: string
  /** Every server of this scope by its path, in the order of registration. */
  readonly servers: ReadonlyMap<string, BeamMcp>
}

/**
 * What carries change notices between instances: an `mqemitter`, with any of its back ends. A notice holds
 * the kind of the change and a resource's URI, nothing else.
 */
export interface Broker {
  on (topic: string, listener: (message: BrokerMessage, done: () => void) => void, done?: () => void): unknown
  emit (message: BrokerMessage, done?: (error?: Error | null) => void): unknown
  removeListener (topic: string, listener: (message: BrokerMessage, done: () => void) => void, done?: () => void): unknown
}

export interface BrokerMessage { topic: string, [key: string]: unknown }

declare module 'fastify' {
  interface FastifyInstance {
    mcp: BeamMcp
  }
}
