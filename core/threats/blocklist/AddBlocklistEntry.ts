import { Clock, Effect, Schema } from "effect"
import { ownHosts } from "../../sites/FindSites.ts"
import { PopularDomains } from "../../urls/PopularDomains.ts"
import { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { Blocklist } from "./Blocklist.ts"
import { type BlocklistTarget, entryText, type ListingAction, operatorSource } from "./BlocklistEntry.ts"
import { blocklistTarget } from "./BlocklistGuard.ts"

/** What somebody adds by hand. */
export interface WantedEntry {
  readonly kind: BlocklistTarget["kind"]
  /** A URL; for a host or a domain its name is enough. */
  readonly target: string
  readonly action: ListingAction
  readonly reason: string
  readonly author: string
  /** Null: never. */
  readonly expiresAt: Date | null
  /** Takes what the guard refuses. */
  readonly force: boolean
}

/** What is said of this target already was said later than now, and stands. */
export class EntryFromLater extends Schema.TaggedError<EntryFromLater>()("EntryFromLater", {
  id: Schema.Int,
  createdAt: Schema.Date
}) {
  override get message(): string {
    const at = `${this.createdAt.toISOString().slice(0, 19)}Z`
    return `Entry ${this.id} was added at ${at}, which is later than now: is the clock right?`
  }
}

/** Adds an entry by hand, or renews the one of the same target and action; hosts of sites of one's own are guarded. */
export const addBlocklistEntry = Effect.fn("addBlocklistEntry")(function*(wanted: WantedEntry) {
  const { action, author, expiresAt, force, kind, reason, target } = wanted
  const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains, own: yield* ownHosts }
  const covered = yield* Effect.fromResult(blocklistTarget(kind, target, knowledge, { force, action }))
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const entry = yield* (yield* Blocklist).put({
    ...covered,
    action,
    reason: entryText(reason),
    source: operatorSource,
    author,
    createdAt,
    expiresAt
  })
  if (entry.createdAt > createdAt) return yield* new EntryFromLater({ id: entry.id, createdAt: entry.createdAt })
  return entry
})
