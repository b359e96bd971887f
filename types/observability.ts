import type { RequestId } from './protocol.ts'

/** What is called of a host: an entry of its catalog. */
export type PartKind = 'tool' | 'resource' | 'resource_template' | 'prompt'

/** How a call of the host's code ended; for one that is to be tried again when the client has answered, `input_required`. */
export type DispatchOutcome = 'completed' | 'tool_error' | 'not_found' | 'input_required' | 'fault'

/**
 * What is published on the tracing channel `beam-mcp:dispatch` of `node:diagnostics_channel`: one object for each call,
 * on `start` and again on `asyncEnd`. It holds no argument, result, header, principal or error.
 */
export interface DispatchEvent {
  /** The server's name, as `serverInfo` has it. */
  readonly server: string
  /** Tells servers of one name apart: `fastify.mcp.id`. */
  readonly serverId: symbol
  readonly kind: PartKind
  /** The name of a tool or prompt, the declared URI of a resource, the URI template of a template. */
  readonly name: string
  /** Milliseconds, as `performance.now()` counts them. */
  readonly startedAt: number
  /** `undefined` until the call has ended. */
  outcome: DispatchOutcome | undefined
  /** Milliseconds; `undefined` until the call has ended. */
  durationMs: number | undefined
}

/** The trace context of a request's `_meta` (W3C Trace Context, Baggage): those fields that are there. */
export interface TraceContext { readonly traceparent?: string, readonly tracestate?: string, readonly baggage?: string }

/** One call of the host's code, as {@link Instrumentation} sees it. */
export interface DispatchInfo extends Pick<DispatchEvent, 'server' | 'kind' | 'name'> {
  readonly method: 'tools/call' | 'resources/read' | 'prompts/get'
  readonly requestId: RequestId
  readonly protocolVersion: string
  readonly carrier: 'http' | 'stdio'
  readonly trace: TraceContext
}

/**
 * Runs around each call of the host's code: it calls `next`, before it returns, in the context that the code is to
 * run in, and may wait for what `next` gives. It sees how the call ended, and neither what went in nor what came out.
 */
export type Instrumentation = (info: DispatchInfo, next: () => DispatchOutcome | Promise<DispatchOutcome>) => unknown
