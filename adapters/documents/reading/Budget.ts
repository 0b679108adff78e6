import { factsMax, textCharsMax } from "../../../core/documents/facts/Fact.ts"

/** Resource limits for reading one document of any type. All readers share one budget. */
export interface BudgetLimits {
  readonly inflatedBytesMax: number
  /** Maximum inflated bytes of one stream or archive entry. */
  readonly inflatedStreamBytesMax: number
  /** Maximum inflated bytes of an archive entry that declares its size and has an ordinary compression ratio. */
  readonly inflatedEntryBytesMax: number
  /** Maximum total bytes of embedded files. Bytes that several files share count once per file. */
  readonly embeddedBytesMax: number
  /**
   * Maximum bytes read from the streams of compound files. Repeated reads count, because many entries can share
   * sectors.
   */
  readonly readBytesMax: number
  /** Maximum objects of a PDF, in all revisions and object streams. */
  readonly objectsMax: number
  /** Maximum entries in the arrays and dictionaries of a PDF. */
  readonly valuesMax: number
  /**
   * Maximum bytes parsed as values. A byte of plain XML counts as a quarter. The limit exceeds the size of a document,
   * because damaged data can be parsed repeatedly.
   */
  readonly lexedBytesMax: number
  /**
   * Bytes beyond `lexedBytesMax` within which further XML parts may be started. Short late parts are then still read.
   */
  readonly lexedReserveBytes: number
  readonly factsMax: number
  /** Maximum files read from all embedded archives together. */
  readonly archiveFilesMax: number
}

/** Default limits. Only tests use other limits. */
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

/** Maximum bytes of a PDF string. Further bytes are skipped. */
export const stringBytesMax = 1024 * 1024
/** Maximum nesting depth of arrays and dictionaries in a PDF. */
export const nestingMax = 64
export const filtersMax = 6
/** Maximum number of damaged PDF streams to recover. Recovery inflates a stream repeatedly. */
export const recoveriesMax = 256
/** Factor by which recovered bytes of a damaged stream count toward `inflatedBytesMax`. */
export const recoveredByteWeight = 8
/** Minimum inflated bytes of a decompression bomb. Shorter data can have a high compression ratio without harm. */
export const bombBytesMin = 1024 * 1024
/** Maximum inflated bytes per stored byte. The ratio of genuine documents is far lower. */
export const bombRatioMax = 200

/** Name of a limit that was reached. The rest of the document was not read. */
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
  /** Returns the current time in milliseconds, by the clock that measures the deadline. */
  readonly now: () => number
  private readonly deadlineMillis: number

  /**
   * @param deadlineMillis time at which reading ends, in milliseconds of `now`
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

  /** Limits that were reached. Empty if the whole document was read. */
  get exhausted(): ReadonlyArray<ExhaustedLimit> {
    return [...this.reached]
  }

  /** Reports whether a stream exceeded both `bombBytesMin` and `bombRatioMax`. */
  get isBomb(): boolean {
    return this.bomb
  }

  /** Reports whether the deadline has passed, and if so records the limit `time`. */
  get isLate(): boolean {
    if (this.now() <= this.deadlineMillis) return false
    this.reached.add("time")
    return true
  }

  /** Maximum bytes to which the next stream may be inflated. */
  get inflatable(): number {
    return this.isLate ? 0 : Math.min(this.limits.inflatedStreamBytesMax, this.limits.inflatedBytesMax - this.inflated)
  }

  /**
   * Returns the maximum inflated bytes of an archive entry. Genuine large workbooks have entries above the stream
   * limit.
   */
  inflatableEntry(stored: number, claimed: number): number {
    const isLarge = claimed > this.limits.inflatedStreamBytesMax && claimed <= this.limits.inflatedEntryBytesMax &&
      claimed <= stored * bombRatioMax
    return isLarge && !this.isLate ? Math.min(claimed, this.limits.inflatedBytesMax - this.inflated) : this.inflatable
  }

  /** Counts one recovery of a damaged stream. Returns whether the recovery is allowed. */
  takeRecovery(): boolean {
    if (this.recoveries++ < recoveriesMax) return true
    this.reached.add("inflated bytes")
    return false
  }

  /** Charges decoded or decrypted bytes, and bytes that a recovery inflates again. They never count as a bomb. */
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

  /** Charges one embedded file. Returns whether it may be read. */
  takeEmbedded(bytes: number): boolean {
    if (this.isLate) return false
    if (this.embedded + bytes > this.limits.embeddedBytesMax) {
      this.reached.add("embedded bytes")
      return false
    }
    this.embedded += bytes
    return true
  }

  /** Counts one file of an archive. Returns whether it may be read. */
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

  /** Charges parsed bytes. Returns whether parsing may continue. */
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

  /** Counts one object. Returns whether the number of objects is within the limit. */
  takeObject(): boolean {
    if (this.isLate) return false
    if (++this.objects <= this.limits.objectsMax) return true
    this.reached.add("objects")
    return false
  }

  /** Characters of source code that may still be stored (`textCharsMax`). */
  get sourceCharsLeft(): number {
    return textCharsMax - this.sources
  }

  /** @param isCutOff whether data beyond the limit was dropped */
  keepSource(chars: number, isCutOff: boolean): void {
    this.sources += chars
    if (isCutOff) this.reached.add("strings")
  }

  /** Charges the memory of `count` values. Returns whether the total is within the limit. */
  takeValue(count = 1): boolean {
    this.values += count
    if (this.values <= this.limits.valuesMax) return true
    this.reached.add("values")
    return false
  }

  /** Reports whether further values may be stored. */
  get hasValues(): boolean {
    return this.values <= this.limits.valuesMax
  }

  markExhausted(limit: "nesting" | "filters" | "strings" | "operators"): void {
    this.reached.add(limit)
  }
}
