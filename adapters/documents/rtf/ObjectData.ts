import { hexDigit } from "../reading/Numbers.ts"

/**
 * Maximum white-space bytes per digit of object data. Data with more white space is reported as a disguise. Ordinary
 * line breaks take far less.
 */
export const blanksPerDigitMax = 1 / 4
/** Minimum digits of object data before the share of white space is judged. */
export const spreadDigitsMin = 64

const blanks: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 32])

const nothing = new Uint8Array(0)

/** Joins hexadecimal digits into bytes. */
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
 * Data of an RTF object. As in Office, it consists of the hexadecimal digits of the group and the raw bytes after
 * `\bin`. Records content between the digits that ordinary writers do not produce.
 */
export class ObjectData {
  private readonly strict = new HexBytes()
  private lenient: HexBytes | null = null
  private digits = 0
  private blanks = 0
  private hasBinary = false
  private readonly found = new Set<string>()

  /** @param isDoubtful true if the text is in an ignorable group whose keyword only some programs know */
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

  /** Adds the raw data after `\bin`. After an odd number of digits, its first nibble completes the pending byte. */
  addBinary(bytes: Uint8Array, isDoubtful: boolean): void {
    this.hasBinary = true
    for (const byte of bytes) {
      this.addDigit(byte >> 4, isDoubtful)
      this.addDigit(byte & 15, isDoubtful)
    }
  }

  /** Handles `\'hh`: its digits do not count, and a pending nibble is discarded. */
  addEscape(isDoubtful: boolean): void {
    if (!isDoubtful) this.strict.dropHalf()
    this.lenient?.dropHalf()
    this.found.add("escapes within object data")
  }

  addWordDisguise(): void {
    this.found.add("control words within object data")
  }

  addGroupDisguise(): void {
    this.found.add("groups within object data")
  }

  /**
   * Returns the data without the parts that only some programs read. If there are such parts, also returns the data
   * with them.
   */
  get readings(): ReadonlyArray<Uint8Array> {
    return this.lenient === null ? [this.strict.bytes] : [this.strict.bytes, this.lenient.bytes]
  }

  get disguises(): ReadonlyArray<string> {
    const all = [...this.found]
    // Only a mixture is a disguise: the specification allows data in a single `\bin`.
    if (this.hasBinary && this.digits > 0) all.push("binary data within hexadecimal object data")
    if (this.digits >= spreadDigitsMin && this.blanks > this.digits * blanksPerDigitMax) all.push("spread object data")
    return all
  }

  private addDigit(digit: number, isDoubtful: boolean): void {
    if (isDoubtful) this.lenient ??= this.strict.copy()
    else this.strict.add(digit)
    this.lenient?.add(digit)
  }
}
