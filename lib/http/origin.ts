import type { Refusal } from '../protocol/answer.ts'
import { refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import type { RawHeaders } from './raw-headers.ts'

/** Origins that browsers may call from, or every one, said in so many words. */
export type AllowedOrigins = readonly string[] | 'any'

/**
 * Guards against DNS rebinding (specification: basic/transports/streamable-http, Security): every value of
 * `Origin` is one of those allowed, compared exactly; so is the authority, where `allowedHosts` is given.
 */
export function checkOrigin (headers: RawHeaders, allowedOrigins: AllowedOrigins, allowedHosts: readonly string[] | undefined): Refusal | undefined {
  if (allowedOrigins !== 'any' && !headers.origin.every((origin) => allowedOrigins.includes(origin.trim()))) return forbidden('Origin')
  if (allowedHosts !== undefined && !(headers.host.length > 0 && headers.host.every((host) => allowedHosts.includes(host.trim())))) return forbidden('Host')
  return undefined
}

function forbidden (header: string): Refusal {
  return refusal(403, INVALID_REQUEST, `Forbidden: this ${header} is not allowed here`)
}
