import { hash } from "node:crypto"
import { ascii, concat, fromHex, hex } from "../support/Bytes.ts"
import { encodeSafeBrowsing, encodeSafeBrowsingNumbers } from "./RiceEncode.ts"
import {
  encodeHashList,
  encodeHashLists,
  encodeSearchHashes,
  type SentFullHash,
  type SentHashList
} from "./SafeBrowsingMessages.ts"

/** Faults of a list in a response. */
export type ListFault =
  | "wrong checksum"
  | "short checksum"
  | "no checksum"
  | "removals beyond the end"
  | "prefixes of another size"
  | "additions cut off"
  | "left out"
  | "no entries"
  | "no end"

/** Details of malware and phishing, by their numbers in the v5 API. */
export const malware: SentFullHash["details"] = [{ type: 1 }]
export const phishing: SentFullHash["details"] = [{ type: 2 }]

const sizes: Readonly<Record<string, number>> = { "gc-32b": 32 }

export const digestHex = (expression: string): string => hash("sha256", expression, "hex")

/** Data of the vendor and settings of its responses. Prefixes, digests and versions are in hex. */
export class SafeBrowsingVendor {
  /** Seconds that clients must wait before they request lists again. */
  waitSeconds = 1_800
  /** Cache duration of search responses. If null, responses omit it. */
  cacheSeconds: number | null = 300
  /** Maximum number of entries that one response adds. */
  partEntries = Number.POSITIVE_INFINITY
  /** Fault of each list, by the list's name. `once` limits the fault to one response. */
  readonly listFaults = new Map<string, { readonly fault: ListFault; readonly once?: boolean }>()
  /** Additional results of hashes:search. */
  readonly extra: Array<SentFullHash> = []

  private readonly lists = new Map<string, Set<string>>()
  private readonly details = new Map<string, SentFullHash["details"]>()
  /** Entries of each version of a list, by version. */
  private readonly versions = new Map<string, ReadonlyArray<string>>()

  constructor() {
    // Fills every list, because the real vendor has no empty list.
    for (const name of ["mw-4b", "se-4b", "uws-4b", "uwsa-4b", "pha-4b", "gc-32b"]) this.put(name, `${name}.example/`)
  }

  /** Puts an expression on a list. Searches confirm the expression only if `details` is given. */
  put(name: string, expression: string, details: SentFullHash["details"] | null = null): void {
    const digest = digestHex(expression)
    this.entriesOf(name).add(digest.slice(0, 2 * (sizes[name] ?? 4)))
    if (details !== null) this.details.set(digest, details)
  }

  /** Removes an expression from a list. Searches no longer confirm the expression. */
  remove(name: string, expression: string): void {
    const digest = digestHex(expression)
    this.entriesOf(name).delete(digest.slice(0, 2 * (sizes[name] ?? 4)))
    this.details.delete(digest)
  }

  /** Makes searches confirm an expression, which may be on no list. */
  confirm(expression: string, details: SentFullHash["details"]): void {
    this.details.set(digestHex(expression), details)
  }

  search(prefixes: ReadonlyArray<string>): Uint8Array {
    const found = [...this.details].filter(([digest]) => prefixes.some((prefix) => digest.startsWith(prefix)))
    return encodeSearchHashes(
      [...found.map(([digest, details]) => ({ digest: fromHex(digest), details })), ...this.extra],
      this.cacheSeconds
    )
  }

  /** Returns a batch response. `versions` may be in any order and may be shorter than `names`. */
  batch(names: ReadonlyArray<string>, versions: ReadonlyArray<string>): Uint8Array {
    const faultOf = (name: string) => this.listFaults.get(name)?.fault
    return encodeHashLists(
      names.filter((name) => faultOf(name) !== "left out").map((name) => this.list(name, versions))
    )
  }

  single(name: string, versions: ReadonlyArray<string>): Uint8Array {
    return encodeHashList(this.list(name, versions))
  }

  private list(name: string, versions: ReadonlyArray<string>): SentHashList {
    const { fault, once = false } = this.listFaults.get(name) ?? {}
    if (once) this.listFaults.delete(name)
    const version = versions.find((each) => Buffer.from(each, "hex").toString().startsWith(`${name} `))
    const before = version === undefined ? undefined : this.versions.get(version)
    const now = fault === "no entries" ? [] : [...this.entriesOf(name)].toSorted()
    if (fault === undefined && before !== undefined && isSame(before, now)) {
      return { name, version: fromHex(version!), isPartial: true, waitSeconds: this.waitSeconds }
    }
    return applyListFault(this.changed(name, before, now), fault)
  }

  private changed(name: string, before: ReadonlyArray<string> | undefined, now: ReadonlyArray<string>): SentHashList {
    const had = new Set(before)
    const has = new Set(now)
    const added = now.filter((entry) => !had.has(entry))
    const additions = added.slice(0, this.partEntries)
    const removals = (before ?? []).flatMap((entry, at) => has.has(entry) ? [] : [at])
    const after = [...(before ?? []).filter((entry) => has.has(entry)), ...additions].toSorted()
    const version = hex(ascii(`${name} ${this.versions.size + 1}`))
    this.versions.set(version, after)
    return {
      name,
      version: fromHex(version),
      isPartial: before !== undefined,
      additions: additions.length === 0 ? null : encodeSafeBrowsing(bytesOf(additions), sizes[name] ?? 4),
      removals: removals.length === 0 ? null : encodeSafeBrowsingNumbers(removals),
      waitSeconds: additions.length < added.length ? 0 : this.waitSeconds,
      checksum: sha256(bytesOf(after))
    }
  }

  private entriesOf(name: string): Set<string> {
    const entries = this.lists.get(name) ?? new Set()
    this.lists.set(name, entries)
    return entries
  }
}

const applyListFault = (list: SentHashList, fault: ListFault | undefined): SentHashList => {
  switch (fault) {
    case "wrong checksum":
      return { ...list, checksum: sha256(ascii("another list")) }
    case "short checksum":
      return { ...list, checksum: list.checksum!.subarray(1) }
    case "no checksum": {
      const { checksum: _, ...rest } = list
      return { ...rest, additions: encodeSafeBrowsing(fromHex("01020304"), 4) }
    }
    case "removals beyond the end":
      return { ...list, isPartial: true, removals: encodeSafeBrowsingNumbers([9_000]) }
    case "prefixes of another size":
      return { ...list, additions: encodeSafeBrowsing(fromHex("0102030405060708"), 8) }
    case "additions cut off": {
      const additions = encodeSafeBrowsing(fromHex("010203040203040503040506"), 4)
      return { ...list, additions: { ...additions, encodedData: additions.encodedData.subarray(1) } }
    }
    case "no end":
      return { ...list, waitSeconds: 0 }
    default:
      return list
  }
}

const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean => a.join() === b.join()

const bytesOf = (entries: ReadonlyArray<string>): Uint8Array => concat(entries.map(fromHex))

const sha256 = (bytes: Uint8Array): Uint8Array => Uint8Array.from(hash("sha256", bytes, "buffer"))
