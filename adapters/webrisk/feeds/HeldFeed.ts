import { Schema } from "effect"
import { openLayout } from "../../../core/threats/prefixes/PrefixLayout.ts"
import { PrefixList } from "../../../core/threats/prefixes/PrefixList.ts"
import type { SourceState } from "../../../core/threats/WebRisk.ts"
import type { UrlFeed } from "./FeedSpec.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

const Counts = Schema.Struct({
  entries: Count,
  malformed: Count,
  guarded: Count,
  guardedBy: Schema.Record(Schema.String, Count),
  malformedExamples: Schema.Array(Schema.String),
  guardedExamples: Schema.Array(Schema.Struct({ text: Schema.String, message: Schema.String }))
})

/** What belongs to a stored list. */
export const FeedAbout = Schema.Struct({
  name: Schema.String,
  /** Of `addressOf`: the list from another address is another list, though it has the name. */
  address: Schema.String,
  /** How entries were read and guarded, see `feedReaderVersion`. */
  reader: Schema.Int,
  /** The format that was asked for, and the one that it is. */
  wanted: Schema.NullOr(Schema.String),
  format: Schema.String,
  type: Schema.String,
  /** Of the body as it came. */
  sha256: Schema.String,
  bytes: Count,
  counts: Counts,
  /** What the server calls this version of it (RFC 9110, sections 8.8.3 and 8.8.2). */
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  fetchedAt: Count
})
export type FeedAbout = typeof FeedAbout.Type

/** A list that was read by another version is read again from its body: what is left out may be something else now. */
export const feedReaderVersion = 2

/** How a stored list fares: beside it, for it changes more often. */
export const FeedStanding = Schema.Struct({
  name: Schema.String,
  /** Null while there is no list. */
  about: Schema.NullOr(FeedAbout),
  /** When the list was fetched, or its server said that it holds as it is. */
  checkedAt: Schema.NullOr(Count),
  /** When it was last tried. */
  triedAt: Schema.NullOr(Count),
  /** Why that failed, in a sentence; null when it did not. */
  problem: Schema.NullOr(Schema.String)
})
export type FeedStanding = typeof FeedStanding.Type

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
