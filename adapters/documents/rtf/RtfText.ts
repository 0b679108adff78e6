import { charactersOf, decoderOf } from "./RtfCodePages.ts"
import type { Sink } from "./RtfGroup.ts"

/** Maximum UTF-16 code units that are joined into a string at once. */
const pendingUnitsMax = 8_192
/** Maximum bytes that are decoded at once. */
const pendingBytesMax = 65_536
/** Minimum value of a character's second byte, in all multi-byte code pages. */
const secondByteMin = 0x30

/** Builds a string from bytes of various code pages and from UTF-16 code units. */
export class RtfText {
  /** Sink that writes to this text. */
  readonly sink: Sink = { kind: "text", text: this }
  private readonly charsMax: number
  private parts: Array<string> | null = null
  /** Number of characters, including the pending code units but not the pending bytes. */
  private chars = 0
  private units: Array<number> | null = null
  /** Pending bytes of a multi-byte code page. */
  private bytes: Array<number> | null = null
  /** Code page of the pending bytes. */
  private codePage = 0
  private table: Uint16Array | null = null
  /** Code page of `table`. */
  private tablePage = -1
  /** True if a letter or digit was escaped, which is never necessary. */
  hasEscapedLetters = false
  /** True if the text exceeded the limit. */
  isCutOff = false

  constructor(charsMax: number) {
    this.charsMax = charsMax
  }

  addByte(byte: number, codePage: number): void {
    if (this.chars >= this.charsMax) {
      this.isCutOff = true
      return
    }
    if (codePage !== this.tablePage) this.table = charactersOf(codePage)
    this.tablePage = codePage
    const characters = this.table
    if (characters !== null) return this.addCodeUnit(characters[byte]!)
    if (this.bytes !== null && (codePage !== this.codePage || this.bytes.length === pendingBytesMax)) this.decode()
    this.codePage = codePage
    this.bytes ??= []
    this.bytes.push(byte)
  }

  addEscaped(byte: number, codePage: number): void {
    this.hasEscapedLetters ||= isAlphanumeric(byte)
    this.addByte(byte, codePage)
  }

  addUnit(unit: number): void {
    this.hasEscapedLetters ||= isAlphanumeric(unit)
    this.addCodeUnit(unit)
  }

  add(text: string): void {
    if (text.length === 1) return this.addCodeUnit(text.charCodeAt(0))
    this.flush()
    this.push(text)
  }

  /** Returns the current position, for `since` and `truncate`. */
  mark(): number {
    this.flush()
    return this.parts?.length ?? 0
  }

  /** Returns at most `charsMax` characters of the text after a position that `mark` returned. */
  since(mark: number, charsMax: number): string {
    this.flush()
    const parts = this.parts ?? []
    let [to, chars] = [mark, 0]
    for (; to < parts.length && chars < charsMax; to++) chars += parts[to]!.length
    return parts.slice(mark, to).join("").slice(0, charsMax)
  }

  /** Removes the text after a position that `mark` returned. */
  truncate(mark: number): void {
    this.flush()
    for (const part of this.parts?.splice(mark) ?? []) this.chars -= part.length
  }

  toString(): string {
    this.flush()
    return this.parts === null ? "" : this.parts.length === 1 ? this.parts[0]! : this.parts.join("")
  }

  clear(): void {
    this.parts = this.units = this.bytes = null
    this.chars = 0
    this.hasEscapedLetters = this.isCutOff = false
  }

  private addCodeUnit(unit: number): void {
    if (this.bytes !== null) {
      // A unit below `secondByteMin` cannot be the second byte of a character. It is decoded with the pending bytes.
      if (unit < secondByteMin && this.bytes.length < pendingBytesMax) return void this.bytes.push(unit)
      this.decode()
    }
    if (this.chars >= this.charsMax) {
      this.isCutOff = true
      return
    }
    if (this.units === null) this.units = [unit]
    else {
      if (this.units.length === pendingUnitsMax) this.flushUnits()
      this.units.push(unit)
    }
    this.chars++
  }

  private push(text: string): void {
    const room = this.charsMax - this.chars
    if (text.length > room) this.isCutOff = true
    const shortened = text.slice(0, room)
    if (shortened === "") return
    this.parts ??= []
    this.parts.push(shortened)
    this.chars += shortened.length
  }

  private flush(): void {
    this.decode()
    this.flushUnits()
  }

  /** Decodes the pending bytes, which come after the pending code units. */
  private decode(): void {
    const { bytes } = this
    if (bytes === null) return
    this.bytes = null
    this.flushUnits()
    this.push(decoderOf(this.codePage).decode(Uint8Array.from(bytes)))
  }

  private flushUnits(): void {
    const { units } = this
    if (units === null || units.length === 0) return
    this.parts ??= []
    this.parts.push(String.fromCharCode.apply(null, units))
    if (units.length === pendingUnitsMax) this.units = []
    else units.length = 0
  }
}

const isAlphanumeric = (unit: number): boolean =>
  unit >= 48 && unit <= 57 || unit >= 65 && unit <= 90 || unit >= 97 && unit <= 122

/** Maximum characters of a field code or other collected text. */
const collectedCharsMax = 65_536
/** Maximum `RtfText` objects that are stored for reuse. */
const spareTextsMax = 64

/** Pool of reusable `RtfText` objects, because a document may need a million of them. */
export class TextPool {
  private readonly spare: Array<RtfText> = []

  take(): RtfText {
    return this.spare.pop() ?? new RtfText(collectedCharsMax)
  }

  /** Returns an `RtfText` to the pool. The caller must drop all references to it. */
  release(text: RtfText): void {
    if (this.spare.length >= spareTextsMax) return
    text.clear()
    this.spare.push(text)
  }
}
