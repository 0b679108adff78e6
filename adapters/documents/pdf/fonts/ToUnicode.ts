import { ContentLexer, type Operand } from "../content/ContentLexer.ts"
import { ByteString } from "../content/ContentStrings.ts"

/** Maximum characters that one code maps to. */
const mappedCharsMax = 16

/** Maps codes of a font to text (ISO 32000-2, section 9.10.3; Adobe Technical Note 5014). */
export class ToUnicode {
  /** One-byte codes according to the codespace ranges. All other codes have two bytes. */
  private readonly singles = new CodeRanges<true>()
  private readonly mapped = new CodeRanges<string>()
  private readonly cache = new Map<number, string>()

  constructor(bytes: Uint8Array) {
    const lexer = new ContentLexer(bytes)
    for (let word = lexer.next(); word !== null; word = lexer.next()) {
      if (word === "begincodespacerange") this.readBlock(lexer, 2, (entry) => this.addCodespace(entry))
      else if (word === "beginbfchar") this.readBlock(lexer, 2, (entry) => this.addCharacter(entry))
      else if (word === "beginbfrange") this.readBlock(lexer, 3, (entry) => this.addRange(entry))
    }
  }

  get isEmpty(): boolean {
    return this.mapped.size === 0
  }

  /** Reports whether this byte is a complete one-byte code. */
  isSingle(byte: number): boolean {
    return this.singles.find(byte) !== null
  }

  /** Returns the text of a code, or an empty string if the code is unmapped. */
  textOf(code: number): string {
    const cached = this.cache.get(code)
    if (cached !== undefined) return cached
    const mapped = this.mapped.find(code)
    const text = mapped === null ? "" : normalizeText(offsetText(mapped.value, mapped.offset))
    this.cache.set(code, text)
    return text
  }

  private readBlock(lexer: ContentLexer, size: number, add: (entry: ReadonlyArray<Operand>) => void): void {
    let entry: Array<Operand> = []
    for (let operand = lexer.nextOperand(); operand !== undefined; operand = lexer.nextOperand()) {
      entry.push(operand)
      if (entry.length < size) continue
      add(entry)
      entry = []
    }
  }

  private addCodespace([from, to]: ReadonlyArray<Operand>): void {
    if (!(from instanceof ByteString) || !(to instanceof ByteString)) return
    if (from.end - from.from === 1) this.singles.add(codeOf(from), codeOf(to), true)
  }

  private addCharacter([code, text]: ReadonlyArray<Operand>): void {
    if (!(code instanceof ByteString) || !(text instanceof ByteString)) return
    this.mapped.add(codeOf(code), codeOf(code), utf16(text))
  }

  private addRange([from, to, texts]: ReadonlyArray<Operand>): void {
    if (!(from instanceof ByteString) || !(to instanceof ByteString)) return
    const [first, last] = [codeOf(from), codeOf(to)]
    if (texts instanceof ByteString) this.mapped.add(first, last, utf16(texts))
    else if (Array.isArray(texts)) {
      for (const [at, text] of texts.entries()) {
        if (text instanceof ByteString) this.mapped.add(first + at, first + at, utf16(text))
      }
    }
  }
}

const codeOf = ({ bytes, end, from }: ByteString): number => {
  let code = 0
  for (let at = from; at < Math.min(end, from + 4); at++) code = code * 256 + bytes[at]!
  return code
}

const utf16 = ({ bytes, end, from }: ByteString): string => {
  if (end - from === 1) return String.fromCharCode(bytes[from]!)
  let text = ""
  for (let at = from; at + 1 < Math.min(end, from + 2 * mappedCharsMax); at += 2) {
    text += String.fromCharCode(bytes[at]! << 8 | bytes[at + 1]!)
  }
  return text
}

/**
 * Returns the text of a code in a range. The offset is added to the last UTF-16 code unit of the range's first text.
 */
const offsetText = (text: string, offset: number): string =>
  offset === 0 || text === ""
    ? text
    : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + offset & 0xffff)

/**
 * Ranges of codes, each with the value of its first code. A range costs as much as a single code, regardless of its
 * size.
 */
export class CodeRanges<Value> {
  private readonly runs: Array<{ readonly from: number; readonly to: number; readonly value: Value }> = []
  private isSorted = true

  add(from: number, to: number, value: Value): void {
    if (this.runs.length >= rangesMax || to < from) return
    if (from < (this.runs.at(-1)?.from ?? 0)) this.isSorted = false
    this.runs.push({ from, to, value })
  }

  get size(): number {
    return this.runs.length
  }

  /**
   * Returns the value of the range that contains a code, and the offset in that range. Examines only the last range
   * that starts at or before the code. A range therefore hides the rest of an earlier range that it overlaps.
   */
  find(code: number): { readonly value: Value; readonly offset: number } | null {
    if (!this.isSorted) {
      this.runs.sort((one, other) => one.from - other.from)
      this.isSorted = true
    }
    let [low, high] = [0, this.runs.length]
    while (low < high) {
      const middle = low + high >> 1
      if (this.runs[middle]!.from <= code) low = middle + 1
      else high = middle
    }
    const run = this.runs[low - 1]
    return run === undefined || code > run.to ? null : { value: run.value, offset: code - run.from }
  }
}

/** Maximum number of ranges. A font has at most 65,536 glyphs. */
const rangesMax = 65_536

/**
 * Normalizes text for search and comparison. Ligatures become letters, white space becomes spaces, and soft hyphens
 * become hyphens. Invisible characters are removed.
 */
export const normalizeText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text.replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature.charCodeAt(0) - 0xfb00] ?? "")
      .replaceAll(/\s/g, " ")
      .replaceAll("\u00ad", "-")
      .replaceAll(invisibleCharacters, "")

/** Matches control characters, joiners, directional marks, private-use characters and noncharacters. */
const invisibleCharacters = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ue000-\uf8ff\ufeff\ufff0-\uffff]/g

const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
