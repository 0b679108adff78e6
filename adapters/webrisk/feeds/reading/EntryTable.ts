import { Result } from "effect"
import { type PrefixList, prefixListOf } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { ThreatType } from "../../../../core/threats/WebRisk.ts"
import { digestOf } from "../../UrlKeys.ts"

/**
 * Number of bytes of a digest that are stored. With two million entries, about one in nine trillion unlisted
 * expressions appears listed.
 */
export const feedPrefixBytes = 8

const initialCapacity = 4_096

/** Digest prefixes of entries with their tags, in the order in which they were added. */
export class EntryTable {
  length = 0
  private prefixes = new Uint8Array(initialCapacity * feedPrefixBytes)
  private tags = new Uint8Array(initialCapacity)
  private readonly exceptedKeys = new Set<string>()

  get exceptions(): number {
    return this.exceptedKeys.size
  }

  /** Excludes an expression from the list, regardless of when it is added. */
  except(expression: string): void {
    this.exceptedKeys.add(keyOf(digestOf(expression), 0))
  }

  add(expression: string, tag: number): void {
    if (this.length === this.tags.length) this.grow()
    const digest = digestOf(expression)
    this.prefixes.set(digest.subarray(0, feedPrefixBytes), this.length * feedPrefixBytes)
    this.tags[this.length++] = tag
  }

  /** Returns the sorted list without duplicates. */
  toList(): PrefixList {
    if (this.exceptedKeys.size > 0) this.removeExceptions()
    const { length, prefixes, tags } = this
    const bytes = prefixes.subarray(0, length * feedPrefixBytes)
    return Result.getOrThrow(prefixListOf(bytes, feedPrefixBytes, tags.subarray(0, length)))
  }

  private removeExceptions(): void {
    let kept = 0
    for (let at = 0; at < this.length; at++) {
      const from = at * feedPrefixBytes
      if (this.exceptedKeys.has(keyOf(this.prefixes, from))) continue
      this.prefixes.copyWithin(kept * feedPrefixBytes, from, from + feedPrefixBytes)
      this.tags[kept++] = this.tags[at]!
    }
    this.length = kept
  }

  private grow(): void {
    const prefixes = new Uint8Array(this.prefixes.length * 2)
    prefixes.set(this.prefixes)
    const tags = new Uint8Array(this.tags.length * 2)
    tags.set(this.tags)
    this.prefixes = prefixes
    this.tags = tags
  }
}

/** Returns a prefix as a string key. */
const keyOf = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + feedPrefixBytes))

/**
 * Properties of an entry that one tag byte stores. For duplicate expressions, the lower byte wins, because it covers
 * more.
 */
interface FeedTag {
  readonly type: ThreatType
  readonly isNarrow: boolean
}

const types: ReadonlyArray<ThreatType> = ["phishing", "malware", "unwanted-software", "harmful-application", "unknown"]
const narrow = 0x10

export const encodeTag = ({ isNarrow, type }: FeedTag): number => types.indexOf(type) | (isNarrow ? narrow : 0)

export const decodeTag = (tag: number): FeedTag => ({
  type: types[tag & 0x0f] ?? "unknown",
  isNarrow: (tag & narrow) !== 0
})
