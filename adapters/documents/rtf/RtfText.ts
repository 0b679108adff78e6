import { decoderOf } from "./RtfCodePages.ts"

/** Bytes that are decoded together. */
const pendingBytesMax = 65_536

/** Text as it comes in: bytes in one code page or another, and UTF-16 code units of their own. */
export class RtfText {
  private readonly charsMax: number
  private readonly parts: Array<string> = []
  private chars = 0
  private pending: Array<number> = []
  private codePage = 0
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
    if (codePage !== this.codePage || this.pending.length === pendingBytesMax) this.flush()
    this.codePage = codePage
    this.pending.push(byte)
  }

  addEscaped(byte: number, codePage: number): void {
    this.hasEscapedLetters ||= isAlphanumeric(byte)
    this.addByte(byte, codePage)
  }

  addUnit(unit: number): void {
    this.hasEscapedLetters ||= isAlphanumeric(unit)
    this.add(String.fromCharCode(unit))
  }

  add(text: string): void {
    this.flush()
    this.push(text)
  }

  /** A place in the text, to read on from or to go back to. */
  mark(): number {
    this.flush()
    return this.parts.length
  }

  /** What came after the mark, of no more than so many characters. */
  since(mark: number, charsMax: number): string {
    this.flush()
    let text = ""
    for (let at = mark; at < this.parts.length && text.length < charsMax; at++) text += this.parts[at]!
    return text.slice(0, charsMax)
  }

  /** Takes back what came after the mark. */
  goBack(mark: number): void {
    this.flush()
    for (const part of this.parts.splice(mark)) this.chars -= part.length
  }

  toString(): string {
    this.flush()
    return this.parts.join("")
  }

  private push(text: string): void {
    const room = this.charsMax - this.chars
    if (text.length > room) this.isCutOff = true
    const kept = text.slice(0, room)
    if (kept === "") return
    this.parts.push(kept)
    this.chars += kept.length
  }

  private flush(): void {
    const { pending } = this
    if (pending.length === 0) return
    this.pending = []
    this.push(decode(pending, this.codePage))
  }
}

/** Few and plain bytes are put together by hand: a decoder costs more than they do. */
const decode = (bytes: ReadonlyArray<number>, codePage: number): string => {
  let text = ""
  for (const byte of bytes) {
    if (byte >= 128 || text.length === 64) return decoderOf(codePage).decode(Uint8Array.from(bytes))
    text += String.fromCharCode(byte)
  }
  return text
}

const isAlphanumeric = (unit: number): boolean =>
  unit >= 48 && unit <= 57 || unit >= 65 && unit <= 90 || unit >= 97 && unit <= 122
