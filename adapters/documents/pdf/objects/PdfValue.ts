import { truncateFactText } from "../../reading/Findings.ts"

/** PDF values (ISO 32000-2, section 7.3). */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfDictionary
  | ReadonlyArray<PdfValue>

export class PdfName {
  readonly text: string
  /** True if a regular character was written as `#xx`, which only serves as a disguise. */
  readonly isDisguised: boolean

  constructor(text: string, isDisguised: boolean) {
    this.text = text
    this.isDisguised = isDisguised
  }
}

export class PdfString {
  private readonly source: Uint8Array
  private readonly from: number
  private readonly end: number
  private readBytes: Uint8Array | null = null
  private readText: string | null = null
  private readBeginning: string | null = null

  /** Creates a view of the source, which must not change. */
  constructor(source: Uint8Array, from = 0, end = source.length) {
    this.source = source
    this.from = from
    this.end = end
  }

  get bytes(): Uint8Array {
    return this.readBytes ??= this.source.subarray(this.from, this.end)
  }

  /** Decoded text, which is cached. */
  get text(): string {
    return this.readText ??= decodePdfText(this.bytes)
  }

  /** Text shortened to the maximum length in a fact. */
  get beginning(): string {
    return this.readBeginning ??= truncateFactText(this.text)
  }
}

/** Indirect reference, `12 0 R`. */
export class PdfReference {
  readonly number: number
  readonly generation: number

  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/**
 * Dictionary of a PDF. A file can have hundreds of thousands of dictionaries, mostly with few entries, and each is
 * queried for many keys. Entries are therefore stored in a flat array, with a lookup table only for many entries. A bit
 * mask answers most lookups of missing keys.
 */
export class PdfDictionary {
  /** Alternating keys and values. Contains the first entry of each key. */
  private entries: Array<PdfValue | string> = []
  /** Bit mask of the key hashes present. */
  private kinds = 0
  /** Index of each key's value, if there are many entries. */
  private positions: Map<string, number> | null = null
  private disguised: Array<string> | null = null
  /** Further entries of keys that occur repeatedly, because viewers differ in which entry they use. */
  private repeated: Array<readonly [string, PdfValue]> | null = null
  private alternative: PdfDictionary | null = null

  /** Keys in which a regular character was written as `#xx`. */
  get disguisedKeys(): ReadonlyArray<string> {
    return this.disguised ?? []
  }

  get repeatedKeys(): ReadonlyArray<string> {
    return this.repeated?.map(([key]) => key) ?? []
  }

  /** Number of entries. Entries of repeated keys come last. */
  get size(): number {
    return this.entries.length / 2 + (this.repeated?.length ?? 0)
  }

  valueAt(place: number): PdfValue {
    const after = place - this.entries.length / 2
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys and values alternate in one array.
    return after < 0 ? this.entries[2 * place + 1] as PdfValue : this.repeated?.[after]?.[1] ?? null
  }

  /** Dictionary as read by viewers that use the last entry of a key. Null if no key is repeated. */
  get alternativeReading(): PdfDictionary | null {
    if (this.repeated === null || this.alternative !== null) return this.alternative
    const other = new PdfDictionary()
    for (const key of this.keys()) other.append(key, this.get(key)!)
    for (const [key, value] of this.repeated) other.put(key, value)
    this.alternative = other
    return other
  }

  /** The dictionary as read by viewers that use the first entry of a key, and by viewers that use the last. */
  get readings(): ReadonlyArray<PdfDictionary> {
    const other = this.alternativeReading
    return other === null ? [this] : [this, other]
  }

  get(key: string): PdfValue | undefined {
    const place = this.positionOf(key)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys and values alternate in one array.
    return place < 0 ? undefined : this.entries[place] as PdfValue
  }

  *keys(): Iterable<string> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys and values alternate in one array.
    for (let at = 0; at < this.entries.length; at += 2) yield this.entries[at] as string
  }

  /** Returns a dictionary with the same keys and transformed values. */
  map(change: (value: PdfValue) => PdfValue): PdfDictionary {
    const copy = new PdfDictionary()
    for (const key of this.keys()) copy.append(key, change(this.get(key)!))
    copy.disguised = this.disguised
    copy.repeated = this.repeated?.map(([key, value]) => [key, change(value)] as const) ?? null
    return copy
  }

  set(key: PdfName, value: PdfValue): void {
    if (key.isDisguised) (this.disguised ??= []).push(key.text)
    if (this.positionOf(key.text) >= 0) (this.repeated ??= []).push([key.text, value])
    else this.append(key.text, value)
  }

  /** Releases the excess capacity after all entries are set. */
  close(): void {
    this.entries = this.entries.slice()
  }

  private put(key: string, value: PdfValue): void {
    const position = this.positionOf(key)
    if (position >= 0) this.entries[position] = value
    else this.append(key, value)
  }

  private append(key: string, value: PdfValue): void {
    if (this.entries.length === 0) this.entries = [key, value]
    else this.entries.push(key, value)
    this.kinds |= 1 << kindOf(key)
    this.positions?.set(key, this.entries.length - 1)
    if (this.positions === null && this.entries.length > 2 * linearSearchEntriesMax) this.fillPositions()
  }

  private positionOf(key: string): number {
    const { entries } = this
    if ((this.kinds >>> kindOf(key) & 1) === 0) return -1
    if (this.positions !== null) return this.positions.get(key) ?? -1
    for (let at = 0; at < entries.length; at += 2) if (entries[at] === key) return at + 1
    return -1
  }

  private fillPositions(): void {
    this.positions = new Map()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys and values alternate in one array.
    for (let at = 0; at < this.entries.length; at += 2) this.positions.set(this.entries[at] as string, at + 1)
  }
}

/** Maximum entries that are searched linearly. Larger dictionaries have a lookup table. */
export const linearSearchEntriesMax = 16

/** Returns a hash of the key from 0 to 31. */
const kindOf = (key: string): number => {
  const { length } = key
  return length === 0 ? 0 : length + 7 * key.charCodeAt(0) + 3 * key.charCodeAt(length - 1) & 31
}

/**
 * Decodes a PDF text string (ISO 32000-2, section 7.9.2). A byte order mark means UTF-16 or UTF-8. Other strings are in
 * PDFDocEncoding, which equals Latin-1 for the characters of URLs and scripts.
 */
export const decodePdfText = (bytes: Uint8Array): string => {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return utf16be.decode(bytes.subarray(2))
  if (first === 0xff && second === 0xfe) return utf16le.decode(bytes.subarray(2))
  if (first === 0xef && second === 0xbb && third === 0xbf) return utf8.decode(bytes.subarray(3))
  return latin1.decode(bytes)
}

const utf16be = new TextDecoder("utf-16be")
const utf16le = new TextDecoder("utf-16le")
const utf8 = new TextDecoder("utf-8")
const latin1 = new TextDecoder("latin1")

/**
 * Visits all dictionaries within a value, including the dictionary of a stream. Visits a dictionary with repeated keys
 * in two readings: with the first and with the last entry of each key. The lexer bounds the nesting depth.
 */
export const visitDictionaries = (value: PdfValue, look: (dictionary: PdfDictionary) => void): void => {
  if (Array.isArray(value)) {
    for (const one of value) if (typeof one === "object" && one !== null) visitDictionaries(one, look)
  } else if (value instanceof PdfDictionary) {
    look(value)
    const other = value.alternativeReading
    if (other !== null) look(other)
    for (let at = 0; at < value.size; at++) {
      const one = value.valueAt(at)
      if (typeof one === "object" && one !== null) visitDictionaries(one, look)
    }
  }
}

export const nameOf = (value: PdfValue | undefined): string | null => value instanceof PdfName ? value.text : null
