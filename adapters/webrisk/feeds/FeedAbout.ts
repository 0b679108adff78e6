import { Schema } from "effect"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export const Counts = Schema.Struct({
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
