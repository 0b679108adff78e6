import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { BlocklistEntry, BlocklistTarget } from "../urls/BlocklistEntry.ts"

export class BlocklistEntryNotFound extends Schema.TaggedError<BlocklistEntryNotFound>()("BlocklistEntryNotFound", {
  id: Schema.Int
}) {}

/** The operator's own list of bad URLs. */
export class Blocklist extends Context.Service<Blocklist, {
  /** An entry whose target is one of these and which has not expired at `now`; null when there is none. */
  readonly find: (targets: ReadonlyArray<BlocklistTarget>, now: Date) => Effect.Effect<BlocklistEntry | null>
  /** Adds an entry, or renews the one that has the same target. */
  readonly put: (entry: Omit<BlocklistEntry, "id">) => Effect.Effect<BlocklistEntry>
  /** Adds many in one transaction; returns how many targets were new. */
  readonly putAll: (entries: ReadonlyArray<Omit<BlocklistEntry, "id">>) => Effect.Effect<number>
  /** Newest first, ids below `before`, at most `limit`. */
  readonly list: (
    page: { readonly before?: number; readonly limit: number }
  ) => Effect.Effect<ReadonlyArray<BlocklistEntry>>
  readonly remove: (id: number) => Effect.Effect<void, BlocklistEntryNotFound>
  readonly count: Effect.Effect<number>
}>()("gatehouse/core/ports/Blocklist") {}
