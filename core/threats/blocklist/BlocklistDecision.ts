import type { WebUrl } from "../../urls/WebUrl.ts"
import { type BlocklistEntry, isByHand } from "./BlocklistEntry.ts"
import { targetName, targetNamesOf } from "./BlocklistTargets.ts"

/**
 * Which of the live entries that cover a URL decides, and whether it blocks or allows: what a person said before what came
 * with a list, then the newer before the older, and of two of one instant the one that blocks. How narrow an entry is does not
 * count: an exception has to be said after the rule. Null for none, whereupon the threat sources are asked.
 */
export const decideListing = (entries: ReadonlyArray<BlocklistEntry>): BlocklistEntry | null =>
  entries.reduce<BlocklistEntry | null>((best, entry) => best === null || outranks(entry, best) ? entry : best, null)

/** Every entry in the order in which they would decide, if the ones before were not there. */
export const inOrderOfWeight = (entries: ReadonlyArray<BlocklistEntry>): ReadonlyArray<BlocklistEntry> =>
  entries.toSorted((a, b) => outranks(a, b) ? -1 : 1)

const outranks = (a: BlocklistEntry, b: BlocklistEntry): boolean => {
  if (isByHand(a) !== isByHand(b)) return isByHand(a)
  const later = a.createdAt.getTime() - b.createdAt.getTime()
  if (later !== 0) return later > 0
  return a.action === b.action ? a.id < b.id : a.action === "block"
}

/**
 * The entry that decides over a URL, of those that `Blocklist.find` has for its targets. Each reading is decided for itself: one
 * that is blocked blocks the URL, and it is allowed only if every reading is. Else a URL that one program reads as another host
 * than the next could borrow an exception made for either.
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
