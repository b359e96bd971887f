import { createHash } from 'node:crypto'
import type { EntryList } from '../catalog/entry-list.ts'

/** Bytes of a digest: of a million entries no two are alike. */
const DIGEST_BYTES = 8

/** One page of a list. */
export interface Page<Entry> {
  readonly entries: Entry[]
  readonly nextCursor: string | undefined
}

/**
 * Cuts a list into pages (specification: server/utilities/pagination). A cursor holds a digest of each entry
 * that has been sent: so it is good for every instance, after every restart, and whatever joined or left the
 * list meanwhile, an entry that stayed is neither lost nor repeated.
 *
 * @param kind of the list: a cursor is good for its own kind alone
 * @param shown whether an entry is for this caller
 * @returns `undefined` for a cursor that is none of ours
 */
export function pageOf<Entry extends object> (kind: string, list: EntryList<Entry>, cursor: unknown, size: number, shown: (entry: Entry) => boolean): Page<Entry> | undefined {
  const sent = cursor === undefined ? new Set<string>() : readCursor(kind, cursor)
  if (sent === undefined) return undefined
  const entries: Entry[] = []
  const kept: string[] = []
  let more = false
  for (const [key, entry] of list.entries()) {
    if (!shown(entry)) continue
    // Most lists are one page, and most pages the first: no digest for those.
    if (sent.size > 0) {
      const digest = digestOf(kind, key, entry)
      if (sent.has(digest)) { kept.push(digest); continue }
    }
    if (entries.length < size) { entries.push(entry); continue }
    more = true
    if (sent.size === 0) break
  }
  return { entries, nextCursor: more ? writeCursor(kind, kept, list, entries) : undefined }
}

const digests = new WeakMap<object, string>()

function digestOf (kind: string, key: string, entry: object): string {
  let digest = digests.get(entry)
  if (digest === undefined) digests.set(entry, (digest = sha256(`${kind}\0${key}`)))
  return digest
}

/** As a text of one character for each byte: such a one can be a member of a set. */
function sha256 (text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES).toString('latin1')
}

function writeCursor<Entry extends object> (kind: string, kept: readonly string[], list: EntryList<Entry>, page: readonly Entry[]): string {
  const now = new Set(page)
  const digests = [...kept]
  for (const [key, entry] of list.entries()) if (now.has(entry)) digests.push(digestOf(kind, key, entry))
  const sent = digests.join('')
  return Buffer.from(sha256(`${kind}\n${sent}`) + sent, 'latin1').toString('base64url')
}

/** The digests of a cursor, which begins with one over them: what is none of ours does not pass. */
function readCursor (kind: string, cursor: unknown): Set<string> | undefined {
  if (typeof cursor !== 'string') return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const sent = text.slice(DIGEST_BYTES)
  if (sent === '' || sent.length % DIGEST_BYTES !== 0 || sha256(`${kind}\n${sent}`) !== text.slice(0, DIGEST_BYTES)) return undefined
  const found = new Set<string>()
  for (let at = 0; at < sent.length; at += DIGEST_BYTES) found.add(sent.slice(at, at + DIGEST_BYTES))
  return found
}
