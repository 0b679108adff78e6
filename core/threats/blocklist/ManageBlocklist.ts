import { Effect } from "effect"
import { type Actor, auditThreatData } from "../../audit/Audit.ts"
import { addBlocklistEntry, type WantedEntry } from "./AddBlocklistEntry.ts"
import { Blocklist, BlocklistEntryNotFound } from "./Blocklist.ts"
import type { BlocklistEntry } from "./BlocklistEntry.ts"

/** Adds an entry for somebody, or renews it. Audited here, in the operator's account, as all below is. */
export const addEntryAs = Effect.fn("addEntryAs")(function*(actor: Actor, wanted: WantedEntry) {
  const entry = yield* addBlocklistEntry(wanted)
  yield* auditThreatData(actor, "blocklist.add", String(entry.id), entryWords(entry))
  return entry
})

export const removeEntryAs = Effect.fn("removeEntryAs")(function*(actor: Actor, id: number) {
  const blocklist = yield* Blocklist
  const [entry] = yield* blocklist.list({ before: id + 1, limit: 1 })
  if (entry?.id !== id) return yield* new BlocklistEntryNotFound({ id })
  yield* blocklist.remove(id)
  yield* auditThreatData(actor, "blocklist.remove", String(id), entryWords(entry))
})

/** Takes back all that a source said; returns how many entries that were. */
export const removeSourceAs = Effect.fn("removeSourceAs")(function*(actor: Actor, source: string) {
  const removed = yield* (yield* Blocklist).removeSource(source)
  if (removed > 0) yield* auditThreatData(actor, "blocklist.remove", source, `all of this source, ${entries(removed)}`)
  return removed
})

/** Notes that a list was read in, as far as it came. One entry for all of it. */
export const auditImport = Effect.fn("auditImport")(
  function*(actor: Actor, source: string, { added, renewed }: { readonly added: number; readonly renewed: number }) {
    if (added + renewed === 0) return
    yield* auditThreatData(actor, "blocklist.import", source, `${entries(added)} added, ${renewed} renewed`)
  }
)

const entries = (count: number): string => `${count} ${count === 1 ? "entry" : "entries"}`

const entryWords = ({ action, expression, forced, kind }: BlocklistEntry): string =>
  `${action} ${kind} ${expression}${forced ? " (forced)" : ""}`
