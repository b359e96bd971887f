import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodeRefusal, internalError, refusal, type Refusal } from '../protocol/answer.ts'
import { INTERNAL_ERROR, INVALID_REQUEST } from '../protocol/codes.ts'
import { isObject } from '../protocol/message.ts'
import type { McpServer } from '../protocol/server.ts'
import { kExchange } from '../symbols.ts'
import type { Authorize, AuthorizeBody } from './authorize.ts'
import type { BodyLimits } from './body.ts'
import type { EventStream } from './event-stream.ts'
import { beginExchange, type HttpExchange } from './exchange.ts'
import { LiveCalls } from './live-calls.ts'
import type { AllowedOrigins } from './origin.ts'
import { openStream, sendRefusal } from './reply.ts'
import * as step from './steps.ts'
import { Streams } from './streams.ts'

export interface EndpointOptions extends BodyLimits {
  /** Milliseconds between two comments on a quiet stream. */
  readonly keepAliveMs: number
  readonly path: string
  readonly allowedOrigins: AllowedOrigins
  readonly allowedHosts: readonly string[] | undefined
  readonly authorize: Authorize
  readonly authorizeBody: AuthorizeBody | undefined
}

/** One MCP endpoint: what its steps share. */
export interface Endpoint {
  readonly server: McpServer
  readonly options: EndpointOptions
  readonly calls: LiveCalls
  /** Makes a stream of an answer. */
  openStream (exchange: HttpExchange): EventStream
}

/**
 * Mounts the endpoint in a scope of its own. The steps, in their order, are the table of docs/wire.md:
 * each passes or answers, and the first that answers ends the walk.
 */
export function mountEndpoint (scope: FastifyInstance, server: McpServer, options: EndpointOptions): void {
  const streams = new Streams(options.keepAliveMs)
  const endpoint: Endpoint = {
    server,
    options,
    calls: new LiveCalls(),
    openStream (exchange) {
      const stream = openStream(exchange)
      streams.add(stream)
      return stream
    }
  }
  const begin: step.Step = (request, reply, done) => {
    beginExchange(endpoint, request, reply)
    step.origin(request, reply, done)
  }

  scope.decorateRequest(kExchange, null)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', step.body)
  scope.setErrorHandler((error, request, reply) => answerHostError(error, endpoint, request, reply))
  scope.addHook('preClose', (done) => {
    // Subscriptions are told that they end; what else runs is told to.
    server.close()
    endpoint.calls.abortAll()
    streams.close()
    done()
  })
  scope.route({
    method: scope.supportedMethods,
    exposeHeadRoute: false,
    url: options.path,
    onRequest: [begin, step.method, step.authorize, step.content],
    preValidation: options.authorizeBody === undefined ? step.decode : [step.authorizeBody(options.authorizeBody), step.decode],
    preHandler: step.headers,
    handler: step.answer,
    onSend: (request, reply, payload, done) => {
      const foreign = reply.statusCode >= 400 && !beginExchange(endpoint, request, reply).answered
      done(null, foreign ? replaceForeign(reply, payload) : payload)
    }
  })
}

/** What a hook of the host threw keeps its status and headers; the body is JSON-RPC, without detail. */
function answerHostError (error: unknown, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
  const exchange = beginExchange(endpoint, request, reply)
  const named = isObject(error) ? Number(error.statusCode) : 500
  const status = named >= 400 && named <= 599 ? named : 500
  if (isObject(error) && error.code === 'FST_ERR_HANDLER_TIMEOUT') {
    exchange.abort()
    request.log.error({ err: error }, 'a call took longer than the handlerTimeout of the host')
  } else if (status >= 500) {
    request.log.error({ err: error }, 'a hook of the host failed')
  } else {
    request.log.info({ err: error }, 'a hook of the host refused the request')
  }
  const { message, handling } = exchange
  sendRefusal(exchange, { ...foreignRefusal(status), id: handling && message.kind === 'request' ? message.id : undefined })
}

function foreignRefusal (status: number): Refusal {
  return status === 500
    ? internalError(500)
    : refusal(status, status > 500 ? INTERNAL_ERROR : INVALID_REQUEST, STATUS_CODES[status] ?? 'Refused')
}

/** The same for what a hook of the host sent by itself. */
function replaceForeign (reply: FastifyReply, payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'destroy' in payload && typeof payload.destroy === 'function') payload.destroy()
  reply.removeHeader('content-length')
  reply.header('content-type', 'application/json; charset=utf-8')
  return encodeRefusal(foreignRefusal(reply.statusCode))
}
