import { metrics, propagation, ROOT_CONTEXT, context as contexts, SpanKind, SpanStatusCode, trace, type Attributes, type Meter, type Tracer } from '@opentelemetry/api'
import type { DispatchInfo, DispatchOutcome, Instrumentation } from '../types/observability.ts'

/** The entry `beam-mcp/otel`: spans and a metric for each call, by OpenTelemetry's conventions for MCP servers. */

export interface InstrumentationOptions {
  /** Makes the spans; `trace.getTracer('beam-mcp')` unless given. */
  tracer?: Tracer
  /** Makes the histogram; `metrics.getMeter('beam-mcp')` unless given. */
  meter?: Meter
}

/** Seconds, as the conventions advise. */
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]

/**
 * For the option `instrumentation`: a span for each call that reaches the host's code, active while it runs, and its
 * duration. The parent is the trace context of the request's `_meta`, if there is one, with a link to what was active.
 * No attribute holds an argument, a result, the variables of a template, or the text of an error.
 */
export function createInstrumentation ({ tracer = trace.getTracer('beam-mcp'), meter = metrics.getMeter('beam-mcp') }: InstrumentationOptions = {}): Instrumentation {
  const duration = meter.createHistogram('mcp.server.operation.duration', { unit: 's', description: 'Duration of a call of the host\'s code.', advice: { explicitBucketBoundaries: BOUNDARIES } })
  return (info, next) => {
    const active = contexts.active()
    const around = trace.getSpanContext(active)
    const parent = info.trace.traceparent === undefined ? active : propagation.extract(ROOT_CONTEXT, info.trace)
    const attributes = attributesOf(info)
    const span = tracer.startSpan(nameOf(info), {
      kind: SpanKind.SERVER,
      attributes: { ...attributes, 'jsonrpc.request.id': String(info.requestId) },
      ...(parent === active || around === undefined ? {} : { links: [{ context: around }] })
    }, parent)
    const began = performance.now()
    const end = (outcome: DispatchOutcome): void => {
      const error = errorType(outcome, info)
      if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      duration.record((performance.now() - began) / 1_000, error === undefined ? attributes : { ...attributes, 'error.type': error })
    }
    const outcome = contexts.with(trace.setSpan(parent, span), next)
    return outcome instanceof Promise ? outcome.then(end) : end(outcome)
  }
}

/** A resource's URI has too many values for a name. */
function nameOf ({ method, name }: DispatchInfo): string {
  return method === 'resources/read' ? method : `${method} ${name}`
}

function attributesOf ({ method, kind, name, protocolVersion, carrier }: DispatchInfo): Attributes {
  return {
    'mcp.method.name': method,
    'mcp.protocol.version': protocolVersion,
    'network.transport': carrier === 'http' ? 'tcp' : 'pipe',
    ...(kind === 'tool' ? { 'gen_ai.tool.name': name, 'gen_ai.operation.name': 'execute_tool' } : {}),
    ...(kind === 'prompt' ? { 'gen_ai.prompt.name': name } : {}),
    // Of a template, what the client asked for is not told.
    ...(kind === 'resource' ? { 'mcp.resource.uri': name } : {})
  }
}

/** The code that the caller gets, or that its tool failed. */
function errorType (outcome: DispatchOutcome, { protocolVersion }: DispatchInfo): string | undefined {
  switch (outcome) {
    case 'tool_error': return 'tool_error'
    case 'fault': return '-32603'
    case 'not_found': return protocolVersion === '2025-11-25' ? '-32002' : '-32602'
    default: return undefined
  }
}
