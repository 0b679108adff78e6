import type { Budget } from "../../reading/Budget.ts"
import { PdfKeyword, PdfLexer } from "./PdfLexer.ts"
import type { PdfObject } from "./PdfObjects.ts"
import type { PdfTextCache } from "./PdfTextCache.ts"
import { nameOf, PdfDictionary, type PdfValue } from "./PdfValue.ts"

/** Maximum number of cross-reference tables and streams in one file. Each revision adds one or two. */
export const tablesMax = 1_024
/** Maximum offset of the header, from which all other offsets count (ISO 32000-1, implementation note 13). */
const headerOffsetMax = 1_024
/** Maximum bytes of a number in a cross-reference stream. */
const fieldBytesMax = 8

/** Location of an object: an offset in the file, or the number of the object stream that contains the object. */
export interface ObjectLocation {
  readonly offset: number | null
  readonly container: number | null
}

/** Locations of objects by number, and the trailers of all revisions, the current one first. */
export interface CrossReferences {
  readonly locations: ReadonlyMap<number, ObjectLocation>
  readonly trailers: ReadonlyArray<PdfDictionary>
}

/** Bytes of a file, and what its lexers share. */
export interface LexedFile {
  readonly bytes: Uint8Array
  readonly budget: Budget
  readonly texts: PdfTextCache
}

/** Access to the objects that a scan of the file has found. */
export interface FoundStreams {
  /** Returns the object whose value starts at an offset, or null. */
  readonly objectAt: (bodyOffset: number) => PdfObject | null
  readonly resolve: (value: PdfValue | undefined) => PdfValue
  /** Returns the decoded stream of an object, or null. */
  readonly bytesOf: (object: PdfObject) => Uint8Array | null
}

/**
 * Reads the chain of cross-reference tables and streams that starts at the last `startxref` (ISO 32000-2, section
 * 7.5.4, 7.5.8). Viewers use it to choose between several objects of one number. Damaged parts have no entries.
 */
export const readCrossReferences = (file: LexedFile, found: FoundStreams): CrossReferences => {
  const { budget, bytes, texts } = file
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer.lastIndexOf("startxref")
  if (start < 0) return { locations: new Map(), trailers: [] }
  const offset = new PdfLexer(bytes, start + "startxref".length, budget, texts).readPlainInteger()
  const header = Math.max(0, buffer.subarray(0, headerOffsetMax).indexOf("%PDF-"))
  const reader = new TableReader(file, header, found)
  if (offset !== null) reader.readChain(offset)
  return reader
}

class TableReader implements CrossReferences {
  readonly locations = new Map<number, ObjectLocation>()
  readonly trailers: Array<PdfDictionary> = []
  private readonly file: LexedFile
  private readonly header: number
  private readonly found: FoundStreams
  private entriesLeft: number

  constructor(file: LexedFile, header: number, found: FoundStreams) {
    this.file = file
    this.header = header
    this.found = found
    this.entriesLeft = file.budget.limits.objectsMax
  }

  readChain(first: number): void {
    const offsets = [first]
    const visited = new Set<number>()
    for (let at = 0; at < offsets.length && at < tablesMax; at++) {
      const offset = offsets[at]!
      if (visited.has(offset)) continue
      visited.add(offset)
      const trailer = this.readSection(offset + this.header)
      if (trailer === null) return
      this.trailers.push(trailer)
      // A hybrid file has a stream for viewers that support it, which supplements the table.
      for (const key of ["XRefStm", "Prev"]) {
        const next = this.found.resolve(trailer.get(key))
        if (typeof next === "number") offsets.push(next)
      }
    }
  }

  /** Reads a table or stream. Returns its trailer, or null if there is none at the offset. */
  private readSection(offset: number): PdfDictionary | null {
    const { budget, bytes, texts } = this.file
    const lexer = new PdfLexer(bytes, offset, budget, texts)
    const word = lexer.read()
    if (!(word instanceof PdfKeyword) || word.text !== "xref") return this.readStream(offset)
    const trailer = this.readTable(lexer)
    return budget.takeLexed(lexer.at - offset) ? trailer : null
  }

  private readTable(lexer: PdfLexer): PdfDictionary | null {
    for (;;) {
      const before = lexer.at
      const [first, count] = [lexer.readPlainInteger(), lexer.readPlainInteger()]
      if (first === null || count === null) {
        lexer.at = before
        break
      }
      if (!this.readEntries(lexer, first, count)) return null
    }
    const word = lexer.read()
    const trailer = word instanceof PdfKeyword && word.text === "trailer" ? lexer.read() : null
    return trailer instanceof PdfDictionary ? trailer : null
  }

  private readEntries(lexer: PdfLexer, first: number, count: number): boolean {
    let from = first
    for (let at = 0; at < count; at++) {
      const [offset, generation, word] = [lexer.readPlainInteger(), lexer.readPlainInteger(), lexer.read()]
      if (offset === null || generation === null || this.entriesLeft-- <= 0 || !(word instanceof PdfKeyword)) {
        return false
      }
      // Some writers count the free entry at the start as number 1.
      if (at === 0 && first === 1 && word.text === "f" && generation === 65_535) from = 0
      if (word.text === "n") this.add(from + at, { offset: offset + this.header, container: null })
    }
    return true
  }

  /** Reads a cross-reference stream: rows of a type and two numbers, with the declared widths. */
  private readStream(offset: number): PdfDictionary | null {
    const object = objectAt(this.file, offset, null, this.found)
    const dictionary = object?.value
    if (object === null || !(dictionary instanceof PdfDictionary)) return null
    const { bytesOf, resolve } = this.found
    if (nameOf(resolve(dictionary.get("Type"))) !== "XRef") return null
    const rows = bytesOf(object)
    const widths = numbersOf(resolve(dictionary.get("W")), resolve)
    if (rows === null || widths.length !== 3 || widths.some((width) => !(width >= 0 && width <= fieldBytesMax))) {
      return null
    }
    const index = resolve(dictionary.get("Index"))
    const size = resolve(dictionary.get("Size"))
    this.readRows(rows, widths, Array.isArray(index) ? numbersOf(index, resolve) : [0, Number(size)])
    return dictionary
  }

  private readRows(rows: Uint8Array, widths: ReadonlyArray<number>, index: ReadonlyArray<number>): void {
    const [typeWidth, secondWidth, thirdWidth] = [widths[0]!, widths[1]!, widths[2]!]
    const rowBytes = typeWidth + secondWidth + thirdWidth
    let at = 0
    for (let pair = 0; pair + 1 < index.length && rowBytes > 0; pair += 2) {
      for (let row = 0; row < index[pair + 1]! && at + rowBytes <= rows.length && this.entriesLeft-- > 0; row++) {
        // A missing type means an object that is not in an object stream.
        const type = typeWidth === 0 ? 1 : integerAt(rows, at, typeWidth)
        const second = integerAt(rows, at + typeWidth, secondWidth)
        const number = index[pair]! + row
        if (type === 1) this.add(number, { offset: second + this.header, container: null })
        else if (type === 2) this.add(number, { offset: null, container: second })
        at += rowBytes
      }
    }
  }

  /** Adds a location. Tables are read from the newest to the oldest, so the first location counts. */
  private add(number: number, location: ObjectLocation): void {
    if (!this.locations.has(number)) this.locations.set(number, location)
  }
}

/**
 * Returns the object of a number that starts at an offset, or null.
 *
 * @param number null for an object of any number
 */
export const objectAt = (
  { budget, bytes, texts }: LexedFile,
  offset: number,
  number: number | null,
  found: Pick<FoundStreams, "objectAt">
): PdfObject | null => {
  const lexer = new PdfLexer(bytes, offset, budget, texts)
  const [own, generation] = [lexer.readPlainInteger(), lexer.readPlainInteger()]
  if (own === null || generation === null || number !== null && own !== number) return null
  lexer.skipBlanks()
  return budget.takeLexed(lexer.at - offset) ? found.objectAt(lexer.at + "obj".length) : null
}

const integerAt = (bytes: Uint8Array, from: number, width: number): number => {
  let value = 0
  for (let at = from; at < from + width; at++) value = value * 256 + bytes[at]!
  return value
}

/** Maximum numbers of an index. It has a pair for each contiguous range of object numbers. */
const indexNumbersMax = 65_536

const numbersOf = (value: PdfValue, resolve: FoundStreams["resolve"]): ReadonlyArray<number> =>
  Array.isArray(value) ? value.slice(0, indexNumbersMax).map((one) => Number(resolve(one))) : []
