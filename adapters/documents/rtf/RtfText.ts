import { charactersOf, decoderOf } from "./RtfCodePages.ts"
import type { Sink } from "./RtfGroup.ts"

/** Code units that are put together to a text at once. */
const pendingUnitsMax = 8_192
/** Bytes that are decoded together. */
const pendingBytesMax = 65_536
/** Below it no byte is the second one of a character in any code page. */
const secondByteMin = 0x30

/** Text as it comes in: bytes in one code page or another, and UTF-16 code units of their own. */
export class RtfText {
  /** Where what goes into this text goes. */
  readonly sink: Sink = { kind: "text", text: this }
  private readonly charsMax: number
  private parts: Array<string> | null = null
  /** Characters, with those that are not put together yet. */
  private chars = 0
  private units: Array<number> | null = null
  /** Bytes of a code page that has characters of several. */
  private bytes: Array<number> | null = null
  /** Of these bytes. */
  private codePage = 0
  private table: Uint16Array | null = null
  /** Of the table. */
  private tablePage = -1
  /** A letter or digit was written as an escape, which nobody needs. */
  hasEscapedLetters = false
  /** More came than was kept. */
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

  /** A place in the text, to read on from or to go back to. */
  mark(): number {
    this.flush()
    return this.parts?.length ?? 0
  }

  /** What came after the mark, of no more than so many characters. */
  since(mark: number, charsMax: number): string {
    this.flush()
    const parts = this.parts ?? []
    let [to, chars] = [mark, 0]
    for (; to < parts.length && chars < charsMax; to++) chars += parts[to]!.length
    return parts.slice(mark, to).join("").slice(0, charsMax)
  }

  /** Takes back what came after the mark. */
  goBack(mark: number): void {
    this.flush()
    for (const part of this.parts?.splice(mark) ?? []) this.chars -= part.length
  }

  toString(): string {
    this.flush()
    return this.parts === null ? "" : this.parts.length === 1 ? this.parts[0]! : this.parts.join("")
  }

  /** Begins anew. */
  clear(): void {
    this.parts = this.units = this.bytes = null
    this.chars = 0
    this.hasEscapedLetters = this.isCutOff = false
  }

  private addCodeUnit(unit: number): void {
    if (this.bytes !== null) {
      // Ends of lines between such bytes are no reason to begin anew.
      if (unit < secondByteMin && this.bytes.length < pendingBytesMax) return void this.bytes.push(unit)
      this.decode()
    }
    if (this.chars >= this.charsMax) {
      this.isCutOff = true
      return
    }
    if (this.units === null) this.units = [unit]
    else {
      if (this.units.length === pendingUnitsMax) this.putTogether()
      this.units.push(unit)
    }
    this.chars++
  }

  private push(text: string): void {
    const room = this.charsMax - this.chars
    if (text.length > room) this.isCutOff = true
    const kept = text.slice(0, room)
    if (kept === "") return
    this.parts ??= []
    this.parts.push(kept)
    this.chars += kept.length
  }

  private flush(): void {
    this.decode()
    this.putTogether()
  }

  /** The bytes come after the units. */
  private decode(): void {
    const { bytes } = this
    if (bytes === null) return
    this.bytes = null
    this.putTogether()
    this.push(decoderOf(this.codePage).decode(Uint8Array.from(bytes)))
  }

  private putTogether(): void {
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
