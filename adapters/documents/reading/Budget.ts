import { factsMax, textCharsMax } from "../../../core/documents/facts/Fact.ts"

/** What one document may cost, whatever it claims to be. Every reader spends from the same budget. */
export interface BudgetLimits {
  readonly inflatedBytesMax: number
  /** Of one stream or archive entry. */
  readonly inflatedStreamBytesMax: number
  /** Of an archive entry that says that it is that large, and is packed no tighter than what people make. */
  readonly inflatedEntryBytesMax: number
  /** Of the files within a document, each as often as it is there: many may be the same bytes. */
  readonly embeddedBytesMax: number
  /** Read out of the streams of compound files, each as often as it is read: many entries may name the same sectors. */
  readonly readBytesMax: number
  /** Objects of a PDF, in all its revisions and object streams together. */
  readonly objectsMax: number
  /** Entries of the arrays and dictionaries of a PDF. */
  readonly valuesMax: number
  /** Bytes that are read as values; of plain XML each is a quarter of one. More than a document has, for what is broken may have to be read again from within. */
  readonly lexedBytesMax: number
  /** Beyond them, so that what is short and comes late is read as well: of each part of XML its beginning. */
  readonly lexedReserveBytes: number
  /** Facts of one document. */
  readonly factsMax: number
}

/** The limits of a document, but for tests. */
export const budgetLimits: BudgetLimits = {
  inflatedBytesMax: 128 * 1024 * 1024,
  inflatedStreamBytesMax: 16 * 1024 * 1024,
  inflatedEntryBytesMax: 64 * 1024 * 1024,
  embeddedBytesMax: 64 * 1024 * 1024,
  readBytesMax: 128 * 1024 * 1024,
  objectsMax: 65_536,
  valuesMax: 2_000_000,
  lexedBytesMax: 32 * 1024 * 1024,
  lexedReserveBytes: 2 * 1024 * 1024,
  factsMax
}

/** Of a string; the rest of it is passed over. */
export const stringBytesMax = 1024 * 1024
/** Arrays and dictionaries within one another. */
export const nestingMax = 64
/** Filters that one stream may pass through. */
export const filtersMax = 6
/** Damaged streams of a PDF of which is sought what can be read: each is inflated again and again for it. */
export const recoveriesMax = 256
/** Inflated bytes that one counts as which came out of a damaged stream. */
export const recoveredByteWeight = 8
/** Below this many inflated bytes no ratio makes a bomb: short texts compress well. */
export const bombBytesMin = 1024 * 1024
/** Inflated bytes per stored byte; what people make stays far below. */
export const bombRatioMax = 200

/** A limit that was reached: the rest of the document was not read. */
export type Exhausted =
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
  | "time"

/** Counts what reading a document has cost so far. */
export class Budget {
  private inflated = 0
  private read = 0
  private embedded = 0
  private lexed = 0
  private objects = 0
  private values = 0
  private sources = 0
  private recoveries = 0
  private readonly reached = new Set<Exhausted>()
  private bomb = false
  /** What the document may cost. */
  readonly limits: BudgetLimits
  /** The time in milliseconds, by the clock of the deadline. */
  readonly now: () => number
  private readonly deadlineMillis: number

  /**
   * @param deadlineMillis when reading ends, by the clock
   * @param options for tests: a clock other than `performance.now()`, and smaller limits
   */
  constructor(
    deadlineMillis = Infinity,
    { now = () => performance.now(), ...limits }: Partial<BudgetLimits> & { readonly now?: () => number } = {}
  ) {
    this.deadlineMillis = deadlineMillis
    this.now = now
    this.limits = { ...budgetLimits, ...limits }
  }

  /** What was cut off; empty when the document was read whole. */
  get exhausted(): ReadonlyArray<Exhausted> {
    return [...this.reached]
  }

  /** A stream of it was far larger than what is stored of it. */
  get isBomb(): boolean {
    return this.bomb
  }

  /** Whether reading has to come to its end. */
  get isLate(): boolean {
    if (this.now() <= this.deadlineMillis) return false
    this.reached.add("time")
    return true
  }

  /** Bytes that the next stream may grow to. */
  get inflatable(): number {
    return this.isLate ? 0 : Math.min(this.limits.inflatedStreamBytesMax, this.limits.inflatedBytesMax - this.inflated)
  }

  /** Bytes that an archive entry may grow to: large parts of large workbooks are no bombs. */
  inflatableEntry(stored: number, claimed: number): number {
    const isLarge = claimed > this.limits.inflatedStreamBytesMax && claimed <= this.limits.inflatedEntryBytesMax &&
      claimed <= stored * bombRatioMax
    return isLarge && !this.isLate ? Math.min(claimed, this.limits.inflatedBytesMax - this.inflated) : this.inflatable
  }

  /** Whether what can be read of a damaged stream may be sought. */
  takeRecovery(): boolean {
    if (this.recoveries++ < recoveriesMax) return true
    this.reached.add("inflated bytes")
    return false
  }

  /** Bytes that are made otherwise: decrypted, or inflated again and again. They make no bomb. */
  spendMade(bytes: number, isCutOff: boolean): void {
    this.spendInflated(bytes, bytes, isCutOff)
  }

  /** @param isCutOff more would have come */
  spendInflated(stored: number, inflated: number, isCutOff: boolean): void {
    this.inflated += inflated
    if (isCutOff) this.reached.add("inflated bytes")
    if (inflated > bombBytesMin && inflated > stored * bombRatioMax) this.bomb = true
  }

  /** Bytes that may still be read out of compound files. */
  get readable(): number {
    return this.limits.readBytesMax - this.read
  }

  /** @param isCutOff more would have come */
  spendRead(bytes: number, isCutOff: boolean): void {
    this.read += bytes
    if (isCutOff) this.reached.add("read bytes")
  }

  /** Whether a file within the document may be looked into. */
  takeEmbedded(bytes: number): boolean {
    if (this.isLate) return false
    if (this.embedded + bytes > this.limits.embeddedBytesMax) {
      this.reached.add("embedded bytes")
      return false
    }
    this.embedded += bytes
    return true
  }

  /** Bytes that may still be read as values. */
  get lexable(): number {
    return Math.max(0, this.limits.lexedBytesMax - this.lexed)
  }

  /** Whether more may be read after these. */
  takeLexed(bytes: number): boolean {
    this.lexed += bytes
    if (this.isLate) return false
    if (this.lexed <= this.limits.lexedBytesMax) return true
    this.reached.add("lexed bytes")
    return false
  }

  /** Whether another part of XML may be begun. */
  get canBeginXml(): boolean {
    return this.lexed <= this.limits.lexedBytesMax + this.limits.lexedReserveBytes && !this.isLate
  }

  /** Whether there is room for one object more. */
  takeObject(): boolean {
    if (this.isLate) return false
    if (++this.objects <= this.limits.objectsMax) return true
    this.reached.add("objects")
    return false
  }

  /** Characters of source code that may still be kept (`textCharsMax`). */
  get keepable(): number {
    return textCharsMax - this.sources
  }

  /** @param isCutOff more would have come */
  keepSource(chars: number, isCutOff: boolean): void {
    this.sources += chars
    if (isCutOff) this.reached.add("strings")
  }

  /** Whether there is room for one value more, or for one that takes as much as several. */
  takeValue(count = 1): boolean {
    this.values += count
    if (this.values <= this.limits.valuesMax) return true
    this.reached.add("values")
    return false
  }

  /** Whether values are still kept. */
  get hasValues(): boolean {
    return this.values <= this.limits.valuesMax
  }

  cut(limit: "nesting" | "filters" | "strings" | "operators"): void {
    this.reached.add(limit)
  }
}
