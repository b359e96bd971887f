import type { FastifyRequest } from 'fastify'
import { OptionInvalid, VerdictInvalid } from '../errors.ts'
import { internalError, refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { kVerdict } from '../symbols.ts'
import type { Allowed, Logger, Refused, Verdict } from '../../types/dispatch.ts'

/** Says who may call: runs before the body is read. */
export type Authorize = (request: FastifyRequest) => Verdict | Promise<Verdict>

/** Looks at the body as it was received, before it is decoded: for a signature over it, for one. */
export type AuthorizeBody = (request: FastifyRequest, body: Buffer) => Verdict | Promise<Verdict>

/** Visible ASCII, space and tab (RFC 9110, 5.5). */
const FIELD_VALUE = /^[\t\x20-\x7e]+$/

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
  if (challenge !== undefined && !FIELD_VALUE.test(challenge)) throw new OptionInvalid('challenge', 'write visible ASCII alone, such as: Bearer resource_metadata="https://…"')
  return { [kVerdict]: true, allowed: false, reason, challenge } as Refused
}

function isVerdict (value: unknown): value is Verdict {
  return typeof value === 'object' && value !== null && kVerdict in value
}

/** What came of asking the host: a refusal with its challenge, or the principal of one who is let in. */
export type Decision = { readonly refused: Refusal, readonly challenge: string | undefined } | { readonly principal: unknown }

type Question = 'authorize' | 'authorizeBody'

/** Asks the host, waits only where it has to, and never throws: what goes wrong is a refusal too. */
export function ask (question: Question, verdict: () => Verdict | Promise<Verdict>, log: Logger, next: (decision: Decision) => void): void {
  let given: Verdict | Promise<Verdict>
  try {
    given = verdict()
  } catch (fault) {
    next(onThrow(fault, question, log))
    return
  }
  if (given instanceof Promise) given.then((verdict) => decide(verdict, question, log), (fault: unknown) => onThrow(fault, question, log)).then(next)
  else next(decide(given, question, log))
}

/** Anything that is neither of the two shapes fails closed, and is the host's fault. */
function decide (verdict: unknown, question: Question, log: Logger): Decision {
  if (!isVerdict(verdict)) {
    log.error({ err: new VerdictInvalid(question) }, `${question} failed`)
    return forbidden
  }
  if (verdict.allowed) return { principal: verdict.principal }
  log.info({ reason: verdict.reason }, `${question} refused the request`)
  // A body that is refused gets no challenge: other credentials would not mend it.
  if (verdict.challenge === undefined || question === 'authorizeBody') return forbidden
  return { refused: refusal(401, INVALID_REQUEST, 'Unauthorized'), challenge: verdict.challenge }
}

/** A throw is the host's fault: the caller learns nothing but that. */
function onThrow (fault: unknown, question: Question, log: Logger): Decision {
  log.error({ err: fault }, `${question} threw`)
  return { refused: internalError(500), challenge: undefined }
}

const forbidden: Decision = { refused: refusal(403, INVALID_REQUEST, 'Forbidden'), challenge: undefined }
