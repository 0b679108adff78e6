import { fullHashCacheMillisMax } from "../FullHashCache.ts"

/** URLs that are listed, each with what is said of it. */
export const listedCacheEntriesMax = 20_000

/** Listings for as long as their vendor says that they hold, and a day at most; the least lately used go first. */
export class ListedCache<A> {
  private readonly entriesMax: number
  private readonly entries = new Map<string, { readonly said: A; readonly until: number }>()

  constructor(entriesMax: number = listedCacheEntriesMax) {
    this.entriesMax = entriesMax
  }

  get(key: string, now: number): A | null {
    const entry = this.entries.get(key)
    if (entry === undefined) return null
    this.entries.delete(key)
    if (entry.until <= now) return null
    this.entries.set(key, entry)
    return entry.said
  }

  put(key: string, said: A, until: number, now: number): void {
    this.entries.delete(key)
    if (until <= now) return
    this.entries.set(key, { said, until: Math.min(until, now + fullHashCacheMillisMax) })
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.entriesMax) return
      this.entries.delete(oldest)
    }
  }
}
