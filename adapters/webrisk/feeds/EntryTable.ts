import { Result } from "effect"
import { type PrefixList, prefixListOf } from "../../../core/urls/threats/PrefixList.ts"
import { digestOf } from "../UrlKeys.ts"

/** Bytes of a digest that are kept: among two million entries, one of nine trillion other URLs would seem listed. */
export const feedPrefixBytes = 8

const entriesAtFirst = 4_096

/** Digests of entries with their tags, as they come. */
export class EntryTable {
  length = 0
  private prefixes = new Uint8Array(entriesAtFirst * feedPrefixBytes)
  private tags = new Uint8Array(entriesAtFirst)

  add(expression: string, tag: number): void {
    if (this.length === this.tags.length) this.grow()
    const digest = digestOf(expression)
    this.prefixes.set(digest.subarray(0, feedPrefixBytes), this.length * feedPrefixBytes)
    this.tags[this.length++] = tag
  }

  /** Sorted, and each once. */
  toList(): PrefixList {
    const { length, prefixes, tags } = this
    const bytes = prefixes.subarray(0, length * feedPrefixBytes)
    return Result.getOrThrow(prefixListOf(bytes, feedPrefixBytes, tags.subarray(0, length)))
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
