import { factsMax, textCharsMax } from "../../../core/documents/facts/Fact.ts"

/** Resource limits for reading one document of any type. All readers share one budget. */
export interface BudgetLimits {
  readonly inflatedBytesMax: number
  /** Maximum inflated bytes of one stream or archive entry. */
  readonly inflatedStreamBytesMax: number
  /** Maximum inflated bytes of an archive entry that declares its size and has an ordinary compression ratio. */
  readonly inflatedEntryBytesMax: number
  /** Maximum bytes of embedded files, counting repeated bytes each time. */
  readonly embeddedBytesMax: number
  /** Maximum bytes read from the streams of compound files, counting repeated reads: many entries can share sectors. */
  readonly readBytesMax: number
  /** Maximum objects of a PDF, in all revisions and object streams. */
  readonly objectsMax: number
  /** Maximum entries in the arrays and dictionaries of a PDF. */
  readonly valuesMax: number
  /** Maximum bytes parsed as values; plain XML counts a quarter. Larger than a document, because damaged data can be parsed repeatedly. */
  readonly lexedBytesMax: number
  /** Additional bytes for short parts that come late: the start of each XML part is read. */
  readonly lexedReserveBytes: number
  readonly factsMax: number
  /** Maximum files read from all embedded archives together. */
  readonly archiveFilesMax: number
}

/** Default limits. Only tests use others. */
export const defaultBudgetLimits: BudgetLimits = {
  inflatedBytesMax: 128 * 1024 * 1024,
  inflatedStreamBytesMax: 16 * 1024 * 1024,
  inflatedEntryBytesMax: 64 * 1024 * 1024,
  embeddedBytesMax: 64 * 1024 * 1024,
  readBytesMax: 128 * 1024 * 1024,
  objectsMax: 65_536,
  valuesMax: 2_000_000,
  lexedBytesMax: 32 * 1024 * 1024,
  lexedReserveBytes: 2 * 1024 * 1024,
  factsMax,
  archiveFilesMax: 4_096
}

/** Maximum bytes of a string; the rest is skipped. */
export const stringBytesMax = 1024 * 1024
/** Maximum nesting depth of arrays and dictionaries. */
export const nestingMax = 64
export const filtersMax = 6
/** Maximum number of damaged PDF streams that are recovered, which requires repeated inflation. */
export const recoveriesMax = 256
/** Weight of an inflated byte from a damaged stream. */
export const recoveredByteWeight = 8
/** Minimum inflated bytes for a bomb, because short texts can have a high ratio. */
export const bombBytesMin = 1024 * 1024
/** Maximum inflated bytes per stored byte; genuine documents stay far below. */
export const bombRatioMax = 200

/** A limit that was reached, so the rest of the document was not read. */
export type ExhaustedLimit =
  | "inflated bytes"
  | "read bytes"
  | "embedded bytes"
  | "lexed bytes"
  | "objects"
  | "values"
  | "nesting"
  | "filters"
  | "strings"
  | "operators"
  | "archive files"
  | "time"

/** Tracks the cost of reading a document. */
export class Budget {
  private inflated = 0
  private read = 0
  private embedded = 0
  private lexed = 0
  private objects = 0
  private values = 0
  private sources = 0
  private recoveries = 0
  private archiveFiles = 0
  private readonly reached = new Set<ExhaustedLimit>()
  private bomb = false
  readonly limits: BudgetLimits
  /** Current time in milliseconds, by the clock of the deadline. */
  readonly now: () => number
  private readonly deadlineMillis: number

  /**
   * @param deadlineMillis time by the clock at which reading ends
   * @param options for tests: a clock other than `performance.now()`, and smaller limits
   */
  constructor(
    deadlineMillis = Infinity,
    { now = () => performance.now(), ...limits }: Partial<BudgetLimits> & { readonly now?: () => number } = {}
  ) {
    this.deadlineMillis = deadlineMillis
    this.now = now
    this.limits = { ...defaultBudgetLimits, ...limits }
  }

  /** Limits that were reached; empty if the whole document was read. */
  get exhausted(): ReadonlyArray<ExhaustedLimit> {
    return [...this.reached]
  }

  /** Reports whether a stream was far larger than its stored size. */
  get isBomb(): boolean {
    return this.bomb
  }

  /** Reports whether the deadline has passed. */
  get isLate(): boolean {
    if (this.now() <= this.deadlineMillis) return false
    this.reached.add("time")
    return true
  }

  /** Maximum bytes of the next inflated stream. */
  get inflatable(): number {
    return this.isLate ? 0 : Math.min(this.limits.inflatedStreamBytesMax, this.limits.inflatedBytesMax - this.inflated)
  }

  /** Returns the maximum inflated bytes of an archive entry; large parts of large workbooks are not bombs. */
  inflatableEntry(stored: number, claimed: number): number {
    const isLarge = claimed > this.limits.inflatedStreamBytesMax && claimed <= this.limits.inflatedEntryBytesMax &&
      claimed <= stored * bombRatioMax
    return isLarge && !this.isLate ? Math.min(claimed, this.limits.inflatedBytesMax - this.inflated) : this.inflatable
  }

  /** Takes one recovery of a damaged stream; returns whether it is allowed. */
  takeRecovery(): boolean {
    if (this.recoveries++ < recoveriesMax) return true
    this.reached.add("inflated bytes")
    return false
  }

  /** Charges bytes that were decrypted or inflated repeatedly. They do not count toward a bomb. */
  spendDecoded(bytes: number, isCutOff: boolean): void {
    this.spendInflated(bytes, bytes, isCutOff)
  }

  /** @param isCutOff whether data beyond the limit was dropped */
  spendInflated(stored: number, inflated: number, isCutOff: boolean): void {
    this.inflated += inflated
    if (isCutOff) this.reached.add("inflated bytes")
    if (inflated > bombBytesMin && inflated > stored * bombRatioMax) this.bomb = true
  }

  /** Bytes that may still be read from compound files. */
  get readable(): number {
    return this.limits.readBytesMax - this.read
  }

  /** @param isCutOff whether data beyond the limit was dropped */
  spendRead(bytes: number, isCutOff: boolean): void {
    this.read += bytes
    if (isCutOff) this.reached.add("read bytes")
  }

  /** Takes one embedded file; returns whether it may be read. */
  takeEmbedded(bytes: number): boolean {
    if (this.isLate) return false
    if (this.embedded + bytes > this.limits.embeddedBytesMax) {
      this.reached.add("embedded bytes")
      return false
    }
    this.embedded += bytes
    return true
  }

  /** Takes one file of an archive; returns whether it may be read. */
  takeArchiveFile(): boolean {
    if (this.isLate) return false
    if (++this.archiveFiles <= this.limits.archiveFilesMax) return true
    this.reached.add("archive files")
    return false
  }

  /** Bytes that may still be parsed as values. */
  get lexable(): number {
    return Math.max(0, this.limits.lexedBytesMax - this.lexed)
  }

  /** Charges parsed bytes; returns whether parsing may continue. */
  takeLexed(bytes: number): boolean {
    this.lexed += bytes
    if (this.isLate) return false
    if (this.lexed <= this.limits.lexedBytesMax) return true
    this.reached.add("lexed bytes")
    return false
  }

  /** Reports whether another XML part may be started. */
  get canBeginXml(): boolean {
    return this.lexed <= this.limits.lexedBytesMax + this.limits.lexedReserveBytes && !this.isLate
  }

  /** Takes one object; returns whether it fits. */
  takeObject(): boolean {
    if (this.isLate) return false
    if (++this.objects <= this.limits.objectsMax) return true
    this.reached.add("objects")
    return false
  }

  /** Characters of source code that may still be stored (`textCharsMax`). */
  get keepable(): number {
    return textCharsMax - this.sources
  }

  /** @param isCutOff whether data beyond the limit was dropped */
  keepSource(chars: number, isCutOff: boolean): void {
    this.sources += chars
    if (isCutOff) this.reached.add("strings")
  }

  /** Takes one value, or one that uses as much memory as `count` values; returns whether it fits. */
  takeValue(count = 1): boolean {
    this.values += count
    if (this.values <= this.limits.valuesMax) return true
    this.reached.add("values")
    return false
  }

  /** Reports whether values are still stored. */
  get hasValues(): boolean {
    return this.values <= this.limits.valuesMax
  }

  markExhausted(limit: "nesting" | "filters" | "strings" | "operators"): void {
    this.reached.add(limit)
  }
}
