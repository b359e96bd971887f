import { channel } from 'node:diagnostics_channel'
import type { Entry, ResourceEntry, TemplateEntry } from '../catalog/entries.ts'
import type { LiveServer } from '../../types/fastify.ts'
import type { DispatchEvent, DispatchOutcome } from '../../types/observability.ts'

/** The tracing channel's name. Started and ended by hand: what `tracePromise` publishes holds the result. */
export const DISPATCH_CHANNEL = 'beam-mcp:dispatch'

const start = channel(`tracing:${DISPATCH_CHANNEL}:start`)
const asyncEnd = channel(`tracing:${DISPATCH_CHANNEL}:asyncEnd`)

/** What identifies an entry within its kind. Of a template it is the template: what a client asked for is no part of it. */
export function partName (entry: Entry): string {
  if (entry.kind === 'resource') return (entry as ResourceEntry).uri
  return entry.kind === 'resource_template' ? (entry as TemplateEntry).uriTemplate : entry.name
}

/** Says that a call begins. `undefined` where nobody listens, which costs nothing more. */
export function publishStart (entry: Entry, { name, id }: LiveServer): DispatchEvent | undefined {
  if (!start.hasSubscribers && !asyncEnd.hasSubscribers) return undefined
  const event: DispatchEvent = { server: name, serverId: id, kind: entry.kind, name: partName(entry), startedAt: performance.now(), outcome: undefined, durationMs: undefined }
  start.publish(event)
  return event
}

/** Says that it has ended. */
export function publishEnd (event: DispatchEvent, outcome: DispatchOutcome): void {
  event.outcome = outcome
  event.durationMs = performance.now() - event.startedAt
  asyncEnd.publish(event)
}
