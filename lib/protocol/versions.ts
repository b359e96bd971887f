/** What brings messages here. Some methods and revisions belong to one alone. */
export type Carrier = 'http' | 'stdio'

export const MODERN = '2026-07-28'
export const LEGACY = '2025-11-25'

/** The versions each carrier serves, newest first: what is listed is served, and what is refused is not listed. */
const supported: Record<Carrier, readonly string[]> = {
  http: [MODERN],
  stdio: [MODERN, LEGACY]
}

export function supportedVersions (carrier: Carrier): readonly string[] {
  return supported[carrier]
}
