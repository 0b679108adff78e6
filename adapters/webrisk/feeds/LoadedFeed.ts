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

/** Metadata of a stored list. */
export const FeedMetadata = Schema.Struct({
  name: Schema.String,
  /** Result of `urlDigestOf`, which distinguishes lists of the same name from different URLs. */
  address: Schema.String,
  /** Value of `feedReaderVersion` when the list was read. */
  reader: Schema.Int,
  /** `wanted` is the requested format, or null to detect the format. `format` is the format that was used. */
  wanted: Schema.NullOr(Schema.String),
  format: Schema.String,
  type: Schema.String,
  /** Hash and size of the body as received. */
  sha256: Schema.String,
  bytes: Count,
  counts: Counts,
  /** Validators of this list version from the server (RFC 9110, sections 8.8.3 and 8.8.2). */
  etag: Schema.NullOr(Schema.String),
  lastModified: Schema.NullOr(Schema.String),
  fetchedAt: Count
})
export type FeedMetadata = typeof FeedMetadata.Type

/**
 * Version of the parser. A list from another version is parsed again from its body, because the omitted entries can
 * differ.
 */
export const feedReaderVersion = 2

/** Status of a stored list. It is in a separate file, because it changes more often than the list. */
export const StoredFeedStatus = Schema.Struct({
  name: Schema.String,
  /** Metadata of the list; null while there is no list. */
  about: Schema.NullOr(FeedMetadata),
  /** Time at which the list was fetched or confirmed as unchanged, in milliseconds since 1970. */
  checkedAt: Schema.NullOr(Count),
  triedAt: Schema.NullOr(Count),
  /** Error of the last attempt as a sentence; null on success. */
  problem: Schema.NullOr(Schema.String)
})
export type StoredFeedStatus = typeof StoredFeedStatus.Type

/** Number of periods for which a list counts as fresh, so that one failed update does not make it stale. */
export const freshPeriods = 2
/** Maximum duration of an update in milliseconds, added to the fresh periods. */
export const feedUpdateMillisMax = 10 * 60_000

/** List in memory, with its metadata. An update replaces both. */
export interface LoadedFeed {
  readonly list: PrefixList
  readonly metadata: FeedMetadata
}

/** Opens a list in a buffer that the thread has created or validated. */
export const listFromThread = (buffer: ArrayBufferLike): PrefixList => new PrefixList(openLayout(buffer)!)

export const loadedFeed = (buffer: ArrayBufferLike, metadata: FeedMetadata): LoadedFeed => ({
  list: listFromThread(buffer),
  metadata
})

export const formatEntryCount = (count: number): string => `${count} ${count === 1 ? "entry" : "entries"}`

export type FeedIntervals = Pick<UrlFeed, "periodMillis" | "staleMillisMax">

/** Returns the state of a list by the time of its last confirmation; null means that it was never confirmed. */
export const feedState = (
  checkedAt: number | null,
  now: number,
  { periodMillis, staleMillisMax }: FeedIntervals
): SourceState => {
  // A timestamp in the future means that the clock is or was wrong, so the age is unknown.
  if (checkedAt === null || checkedAt > now + feedUpdateMillisMax || now - checkedAt > staleMillisMax) return "down"
  return now - checkedAt <= Math.min(periodMillis * freshPeriods + feedUpdateMillisMax, staleMillisMax)
    ? "live"
    : "stale"
}

export const initialFeedStatus = (name: string): StoredFeedStatus => ({
  name,
  about: null,
  checkedAt: null,
  triedAt: null,
  problem: null
})
