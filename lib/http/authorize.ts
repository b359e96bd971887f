import type { FastifyRequest } from 'fastify'
import { OptionInvalid, VerdictInvalid } from '../errors.ts'
import { internalError, refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { kVerdict } from '../symbols.ts'
import { isThenable } from '../thenable.ts'
import type { Allowed, Refused, Verdict } from '../../types/dispatch.ts'
import type { HttpExchange } from './exchange.ts'
import { FIELD_VALUE } from './raw-headers.ts'
import { sendRefusal } from './reply.ts'

/** Says who may call: runs before the body is read. */
export type Authorize = (request: FastifyRequest) => Verdict | Promise<Verdict>

/** Looks at the body as it was received, before it is decoded: for a signature over it, for one. */
export type AuthorizeBody = (request: FastifyRequest, body: Buffer) => Verdict | Promise<Verdict>

/** Lets a caller in. The principal is what handlers find in `context.principal`. */
export function allow (principal?: unknown): Allowed {
  return { [kVerdict]: true, allowed: true, principal } as Allowed
}

/**
 * Keeps a caller out. The reason goes to the log alone. With a challenge the answer is 401 and carries it as
 * `WWW-Authenticate` (RFC 9110, 11.6.1); without, it is 403.
 *
 * @throws BMCP_ERR_OPTION_INVALID for a challenge that cannot be a header's value
 */
export function refuse (reason: string, { challenge }: { challenge?: string } = {}): Refused {
  if (challenge !== undefined && (challenge === '' || !FIELD_VALUE.test(challenge))) throw new OptionInvalid('challenge', 'write visible ASCII alone, such as: Bearer resource_metadata="https://…"')
  return { [kVerdict]: true, allowed: false, reason, challenge } as Refused
}

function isVerdict (value: unknown): value is Verdict {
  return typeof value === 'object' && value !== null && kVerdict in value
}

type Question = 'authorize' | 'authorizeBody'

/**
 * Asks the host whether the request may go on, and waits only where it has to. What goes wrong is a refusal too.
 * The principal is kept where one is given.
 */
export function askHost (question: Question, ask: Authorize | AuthorizeBody, exchange: HttpExchange, done: () => void): void {
  let verdict: unknown
  try {
    verdict = question === 'authorize' ? (ask as Authorize)(exchange.request) : ask(exchange.request, exchange.bytes)
  } catch (fault) {
    onThrow(fault, question, exchange)
    return
  }
  if (isThenable(verdict)) verdict.then((verdict) => settle(verdict, question, exchange, done), (fault: unknown) => onThrow(fault, question, exchange))
  else settle(verdict, question, exchange, done)
}

function settle (verdict: unknown, question: Question, exchange: HttpExchange, done: () => void): void {
  if (!isVerdict(verdict)) {
    // Neither of the two shapes: fails closed, and is the host's fault.
    exchange.log.error({ err: new VerdictInvalid(question) }, `${question} failed`)
    sendRefusal(exchange, forbidden)
  } else if (verdict.allowed) {
    if (verdict.principal !== undefined) exchange.principal = verdict.principal
    done()
  } else {
    exchange.log.info({ reason: verdict.reason }, `${question} refused the request`)
    sendRefusal(exchange, challenged(verdict.challenge, question, exchange) ? unauthorized : forbidden)
  }
}

/** A body that is refused gets no challenge: other credentials would not mend it. */
function challenged (challenge: string | undefined, question: Question, { reply }: HttpExchange): boolean {
  if (challenge === undefined || question === 'authorizeBody') return false
  reply.header('www-authenticate', challenge)
  return true
}

/** A throw is the host's fault: the caller learns nothing but that. */
function onThrow (fault: unknown, question: Question, exchange: HttpExchange): void {
  exchange.log.error({ err: fault }, `${question} threw`)
  sendRefusal(exchange, internalError(500))
}

const forbidden = refusal(403, INVALID_REQUEST, 'Forbidden')
const unauthorized = refusal(401, INVALID_REQUEST, 'Unauthorized')
