import type { BoundEntry, BoundKind } from '../../../types/connectome.ts'
import { DeclareInvalid } from '../errors.ts'

/** A site that the host has looked at, and vouches for. */
export interface AllowedSite {
  /** Relative to the root. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** Of several sites on the line, those of this kind. */
  readonly kind?: BoundKind
}

/** Every place at which a declared graph may be incomplete, in one order. */
export class Bound {
  readonly #entries = new Map<string, BoundEntry>()

  add (entry: BoundEntry): void {
    this.#entries.set(JSON.stringify([entry.kind, entry.file, entry.line, entry.column, entry.caller, entry.detail]), entry)
  }

  /**
   * All of them. What is vouched for stays, as `vouched`.
   *
   * @throws BMCP_ERR_DECLARE_INVALID where a site that is vouched for is none
   */
  list (allowed: readonly AllowedSite[]): BoundEntry[] {
    const used = new Set<AllowedSite>()
    const entries = [...this.#entries.values()].sort(compare).map((entry): BoundEntry => {
      const site = allowed.find(({ file, line, kind }) => file === entry.file && line === entry.line && (kind === undefined || kind === entry.kind))
      if (site === undefined) return entry
      used.add(site)
      return { ...entry, kind: 'vouched', detail: `${entry.kind}: ${entry.detail}` }
    })
    for (const [index, site] of allowed.entries()) if (!used.has(site)) throw new DeclareInvalid(`allow[${index}]`, `there is nothing to vouch for at ${site.file}:${site.line}${site.kind === undefined ? '' : `, of kind ${site.kind}`}`)
    return entries
  }
}

function compare (a: BoundEntry, b: BoundEntry): number {
  return compareText(a.file ?? '', b.file ?? '') || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compareText(a.kind, b.kind) || compareText(a.detail, b.detail)
}

function compareText (a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
