import { openLayout } from "../../../core/threats/prefixes/PrefixLayout.ts"
import { PrefixList } from "../../../core/threats/prefixes/PrefixList.ts"
import type { SourceState } from "../../../core/threats/WebRisk.ts"
import type { FeedAbout, FeedStanding } from "./FeedAbout.ts"
import type { UrlFeed } from "./FeedSpec.ts"

/** A renewal that fails once is no reason to call a list stale: of so many periods one has to succeed. */
export const freshPeriods = 2
/** And so long may a renewal take. */
export const freshGraceMillis = 10 * 60_000

/** A list as it is held and looked up. It is replaced as a whole. */
export interface HeldList {
  readonly list: PrefixList
  readonly about: FeedAbout
}

/** The list in a buffer from the thread, which made it or has looked at all of it. */
export const listFromThread = (buffer: ArrayBufferLike): PrefixList => new PrefixList(openLayout(buffer)!)

export const heldList = (buffer: ArrayBufferLike, about: FeedAbout): HeldList => ({
  list: listFromThread(buffer),
  about
})

export const entriesText = (count: number): string => `${count} ${count === 1 ? "entry" : "entries"}`

/** How old data may be. */
export type FeedAges = Pick<UrlFeed, "periodMillis" | "staleMillisMax">

/** How a list fares that was last confirmed at some time; null for one that never was. */
export const feedState = (
  checkedAt: number | null,
  now: number,
  { periodMillis, staleMillisMax }: FeedAges
): SourceState => {
  // From the future: a clock was wrong, and nobody knows how old it is.
  if (checkedAt === null || checkedAt > now + freshGraceMillis || now - checkedAt > staleMillisMax) return "down"
  return now - checkedAt <= Math.min(periodMillis * freshPeriods + freshGraceMillis, staleMillisMax) ? "live" : "stale"
}

export const noStanding = (name: string): FeedStanding => ({
  name,
  about: null,
  checkedAt: null,
  triedAt: null,
  problem: null
})
