import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { BlocklistEntry, BlocklistTarget, ListingAction, NewBlocklistEntry } from "./BlocklistEntry.ts"
import type { BlocklistSearch } from "./BlocklistSearch.ts"

export class BlocklistEntryNotFound extends Schema.TaggedError<BlocklistEntryNotFound>()("BlocklistEntryNotFound", {
  id: Schema.Int
}) {}

/** Which entries a list shows; what is absent does not narrow it. */
export interface BlocklistPage {
  readonly action?: ListingAction
  readonly source?: string
  /** Only ids below this one. */
  readonly before?: number
  readonly limit: number
}

/** A page of a search that is bounded: it may hold less than `limit`, or nothing, and still not be the last. */
export interface BlocklistFound {
  /** Newest first. */
  readonly items: ReadonlyArray<BlocklistEntry>
  /** `before` of the next page; null at the end. */
  readonly next: number | null
}

/**
 * The operator's own list of bad URLs, and of exceptions. A source says one thing of a target and action: what it says later
 * replaces what it said before, and what it said earlier than that is not taken.
 */
export class Blocklist extends Context.Service<Blocklist, {
  /** Every entry whose target is one of these and which has not expired at `now`: `decideUrl` tells which decides. */
  readonly find: (
    targets: ReadonlyArray<BlocklistTarget>,
    now: Date
  ) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Adds an entry, or renews the one of the same target, action and source. Returns what stands then. */
  readonly put: (entry: NewBlocklistEntry) => Effect.Effect<BlocklistEntry>
  /** Adds or renews many in one transaction; returns how many were new. */
  readonly putAll: (entries: ReadonlyArray<NewBlocklistEntry>) => Effect.Effect<number>
  /** Newest first. */
  readonly list: (page: BlocklistPage) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  /** Those of a list that hold a text or have one of the targets, expired ones too. */
  readonly search: (query: BlocklistPage & BlocklistSearch) => Effect.Effect<BlocklistFound>
  readonly remove: (id: number) => Effect.Effect<void, BlocklistEntryNotFound>
  /** Takes back all that a source said. Returns how many entries that were. */
  readonly removeSource: (source: string) => Effect.Effect<number>
  /** Removes what has expired. Returns how many entries that were. */
  readonly sweep: (now: Date) => Effect.Effect<number>
  readonly count: Effect.Effect<number>
  /** How many entries one of these has added. */
  readonly countBy: (authors: ReadonlyArray<string>) => Effect.Effect<number>
  /** Names somebody else as who added what one of these has added. For the erasure of somebody's data. */
  readonly renameAuthors: (authors: ReadonlyArray<string>, to: string) => Effect.Effect<void>
}>()("gatehouse/core/threats/blocklist/Blocklist") {}
