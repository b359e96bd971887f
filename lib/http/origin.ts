import { refusal, type Refusal } from '../protocol/answer.ts'
import { INVALID_REQUEST } from '../protocol/codes.ts'
import { headerValues, trimmed } from './raw-headers.ts'

/** Origins that browsers may call from, or every one, said in so many words. */
export type AllowedOrigins = readonly string[] | 'any'

/**
 * Guards against DNS rebinding (specification: basic/transports/streamable-http, Security): every value of
 * `Origin` is one of those allowed, compared exactly; so is the authority, where `allowedHosts` is given.
 */
export function checkOrigin (rawHeaders: readonly string[], allowedOrigins: AllowedOrigins, allowedHosts: readonly string[] | undefined): Refusal | undefined {
  if (allowedOrigins !== 'any' && !headerValues(rawHeaders, 'origin').every((origin) => allowedOrigins.includes(trimmed(origin) ?? ''))) return forbidden('Origin')
  if (allowedHosts === undefined) return undefined
  const authority = headerValues(rawHeaders, ':authority')
  const hosts = authority.length > 0 ? authority : headerValues(rawHeaders, 'host')
  return hosts.length > 0 && hosts.every((host) => allowedHosts.includes(trimmed(host) ?? '')) ? undefined : forbidden('Host')
}

function forbidden (header: string): Refusal {
  return refusal(403, INVALID_REQUEST, `Forbidden: this ${header} is not allowed here`)
}
