import { inflateRawSync } from "node:zlib"
import type { Budget } from "../reading/Budget.ts"
import { deflateRatioMax, finish, type Inflated, inflateLongestPrefix, tryInflate } from "../reading/Inflate.ts"
import { entriesMax, findDirectory } from "./ZipDirectory.ts"
import { listEntries } from "./ZipListing.ts"
import { normalizeZipName, ZipBytes, type ZipEntry } from "./ZipRecords.ts"

/** Maximum damaged entries per archive for which partial data is recovered. */
export const recoveriesMax = 32

/** Maximum stored bytes that `readStart` inflates. The tables of the first block take several hundred bytes. */
export const startBytesMax = 1_024

export interface ZipContent {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
}

/** Opens a ZIP (APPNOTE 6.3.10) by its directory and its local headers; null if neither contains an entry. */
export const openZip = (bytes: Uint8Array, budget: Budget): ZipArchive | null => {
  const file = new ZipBytes(bytes)
  const { entries, anomalies, isCutOff } = listEntries(file, findDirectory(file))
  return entries.length === 0 ? null : new ZipArchive(bytes, budget, entries, anomalies, isCutOff)
}

export class ZipArchive {
  /** At most `entriesMax` entries: those in the directory, then those found only by their local headers. */
  readonly entries: ReadonlyArray<ZipEntry>
  /** Whether the archive has more entries than `entries` contains. */
  readonly isCutOff: boolean
  private readonly found: Set<string>
  private readonly byName = new Map<string, ZipEntry>()
  private readonly bytes: Uint8Array
  private readonly budget: Budget
  private recoveries = 0

  constructor(
    bytes: Uint8Array,
    budget: Budget,
    entries: ReadonlyArray<ZipEntry>,
    anomalies: ReadonlyArray<string>,
    isCutOff: boolean
  ) {
    this.bytes = bytes
    this.budget = budget
    this.entries = entries.slice(0, entriesMax)
    this.isCutOff = isCutOff || entries.length > entriesMax
    this.found = new Set(anomalies)
    for (const entry of this.entries) {
      const key = normalizeZipName(entry.name)
      if (!this.byName.has(key)) this.byName.set(key, entry)
    }
  }

  /** Properties of the archive that ordinary writers never produce. The list can grow while entries are read. */
  get anomalies(): ReadonlyArray<string> {
    return [...this.found]
  }

  /** Finds an entry by name, ignoring case and the kind of slash. Returns the first of several matching entries. */
  find(name: string): ZipEntry | undefined {
    return this.byName.get(normalizeZipName(name))
  }

  /** Returns the start of an entry, inflated from at most `startBytesMax` stored bytes; empty if unreadable. */
  readStart(entry: ZipEntry): Uint8Array {
    const stored = this.bytes.subarray(entry.from, Math.min(entry.to, entry.from + startBytesMax))
    if (entry.isEncrypted || entry.otherMethod !== null) return nothing
    if (entry.method === storedMethod) return stored
    if (entry.method !== deflatedMethod || this.budget.inflatable <= 0) return nothing
    const { bytes } = inflateRaw(stored, Math.min(this.budget.inflatable, recoveredBytesMax), false)
    this.budget.spendInflated(stored.length, bytes.length, false)
    return bytes
  }

  /** Reads an entry as completely as possible. */
  read(entry: ZipEntry): ZipContent {
    const stored = this.bytes.subarray(entry.from, entry.to)
    const methods = entry.otherMethod === null ? [entry.method] : [entry.method, entry.otherMethod]
    const supported = methods.filter((method) => method === storedMethod || method === deflatedMethod)
    if (entry.isEncrypted || supported.length === 0) {
      this.found.add(entry.isEncrypted ? "encrypted entry" : `method ${entry.method}`)
      return { bytes: nothing, isWhole: false }
    }
    // If the headers state two methods, uses the method that yields data, because programs differ in their choice.
    for (const method of supported) {
      const bytesMax = this.budget.inflatableEntry(stored.length, entry.claimedBytes)
      const content = method === storedMethod ? this.copy(stored, bytesMax) : this.inflate(stored, bytesMax)
      if (content.isWhole || method === supported.at(-1)) {
        return { ...content, isWhole: content.isWhole && isComplete(entry, content.bytes) }
      }
    }
    return { bytes: nothing, isWhole: false }
  }

  private copy(stored: Uint8Array, bytesMax: number): ZipContent {
    const bytes = stored.subarray(0, Math.max(0, bytesMax))
    this.budget.spendInflated(stored.length, bytes.length, stored.length > bytesMax)
    return { bytes, isWhole: stored.length <= bytesMax }
  }

  private inflate(stored: Uint8Array, bytesMax: number): ZipContent {
    if (bytesMax <= 0) {
      this.budget.spendInflated(stored.length, 0, true)
      return { bytes: nothing, isWhole: false }
    }
    const { bytes, isWhole, isCutOff } = inflateRaw(stored, bytesMax, this.recoveries < recoveriesMax)
    if (!isWhole && !isCutOff) this.recoveries++
    this.budget.spendInflated(stored.length, isCutOff ? bytesMax : bytes.length, isCutOff)
    return { bytes, isWhole }
  }
}

/** Reports whether an entry has all its data. The size of an entry found only by its local header may be unknown. */
const isComplete = (entry: ZipEntry, bytes: Uint8Array): boolean =>
  entry.to - entry.from >= entry.storedBytes && (!entry.isInDirectory || bytes.length === entry.claimedBytes)

const storedMethod = 0
const deflatedMethod = 8
const nothing = new Uint8Array(0)

/** Maximum bytes recovered from damaged data. */
const recoveredBytesMax = 1024 * 1024

/** Inflates raw DEFLATE data (RFC 1951) to at most `bytesMax` bytes. Damaged data yields the part before the damage. */
const inflateRaw = (bytes: Uint8Array, bytesMax: number, canRecover: boolean): Inflated => {
  const inflated = tryInflate(inflateRawSync, bytes, bytesMax, finish)
  if (inflated instanceof Uint8Array) return { bytes: inflated, isWhole: true, isCutOff: false }
  if (inflated === "too large") return { bytes: inflateStart(bytes, bytesMax), isWhole: false, isCutOff: true }
  // The second attempt is only for truncated data. With damaged data it would fail too.
  const early = inflated === "faulty" ? inflated : tryInflate(inflateRawSync, bytes, bytesMax)
  if (early instanceof Uint8Array) return { bytes: early, isWhole: false, isCutOff: false }
  const part = canRecover ? inflateLongestPrefix(inflateRawSync, bytes, Math.min(bytesMax, recoveredBytesMax)) : nothing
  return { bytes: part, isWhole: false, isCutOff: early === "too large" }
}

/** Maximum attempts to inflate the start of oversized data. */
const attemptsMax = 4

/**
 * Inflates the start of oversized data. Tries a part that certainly fits, then longer parts, whose length follows from
 * the observed compression ratio.
 */
const inflateStart = (bytes: Uint8Array, bytesMax: number): Uint8Array => {
  let best: Uint8Array = nothing
  let length = Math.min(bytes.length, Math.max(1, Math.floor(bytesMax / deflateRatioMax)))
  let reached = 0
  for (let tries = 0; tries < attemptsMax; tries++) {
    const part = tryInflate(inflateRawSync, bytes.subarray(0, length), bytesMax)
    if (part === "broken" || part === "faulty") break
    if (part instanceof Uint8Array) [best, reached] = [part, length]
    const expected = best.length === 0 ? length : Math.floor(0.9 * bytesMax * reached / best.length)
    length = part === "too large" ? (reached + length) >> 1 : Math.min(bytes.length, expected)
    if (length <= reached) break
  }
  return best
}
