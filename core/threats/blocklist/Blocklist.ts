import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { BlocklistEntry, BlocklistTarget, ListingAction, NewBlocklistEntry } from "./BlocklistEntry.ts"
import type { BlocklistSearch } from "./BlocklistSearch.ts"

export class BlocklistEntryNotFound extends Schema.TaggedError<BlocklistEntryNotFound>()("BlocklistEntryNotFound", {
  id: Schema.Int
}) {}

/** Filter and page of a list of entries. An absent filter matches everything. */
export interface BlocklistPage {
  readonly action?: ListingAction
  readonly source?: string
  /** Only entries with an ID below this one. */
  readonly before?: number
  readonly limit: number
}

/** Page of a bounded search. It may have fewer than `limit` entries, or none, without being the last page. */
export interface BlocklistSearchResult {
  /** Entries, newest first. */
  readonly items: ReadonlyArray<BlocklistEntry>
  /** Value of `before` for the next page. Null on the last page. */
  readonly next: number | null
}

/**
 * List of bad URLs and exceptions that the operator maintains. Each source has at most one entry per target and action.
 * A newer entry replaces the stored one, and an older entry is ignored.
 */
export class Blocklist extends Context.Service<Blocklist, {
  /**
   * Returns all entries for these targets that have not expired at `now`. `decideUrl` selects the entry that applies.
   */
  readonly find: (
    targets: ReadonlyArray<BlocklistTarget>,
    now: Date
  ) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Adds an entry, or renews the entry with the same target, action and source. Returns the stored entry. */
  readonly put: (entry: NewBlocklistEntry) => Effect.Effect<BlocklistEntry>
  /** Adds or renews entries in one transaction. Returns the number of new entries. */
  readonly putAll: (entries: ReadonlyArray<NewBlocklistEntry>) => Effect.Effect<number>
  /** Returns entries, newest first. */
  readonly list: (page: BlocklistPage) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Returns entries that contain a text or have one of the targets, including expired ones. */
  readonly search: (query: BlocklistPage & BlocklistSearch) => Effect.Effect<BlocklistSearchResult>
  readonly remove: (id: number) => Effect.Effect<void, BlocklistEntryNotFound>
  /** Removes all entries of a source. Returns the number of removed entries. */
  readonly removeSource: (source: string) => Effect.Effect<number>
  /** Deletes expired entries. Returns the number of deleted entries. */
  readonly sweep: (now: Date) => Effect.Effect<number>
  readonly count: Effect.Effect<number>
  /** Counts the entries added by these authors. */
  readonly countBy: (authors: ReadonlyArray<string>) => Effect.Effect<number>
  /** Replaces the names of these authors in all their entries. Used to erase personal data. */
  readonly renameAuthors: (authors: ReadonlyArray<string>, to: string) => Effect.Effect<void>
}>()("gatehouse/core/threats/blocklist/Blocklist") {}
