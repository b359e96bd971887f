import type { CacheHint, RequestId } from '../../types/protocol.ts'
import type { ToolResult } from '../../types/dispatch.ts'
import type { CallDetails } from '../dispatch/context.ts'
import type { Answer } from './answer.ts'
import type { LegacySession } from './legacy-session.ts'
import type { JsonObject } from './message.ts'
import type { McpServer, OptionalCapability } from './server.ts'
import { revision20251125 } from './revisions/2025-11-25.ts'
import { revision20260728 } from './revisions/2026-07-28.ts'
import { supportedVersions, type Carrier } from './versions.ts'

/** A request on its way: what is known of it besides its own bytes. */
export interface Exchange extends CallDetails {
  readonly carrier: Carrier
  readonly revision: Revision
  /** Whether notifications can reach the client before the answer. */
  readonly streams: boolean
  /** Bytes that the client has not taken yet. */
  readonly backlog: number
  /** What a connection of revision 2025-11-25 remembers; `undefined` over HTTP, which serves none. */
  readonly session: LegacySession | undefined
}

/** A method that answers a request. */
export interface Method {
  readonly kind: 'request'
  readonly carriers: ReadonlySet<Carrier>
  /** Served where this is offered alone. */
  readonly capability?: OptionalCapability
  /** Whether it runs code of the host's, which may take its time. */
  readonly dispatches?: true
  readonly run: (id: RequestId, params: JsonObject, exchange: Exchange, server: McpServer) => Answer | Promise<Answer>
}

/** A method that is never answered. */
export interface Notification {
  readonly kind: 'notification'
  readonly carriers: ReadonlySet<Carrier>
}

/** One revision of the protocol. Membership in `methods` is availability. */
export interface Revision {
  readonly version: string
  readonly methods: ReadonlyMap<string, Method | Notification>
  /** Dresses a result as the revision wants it. */
  envelope (result: JsonObject, server: McpServer): object
  /** The members that `envelope` adds, as JSON text with the closing brace, where it adds any. */
  tail (server: McpServer): string | undefined
  /** A tool's result, as the revision has it. */
  toolResult (result: ToolResult): ToolResult
  /** Adds a caching hint to a result that may be cached, where the revision has them. */
  cacheable (result: JsonObject, hint: CacheHint | undefined): JsonObject
  /** Whether output schemas may have any root. */
  readonly anyOutputSchema: boolean
  /** The code of a resource that is not there. */
  readonly resourceNotFound: number
}

const all = [revision20260728, revision20251125] as const

const revisions = new Map<string, Revision>(all.map((revision) => [revision.version, revision]))

/** The revision of that name, if the carrier serves it. */
export function revisionOf (version: string, carrier: Carrier): Revision | undefined {
  return supportedVersions(carrier).includes(version) ? revisions.get(version) : undefined
}

/** Whether any revision has a request of this name: such a method sent without an id is a mistake. */
export function isRequestMethod (method: string): boolean {
  return all.some(({ methods }) => methods.get(method)?.kind === 'request')
}
