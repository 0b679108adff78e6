import { Clock, Effect, Schema } from "effect"
import { type Actor, auditThreatData } from "../../audit/Audit.ts"
import { ownSiteHosts } from "../../sites/FindSites.ts"
import { PopularDomains } from "../../urls/PopularDomains.ts"
import { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { Blocklist, BlocklistEntryNotFound } from "./Blocklist.ts"
import {
  type BlocklistEntry,
  type BlocklistTarget,
  entryText,
  type ListingAction,
  operatorSource
} from "./BlocklistEntry.ts"
import { parseBlocklistTarget } from "./BlocklistGuard.ts"

interface BlocklistEntryInput {
  readonly kind: BlocklistTarget["kind"]
  /** Target as a URL. For a host or domain, the name is enough. */
  readonly target: string
  readonly action: ListingAction
  readonly reason: string
  readonly author: string
  /** Time of expiry. Null if the entry does not expire. */
  readonly expiresAt: Date | null
  /** Overrides the guard against entries that are too broad. */
  readonly force: boolean
}

/** Error if the stored entry of the same target and action has a later time. The stored entry is not changed. */
export class EntryIsNewer extends Schema.TaggedError<EntryIsNewer>()("EntryIsNewer", {
  id: Schema.Int,
  createdAt: Schema.Date
}) {
  override get message(): string {
    const at = `${this.createdAt.toISOString().slice(0, 19)}Z`
    return `Entry ${this.id} was added at ${at}, which is in the future. Check the server's clock.`
  }
}

/**
 * Adds an entry by hand, or renews the entry with the same target and action. `hostGuard` counts the sites of all
 * accounts as own sites, so an entry that blocks one of their hosts as a whole needs `force`.
 */
const addBlocklistEntry = Effect.fn("addBlocklistEntry")(function*(wanted: BlocklistEntryInput) {
  const { action, author, expiresAt, force, kind, reason, target } = wanted
  const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains, own: yield* ownSiteHosts }
  const covered = yield* Effect.fromResult(parseBlocklistTarget(kind, target, knowledge, { force, action }))
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
  if (entry.createdAt > createdAt) return yield* new EntryIsNewer({ id: entry.id, createdAt: entry.createdAt })
  return entry
})

/**
 * Adds or renews an entry on behalf of a person. Functions ending in `As` write to the audit log of the operator's
 * account.
 */
export const addEntryAs = Effect.fn("addEntryAs")(function*(actor: Actor, wanted: BlocklistEntryInput) {
  const entry = yield* addBlocklistEntry(wanted)
  yield* auditThreatData(actor, "blocklist.add", String(entry.id), describeEntry(entry))
  return entry
})

export const removeEntryAs = Effect.fn("removeEntryAs")(function*(actor: Actor, id: number) {
  const blocklist = yield* Blocklist
  const [entry] = yield* blocklist.list({ before: id + 1, limit: 1 })
  if (entry?.id !== id) return yield* new BlocklistEntryNotFound({ id })
  yield* blocklist.remove(id)
  yield* auditThreatData(actor, "blocklist.remove", String(id), describeEntry(entry))
})

/** Removes all entries of a source. Returns the number of removed entries. */
export const removeSourceAs = Effect.fn("removeSourceAs")(function*(actor: Actor, source: string) {
  const removed = yield* (yield* Blocklist).removeSource(source)
  if (removed > 0) {
    yield* auditThreatData(actor, "blocklist.remove", source, `all of this source, ${formatEntries(removed)}`)
  }
  return removed
})

/** Records an import, even a partial one, as one entry in the audit log. */
export const auditImport = Effect.fn("auditImport")(
  function*(actor: Actor, source: string, { added, renewed }: { readonly added: number; readonly renewed: number }) {
    if (added + renewed === 0) return
    yield* auditThreatData(actor, "blocklist.import", source, `${formatEntries(added)} added, ${renewed} renewed`)
  }
)

const formatEntries = (count: number): string => `${count} ${count === 1 ? "entry" : "entries"}`

const describeEntry = ({ action, expression, forced, kind }: BlocklistEntry): string =>
  `${action} ${kind} ${expression}${forced ? " (forced)" : ""}`
