/** Maximum weight of the cache: the number of queried prefixes plus the number of listed full hashes. */
export const fullHashCacheEntriesMax = 100_000
/** Maximum cache duration in milliseconds, so that a vendor with a wrong clock cannot suppress lookups for a year. */
export const fullHashCacheMillisMax = 24 * 60 * 60_000

/** Listed full hash, with the vendor's data about the hash. */
export interface ListedHash<A> {
  readonly hash: Uint8Array
  readonly data: A
  /** Expiry in milliseconds since 1970-01-01 UTC. */
  readonly expiresAt: number
}

/** Response of a vendor for one prefix. */
export interface PrefixResponse<A> {
  readonly listed: ReadonlyArray<ListedHash<A>>
  /** Time in milliseconds since 1970 until which no other hash with this prefix is listed; null if not stated. */
  readonly negativeExpiresAt: number | null
}

export type CachedHash<A> =
  | { readonly kind: "listed"; readonly data: A }
  | { readonly kind: "not listed" }
  /** The cache has no valid answer, so the vendor must be queried. */
  | { readonly kind: "miss" }

interface Entry<A> {
  readonly listed: ReadonlyMap<string, { readonly data: A; readonly expiresAt: number }>
  readonly negativeExpiresAt: number
}

/**
 * Caches a vendor's full-hash responses (Web Risk and Safe Browsing, "Caching").
 *
 * A listed hash is valid until its own expiry. Any other hash with the prefix counts as not listed until the prefix's
 * expiry. An expired listed hash is a miss even if its prefix has not expired, because the vendor may still list it.
 * The cache evicts the least recently used entries first.
 *
 * A response applies only to the queried lists (`lists`), because a hash can be on one list and not on another.
 */
export class FullHashCache<A> {
  private readonly entriesMax: number
  private readonly entries = new Map<string, Entry<A>>()
  private weight = 0

  constructor(entriesMax: number = fullHashCacheEntriesMax) {
    this.entriesMax = entriesMax
  }

  /** Current weight of all entries, at most `entriesMax`. */
  get size(): number {
    return this.weight
  }

  /**
   * Returns the cached answer for a hash.
   *
   * @param hash full hash that starts with the prefix
   */
  get(lists: string, prefix: Uint8Array, hash: Uint8Array, now: number): CachedHash<A> {
    const key = keyOf(lists, prefix)
    const entry = this.entries.get(key)
    if (entry === undefined) return { kind: "miss" }
    this.entries.delete(key)
    this.entries.set(key, entry)
    const listed = entry.listed.get(textOf(hash))
    if (listed !== undefined) return listed.expiresAt > now ? { kind: "listed", data: listed.data } : { kind: "miss" }
    return entry.negativeExpiresAt > now ? { kind: "not listed" } : { kind: "miss" }
  }

  /**
   * Replaces the cached response for a prefix. Expired responses, and responses too large for the cache, are not
   * stored.
   */
  set(lists: string, prefix: Uint8Array, answer: PrefixResponse<A>, now: number): void {
    const key = keyOf(lists, prefix)
    this.delete(key)
    const latest = now + fullHashCacheMillisMax
    const entry = {
      listed: new Map(
        answer.listed.map((
          { hash, data, expiresAt }
        ) => [textOf(hash), { data, expiresAt: Math.min(expiresAt, latest) }])
      ),
      negativeExpiresAt: Math.min(answer.negativeExpiresAt ?? 0, latest)
    }
    const holds = entry.negativeExpiresAt > now || [...entry.listed.values()].some(({ expiresAt }) => expiresAt > now)
    if (!holds || weightOf(entry) > this.entriesMax) return
    this.entries.set(key, entry)
    this.weight += weightOf(entry)
    for (const oldest of this.entries.keys()) {
      if (this.weight <= this.entriesMax) return
      this.delete(oldest)
    }
  }

  private delete(key: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    this.entries.delete(key)
    this.weight -= weightOf(entry)
  }
}

const weightOf = (entry: Entry<unknown>): number => 1 + entry.listed.size

/** Encodes each byte as one character, which is shorter and faster than hexadecimal. */
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Returns the key of an entry. NUL can separate the parts, because list names contain no NUL. */
const keyOf = (lists: string, prefix: Uint8Array): string => `${lists}\0${textOf(prefix)}`
