import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { BlocklistEntry, BlocklistTarget, ListingAction, NewBlocklistEntry } from "./BlocklistEntry.ts"
import type { BlocklistSearch } from "./BlocklistSearch.ts"

export class BlocklistEntryNotFound extends Schema.TaggedError<BlocklistEntryNotFound>()("BlocklistEntryNotFound", {
  id: Schema.Int
}) {}

/** Filter and page of a listing. An absent filter matches everything. */
export interface BlocklistPage {
  readonly action?: ListingAction
  readonly source?: string
  /** Only ids below this one. */
  readonly before?: number
  readonly limit: number
}

/** Page of a bounded search. It may contain fewer than `limit` entries, or none, without being the last. */
export interface BlocklistSearchResult {
  /** Newest first. */
  readonly items: ReadonlyArray<BlocklistEntry>
  /** `before` of the next page. Null at the end. */
  readonly next: number | null
}

/**
 * The operator's own list of bad URLs and exceptions. Each source has at most one entry per target and action: a newer entry
 * replaces it, an older one is ignored.
 */
export class Blocklist extends Context.Service<Blocklist, {
  /** Returns all entries for these targets that have not expired at `now`. `decideUrl` decides between them. */
  readonly find: (
    targets: ReadonlyArray<BlocklistTarget>,
    now: Date
  ) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Adds an entry, or renews the one of the same target, action and source. Returns the stored entry. */
  readonly put: (entry: NewBlocklistEntry) => Effect.Effect<BlocklistEntry>
  /** Adds or renews entries in one transaction. Returns the number of new ones. */
  readonly putAll: (entries: ReadonlyArray<NewBlocklistEntry>) => Effect.Effect<number>
  /** Newest first. */
  readonly list: (page: BlocklistPage) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Returns entries that contain a text or have one of the targets, including expired ones. */
  readonly search: (query: BlocklistPage & BlocklistSearch) => Effect.Effect<BlocklistSearchResult>
  readonly remove: (id: number) => Effect.Effect<void, BlocklistEntryNotFound>
  /** Removes all entries of a source. Returns the number removed. */
  readonly removeSource: (source: string) => Effect.Effect<number>
  /** Deletes expired entries. Returns the number deleted. */
  readonly sweep: (now: Date) => Effect.Effect<number>
  readonly count: Effect.Effect<number>
  /** Counts the entries added by these authors. */
  readonly countBy: (authors: ReadonlyArray<string>) => Effect.Effect<number>
  /** Replaces these authors in all their entries. For the erasure of personal data. */
  readonly renameAuthors: (authors: ReadonlyArray<string>, to: string) => Effect.Effect<void>
}>()("gatehouse/core/threats/blocklist/Blocklist") {}
