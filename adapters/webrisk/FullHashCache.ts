/** What a cache holds at most: prefixes that were asked about and full hashes that are listed, together. */
export const fullHashCacheEntriesMax = 100_000
/** No answer is believed for longer, whatever it says: a vendor whose clock is wrong must not blind us for a year. */
export const fullHashCacheMillisMax = 24 * 60 * 60_000

/** A full hash that is listed, and what the vendor says of it. */
export interface ListedHash<A> {
  readonly hash: Uint8Array
  readonly said: A
  /** Until when this holds, in milliseconds since 1970. */
  readonly until: number
}

/** What a vendor answered to one prefix. */
export interface PrefixAnswer<A> {
  readonly listed: ReadonlyArray<ListedHash<A>>
  /** Until when no other hash with this prefix is listed; null when the vendor does not say. */
  readonly notListedUntil: number | null
}

export type CachedHash<A> =
  | { readonly kind: "listed"; readonly said: A }
  | { readonly kind: "not listed" }
  /** The vendor has to be asked. */
  | { readonly kind: "miss" }

interface Entry<A> {
  readonly listed: ReadonlyMap<string, { readonly said: A; readonly until: number }>
  readonly notListedUntil: number
}

/**
 * Answers of a vendor about full hashes, for as long as they hold (Web Risk and Safe Browsing, "Caching"): a hash that was
 * listed until its own expiry, any other with that prefix until the prefix's. A listed hash whose time is over is a miss, even
 * while its prefix's is not: the vendor said of it that it is listed. The least lately used go first.
 *
 * An answer belongs to the lists that were asked about (`lists`): what is not on one list may be on another.
 */
export class FullHashCache<A> {
  private readonly entriesMax: number
  private readonly entries = new Map<string, Entry<A>>()
  private weight = 0

  constructor(entriesMax: number = fullHashCacheEntriesMax) {
    this.entriesMax = entriesMax
  }

  /** How much it holds, of `entriesMax`. */
  get size(): number {
    return this.weight
  }

  /** @param hash begins with the prefix */
  get(lists: string, prefix: Uint8Array, hash: Uint8Array, now: number): CachedHash<A> {
    const key = keyOf(lists, prefix)
    const entry = this.entries.get(key)
    if (entry === undefined) return { kind: "miss" }
    this.entries.delete(key)
    this.entries.set(key, entry)
    const listed = entry.listed.get(textOf(hash))
    if (listed !== undefined) return listed.until > now ? { kind: "listed", said: listed.said } : { kind: "miss" }
    return entry.notListedUntil > now ? { kind: "not listed" } : { kind: "miss" }
  }

  /** Takes the place of what was answered before. What holds no longer, or too little of it would fit, is not kept. */
  put(lists: string, prefix: Uint8Array, answer: PrefixAnswer<A>, now: number): void {
    const key = keyOf(lists, prefix)
    this.drop(key)
    const latest = now + fullHashCacheMillisMax
    const entry = {
      listed: new Map(
        answer.listed.map(({ hash, said, until }) => [textOf(hash), { said, until: Math.min(until, latest) }])
      ),
      notListedUntil: Math.min(answer.notListedUntil ?? 0, latest)
    }
    const holds = entry.notListedUntil > now || [...entry.listed.values()].some(({ until }) => until > now)
    if (!holds || weightOf(entry) > this.entriesMax) return
    this.entries.set(key, entry)
    this.weight += weightOf(entry)
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.entriesMax) return
      this.drop(oldest)
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    this.entries.delete(key)
    this.weight -= weightOf(entry)
  }
}

const weightOf = (entry: Entry<unknown>): number => 1 + entry.listed.size

/** A character a byte: shorter and quicker than hexadecimal digits. */
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** No list's name has a zero in it. */
const keyOf = (lists: string, prefix: Uint8Array): string => `${lists}\0${textOf(prefix)}`
