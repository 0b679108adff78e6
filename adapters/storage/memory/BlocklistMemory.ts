import { Effect, Layer } from "effect"
import { folded } from "../../../core/history/RequestQuery.ts"
import { Blocklist, BlocklistEntryNotFound, type BlocklistPage } from "../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistEntry, NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { targetName } from "../../../core/threats/blocklist/BlocklistTargets.ts"

export const layer: Layer.Layer<Blocklist> = Layer.sync(Blocklist, () => {
  /** By target, and there by action and source. */
  const entries = new Map<string, Map<string, BlocklistEntry>>()
  let made = 0

  const all = (): ReadonlyArray<BlocklistEntry> => [...entries.values()].flatMap((said) => [...said.values()])

  const listed = ({ action, before = Infinity, source }: BlocklistPage): ReadonlyArray<BlocklistEntry> =>
    all().filter((entry) =>
      entry.id < before && (action === undefined || entry.action === action) &&
      (source === undefined || entry.source === source)
    ).toSorted((a, b) => b.id - a.id)

  const put = (wanted: NewBlocklistEntry): BlocklistEntry => {
    const said = entries.get(targetName(wanted)) ?? new Map<string, BlocklistEntry>()
    const standing = said.get(sayer(wanted))
    if (standing !== undefined && standing.createdAt > wanted.createdAt) return standing
    const entry = { ...wanted, id: standing?.id ?? ++made }
    entries.set(targetName(wanted), said.set(sayer(wanted), entry))
    return entry
  }

  const removeWhere = (goes: (entry: BlocklistEntry) => boolean): number => {
    const gone = all().filter(goes)
    for (const entry of gone) {
      const said = entries.get(targetName(entry))!
      said.delete(sayer(entry))
      if (said.size === 0) entries.delete(targetName(entry))
    }
    return gone.length
  }

  return Blocklist.of({
    find: (targets, now) =>
      Effect.sync(() =>
        targets.flatMap((target) => [...entries.get(targetName(target))?.values() ?? []])
          .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      ),
    put: (entry) => Effect.sync(() => put(entry)),
    putAll: (wanted) =>
      Effect.sync(() => {
        const before = made
        for (const entry of wanted) put(entry)
        return made - before
      }),
    list: (page) => Effect.sync(() => listed(page).slice(0, page.limit)),
    search: ({ targets, text, ...page }) =>
      Effect.sync(() => {
        const wanted = new Set(targets.map(targetName))
        const found = listed(page).filter((entry) =>
          folded(entry.expression).includes(folded(text)) || wanted.has(targetName(entry))
        )
        const items = found.slice(0, page.limit)
        return { items, next: found.length > items.length ? items.at(-1)!.id : null }
      }),
    remove: (id) =>
      Effect.suspend(() =>
        removeWhere((entry) => entry.id === id) === 0 ? Effect.fail(new BlocklistEntryNotFound({ id })) : Effect.void
      ),
    removeSource: (source) => Effect.sync(() => removeWhere((entry) => entry.source === source)),
    sweep: (now) => Effect.sync(() => removeWhere(({ expiresAt }) => expiresAt !== null && expiresAt <= now)),
    count: Effect.sync(() => all().length),
    countBy: (authors) => Effect.sync(() => all().filter(({ author }) => authors.includes(author)).length),
    renameAuthors: (authors, to) =>
      Effect.sync(() => {
        for (const said of entries.values()) {
          for (const [name, entry] of said) if (authors.includes(entry.author)) said.set(name, { ...entry, author: to })
        }
      })
  })
})

const sayer = ({ action, source }: NewBlocklistEntry): string => `${action} ${source}`
