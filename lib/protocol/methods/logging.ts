import { LOGGING_LEVELS } from '../../dispatch/context.ts'
import type { LoggingLevel, RequestId } from '../../../types/protocol.ts'
import type { Answer } from '../answer.ts'
import type { JsonObject } from '../message.ts'
import type { Exchange } from '../revisions.ts'
import { complaint } from './dispatching.ts'

/** 2025-11-25, server/utilities/logging: for the whole connection. */
export function setLevel (id: RequestId, { level }: JsonObject, exchange: Exchange): Answer {
  if (!LOGGING_LEVELS.includes(level as LoggingLevel)) return complaint(id, `"level" has to be one of ${LOGGING_LEVELS.join(', ')}`)
  if (exchange.session !== undefined) exchange.session.logLevel = level as LoggingLevel
  return { status: 200, id, result: {} }
}
