import type { WebUrl } from "../../urls/WebUrl.ts"
import { type BlocklistEntry, isManual } from "./BlocklistEntry.ts"
import { targetName, targetNamesOf } from "./BlocklistTargets.ts"

/**
 * Returns the entry that applies to a URL, from the active entries that cover it. Manual entries override imported
 * entries. Otherwise, newer entries override older entries. At equal times, block overrides allow. The scope of an
 * entry does not matter. Among manual entries, and among imported entries, an exception must therefore be newer than
 * the entry that it overrides. Returns null without entries; the threat sources then decide.
 */
export const decideListing = (entries: ReadonlyArray<BlocklistEntry>): BlocklistEntry | null =>
  entries.reduce<BlocklistEntry | null>((best, entry) => best === null || outranks(entry, best) ? entry : best, null)

/** Sorts entries by precedence, highest first. */
export const sortByPrecedence = (entries: ReadonlyArray<BlocklistEntry>): ReadonlyArray<BlocklistEntry> =>
  entries.toSorted((a, b) => outranks(a, b) ? -1 : 1)

const outranks = (a: BlocklistEntry, b: BlocklistEntry): boolean => {
  if (isManual(a) !== isManual(b)) return isManual(a)
  const later = a.createdAt.getTime() - b.createdAt.getTime()
  if (later !== 0) return later > 0
  return a.action === b.action ? a.id < b.id : a.action === "block"
}

/**
 * Returns the entry that applies to a URL, from the results of `Blocklist.find`. Each reading of the URL is decided
 * separately. The URL is blocked if one reading is blocked, and allowed only if every reading is allowed. If one
 * allowed reading were enough, a URL that programs parse differently could use an exception for one of its hosts.
 */
export const decideUrl = (url: WebUrl, entries: ReadonlyArray<BlocklistEntry>): BlocklistEntry | null => {
  if (entries.length === 0) return null
  const decisions = url.readings.map((reading) => {
    const names = targetNamesOf(reading)
    return decideListing(entries.filter((entry) => names.has(targetName(entry))))
  })
  const [first = null] = decisions
  return decisions.find((decision) => decision?.action === "block") ??
    (decisions.includes(null) ? null : first)
}
