import { Effect, Layer } from "effect"
import { Blocklist, BlocklistEntryNotFound } from "../../../core/ports/Blocklist.ts"
import type { BlocklistEntry, BlocklistTarget } from "../../../core/urls/BlocklistEntry.ts"

export const layer: Layer.Layer<Blocklist> = Layer.sync(Blocklist, () => {
  const entries = new Map<string, BlocklistEntry>()
  let made = 0

  const put = (wanted: Omit<BlocklistEntry, "id">): BlocklistEntry => {
    const standing = entries.get(nameOf(wanted))
    const { expiresAt, reason, source } = wanted
    const entry = standing === undefined ? { ...wanted, id: ++made } : { ...standing, expiresAt, reason, source }
    entries.set(nameOf(entry), entry)
    return entry
  }

  return Blocklist.of({
    find: (targets, now) =>
      Effect.sync(() => {
        const live = targets.flatMap((target) => entries.get(nameOf(target)) ?? [])
          .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
        return live.toSorted((a, b) => a.id - b.id)[0] ?? null
      }),
    put: (entry) => Effect.sync(() => put(entry)),
    putAll: (all) =>
      Effect.sync(() => {
        const before = entries.size
        for (const entry of all) put(entry)
        return entries.size - before
      }),
    list: ({ before, limit }) =>
      Effect.sync(() =>
        [...entries.values()].filter(({ id }) => id < (before ?? Infinity)).toSorted((a, b) => b.id - a.id).slice(
          0,
          limit
        )
      ),
    remove: (id) =>
      Effect.suspend(() => {
        const entry = [...entries.values()].find((candidate) => candidate.id === id)
        if (entry === undefined) return Effect.fail(new BlocklistEntryNotFound({ id }))
        entries.delete(nameOf(entry))
        return Effect.void
      }),
    count: Effect.sync(() => entries.size)
  })
})

const nameOf = ({ expression, kind }: BlocklistTarget): string => `${kind} ${expression}`
