import { Effect, Layer } from "effect"
import { foldCase } from "../../../core/history/RequestQuery.ts"
import { Blocklist, BlocklistEntryNotFound, type BlocklistPage } from "../../../core/threats/blocklist/Blocklist.ts"
import type {
  BlocklistEntry,
  BlocklistTarget,
  NewBlocklistEntry
} from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { targetName } from "../../../core/threats/blocklist/BlocklistTargets.ts"

export const layer: Layer.Layer<Blocklist> = Layer.sync(Blocklist, () => {
  const entries = new Entries()

  return Blocklist.of({
    find: (targets, now) =>
      Effect.sync(() =>
        targets.flatMap((target) => entries.of(target))
          .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      ),
    put: (entry) => Effect.sync(() => entries.put(entry)),
    putAll: (input) =>
      Effect.sync(() => {
        const before = entries.lastId
        for (const entry of input) entries.put(entry)
        return entries.lastId - before
      }),
    list: (page) => Effect.sync(() => entries.listed(page).slice(0, page.limit)),
    search: ({ targets, text, ...page }) =>
      Effect.sync(() => {
        const input = new Set(targets.map(targetName))
        const found = entries.listed(page).filter((entry) =>
          foldCase(entry.expression).includes(foldCase(text)) || input.has(targetName(entry))
        )
        const items = found.slice(0, page.limit)
        return { items, next: found.length > items.length ? items.at(-1)?.id ?? null : null }
      }),
    remove: (id) =>
      Effect.suspend(() =>
        entries.removeWhere((entry) => entry.id === id) === 0
          ? Effect.fail(new BlocklistEntryNotFound({ id }))
          : Effect.void
      ),
    removeSource: (source) => Effect.sync(() => entries.removeWhere((entry) => entry.source === source)),
    sweep: (now) => Effect.sync(() => entries.removeWhere(({ expiresAt }) => expiresAt !== null && expiresAt <= now)),
    count: Effect.sync(() => entries.all().length),
    countBy: (authors) => Effect.sync(() => entries.all().filter(({ author }) => authors.includes(author)).length),
    renameAuthors: (authors, to) => Effect.sync(() => entries.renameAuthors(authors, to))
  })
})

class Entries {
  /** ID of the newest entry, which is also the number of entries ever created. */
  lastId = 0
  /** Entries by target, then by action and source. */
  private readonly entries = new Map<string, Map<string, BlocklistEntry>>()

  all(): ReadonlyArray<BlocklistEntry> {
    return [...this.entries.values()].flatMap((ofTarget) => [...ofTarget.values()])
  }

  of(target: BlocklistTarget): ReadonlyArray<BlocklistEntry> {
    return [...this.entries.get(targetName(target))?.values() ?? []]
  }

  listed({ action, before = Infinity, source }: BlocklistPage): ReadonlyArray<BlocklistEntry> {
    return this.all().filter((entry) =>
      entry.id < before && (action === undefined || entry.action === action) &&
      (source === undefined || entry.source === source)
    ).toSorted((a, b) => b.id - a.id)
  }

  put(input: NewBlocklistEntry): BlocklistEntry {
    const ofTarget = this.entries.get(targetName(input)) ?? new Map<string, BlocklistEntry>()
    const existing = ofTarget.get(actionAndSource(input))
    if (existing !== undefined && existing.createdAt > input.createdAt) return existing
    const entry = { ...input, id: existing?.id ?? ++this.lastId }
    this.entries.set(targetName(input), ofTarget.set(actionAndSource(input), entry))
    return entry
  }

  removeWhere(matches: (entry: BlocklistEntry) => boolean): number {
    let removed = 0
    for (const [target, ofTarget] of this.entries) {
      for (const [name, entry] of ofTarget) if (matches(entry) && ofTarget.delete(name)) removed++
      if (ofTarget.size === 0) this.entries.delete(target)
    }
    return removed
  }

  renameAuthors(authors: ReadonlyArray<string>, to: string): void {
    for (const ofTarget of this.entries.values()) {
      for (const [name, entry] of ofTarget) {
        if (authors.includes(entry.author)) ofTarget.set(name, { ...entry, author: to })
      }
    }
  }
}

const actionAndSource = ({ action, source }: NewBlocklistEntry): string => `${action} ${source}`
