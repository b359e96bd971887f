import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Readable } from 'node:stream'
import { refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { decodeMessage } from '../protocol/message.ts'
import { askHost, type AuthorizeBody } from './authorize.ts'
import { readBody } from './body.ts'
import { checkContent } from './content.ts'
import { exchangeOf, NO_BYTES } from './exchange.ts'
import { checkHeaders } from './headers.ts'
import { checkOrigin } from './origin.ts'
import { passOrRefuse, sendAccepted, sendAnswer, sendRefusal } from './reply.ts'

/** A step of the walk: passes by calling `done`, or answers and does not. Callbacks, since most steps do not wait. */
export type Step = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void

/** 1. Who may call from a browser, and under which name this server may be called. */
export const origin: Step = (request, _reply, done) => {
  const exchange = exchangeOf(request)
  const { allowedOrigins, allowedHosts } = exchange.endpoint.options
  passOrRefuse(exchange, checkOrigin(exchange.rawHeaders, allowedOrigins, allowedHosts), done)
}

/** 2. The MCP endpoint takes POST (specification: basic/transports/streamable-http, Earlier Streamable HTTP Revisions). */
export const method: Step = (request, reply, done) => {
  if (request.method === 'POST') { done(); return }
  reply.header('allow', 'POST')
  sendRefusal(exchangeOf(request), refusal(405, INVALID_REQUEST, 'Method not allowed: the MCP endpoint takes POST alone'))
}

/** 3. The host says who may call. */
export const authorize: Step = (request, _reply, done) => {
  const exchange = exchangeOf(request)
  askHost('authorize', exchange.endpoint.options.authorize, exchange, done)
}

/** 4. What the body is, and what the client takes. */
export const content: Step = (request, _reply, done) => {
  const exchange = exchangeOf(request)
  passOrRefuse(exchange, checkContent(exchange.rawHeaders, request.headers.accept), done)
}

/** 5 and 6. The body, within its bounds: a content type parser of Fastify's. */
export const body = (request: FastifyRequest, payload: Readable, done: (error: Error | null, body?: unknown) => void): void => {
  readBody(exchangeOf(request), payload, done)
}

/** 7. The host looks at the bytes, where it wants to. */
export function authorizeBody (ask: AuthorizeBody): Step {
  return (request, _reply, done) => askHost('authorizeBody', ask, exchangeOf(request), done)
}

/** 8. The bytes become a message. `request.body` is that message from here on. */
export const decode: Step = (request, _reply, done) => {
  const exchange = exchangeOf(request)
  const message = decodeMessage(exchange.bytes)
  if ('code' in message) { sendRefusal(exchange, message); return }
  if (message.kind === 'response') {
    sendRefusal(exchange, refusal(400, INVALID_REQUEST, 'Invalid request: a client sends requests and notifications, no responses'))
    return
  }
  exchange.message = message
  exchange.bytes = NO_BYTES
  request.body = message
  done()
}

/** 9. The message is held to its headers. */
export const headers: Step = (request, _reply, done) => {
  const exchange = exchangeOf(request)
  passOrRefuse(exchange, checkHeaders(exchange.message, exchange), done)
}

/** 10 and 11. The core answers; a notification is accepted. */
export const answer = (request: FastifyRequest): void => {
  const exchange = exchangeOf(request)
  const { message, endpoint: { server } } = exchange
  if (message.kind === 'notification') {
    const refused = server.refuseNotification(message, exchange)
    if (refused !== undefined) { sendRefusal(exchange, refused); return }
    sendAccepted(exchange)
    return
  }
  exchange.handling = true
  const answer = server.handle(message, exchange)
  if (answer instanceof Promise) answer.then((answer) => sendAnswer(exchange, answer))
  else sendAnswer(exchange, answer)
}
