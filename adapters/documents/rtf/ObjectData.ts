import { hexDigit } from "../reading/Numbers.ts"

/** Blanks per digit of object data; who breaks lines stays far below. */
export const blanksPerDigitMax = 1 / 4
/** Below this many digits no share of blanks tells anything. */
export const spreadDigitsMin = 64

const blanks: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 32])

const nothing = new Uint8Array(0)

/** Hexadecimal digits as they come in, put together to bytes. */
class HexBytes {
  private data: Uint8Array<ArrayBuffer> = nothing
  private length = 0
  private half = -1

  get bytes(): Uint8Array {
    return this.data.subarray(0, this.length)
  }

  add(digit: number): void {
    if (this.half < 0) {
      this.half = digit
      return
    }
    if (this.length === this.data.length) {
      const larger = new Uint8Array(Math.max(256, this.data.length * 2))
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length++] = this.half * 16 + digit
    this.half = -1
  }

  dropHalf(): void {
    this.half = -1
  }

  copy(): HexBytes {
    const copy = new HexBytes()
    copy.data = this.data.slice()
    copy.length = this.length
    copy.half = this.half
    return copy
  }
}

/**
 * The data of an RTF object as Office puts them together: of all that stands in the group only the hexadecimal digits count,
 * and raw bytes after `\bin`. Notes what no ordinary writer puts between the digits.
 */
export class ObjectData {
  private readonly sure = new HexBytes()
  private whole: HexBytes | null = null
  private digits = 0
  private blanks = 0
  private hasBinary = false
  private readonly found = new Set<string>()

  /** @param isDoubtful it stands in an ignorable group, whose word one program knows and another does not */
  addText(bytes: Uint8Array, from: number, to: number, isDoubtful: boolean): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!
      const digit = hexDigit(byte)
      if (digit >= 0) {
        this.digits++
        this.addDigit(digit, isDoubtful)
      } else if (blanks.has(byte)) this.blanks++
      else if (!isDoubtful) this.found.add("other characters within object data")
    }
  }

  /** `\bin`. Where half a byte is open, the two digits of each byte go on from there. */
  addBinary(bytes: Uint8Array, isDoubtful: boolean): void {
    this.hasBinary = true
    for (const byte of bytes) {
      this.addDigit(byte >> 4, isDoubtful)
      this.addDigit(byte & 15, isDoubtful)
    }
  }

  /** `\'hh`: its digits do not count, and half a byte before it is lost. */
  addEscape(isDoubtful: boolean): void {
    if (!isDoubtful) this.sure.dropHalf()
    this.whole?.dropHalf()
    this.found.add("escapes within object data")
  }

  noteWord(): void {
    this.found.add("control words within object data")
  }

  noteGroup(): void {
    this.found.add("groups within object data")
  }

  /** The data without what is doubtful, and, where there is such, with it. */
  get readings(): ReadonlyArray<Uint8Array> {
    return this.whole === null ? [this.sure.bytes] : [this.sure.bytes, this.whole.bytes]
  }

  get disguises(): ReadonlyArray<string> {
    const all = [...this.found]
    // All data after one `\bin` is how the specification would have it.
    if (this.hasBinary && this.digits > 0) all.push("binary data within hexadecimal object data")
    if (this.digits >= spreadDigitsMin && this.blanks > this.digits * blanksPerDigitMax) all.push("spread object data")
    return all
  }

  private addDigit(digit: number, isDoubtful: boolean): void {
    if (isDoubtful) this.whole ??= this.sure.copy()
    else this.sure.add(digit)
    this.whole?.add(digit)
  }
}
