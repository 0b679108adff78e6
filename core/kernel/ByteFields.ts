/** Maximum bytes of the body of a challenge, ticket or token. Even a body with the longest host name is shorter. */
export const bodyBytesMax = 352
/** Maximum bytes of a text. Its length is encoded in one byte. */
const textBytesMax = 255
const uintBytesMax = 6
/** Number of bytes of a time in milliseconds since 1970. */
export const instantBytes = 6

/**
 * Encodes fields in sequence, each with a fixed width or a length prefix. Therefore no two lists of values have the
 * same encoding. Without lengths, the end of one field could pass as the start of the next (CVE-2025-68113). Throws
 * `RangeError` for a value that does not fit.
 */
export class FieldWriter {
  private readonly bytes = new Uint8Array(bodyBytesMax)
  private at = 0

  /**
   * Writes a big-endian unsigned integer.
   *
   * @param width number of bytes, at most 6
   */
  uint(value: number, width: number): this {
    if (width > uintBytesMax || !Number.isInteger(value) || value < 0 || value >= 256 ** width) {
      throw new RangeError(`${value} is not a whole number of ${width} bytes`)
    }
    let rest = value
    for (let offset = width - 1; offset >= 0; offset--) {
      this.bytes[this.at + offset] = rest % 256
      rest = Math.floor(rest / 256)
    }
    return this.advance(width)
  }

  /** Writes bytes without their length, which the reader must know. */
  fixed(bytes: Uint8Array): this {
    this.checkRoom(bytes.length)
    this.bytes.set(bytes, this.at)
    return this.advance(bytes.length)
  }

  /** Writes at most 255 bytes, preceded by their length. */
  prefixedBytes(bytes: Uint8Array): this {
    return this.uint(bytes.length, 1).fixed(bytes)
  }

  /** Writes at most 255 ASCII characters, preceded by their length. */
  ascii(text: string): this {
    if (text.length > textBytesMax) throw new RangeError(`A field has at most ${textBytesMax} characters`)
    this.uint(text.length, 1).checkRoom(text.length)
    for (let offset = 0; offset < text.length; offset++) {
      const code = text.charCodeAt(offset)
      if (code > 0x7f) throw new RangeError("A field is in ASCII")
      this.bytes[this.at + offset] = code
    }
    return this.advance(text.length)
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.at)
  }

  private checkRoom(count: number): void {
    if (this.at + count > bodyBytesMax) throw new RangeError(`A body has at most ${bodyBytesMax} bytes`)
  }

  private advance(count: number): this {
    this.checkRoom(count)
    this.at += count
    return this
  }
}

/**
 * Decodes the fields that `FieldWriter` encoded. Never throws: a missing field is read as empty or 0, and `isComplete`
 * is then false.
 */
export class FieldReader {
  private readonly bytes: Uint8Array
  private at = 0
  private isShort = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  uint(width: number): number {
    let value = 0
    for (const byte of this.fixed(width)) value = value * 256 + byte
    return value
  }

  fixed(count: number): Uint8Array {
    if (this.at + count > this.bytes.length) {
      this.isShort = true
      return new Uint8Array(0)
    }
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }

  prefixedBytes(): Uint8Array {
    return this.fixed(this.uint(1))
  }

  /** Reads ASCII text with a length prefix. A byte that is not ASCII makes `isComplete` false. */
  ascii(): string {
    let text = ""
    for (const byte of this.prefixedBytes()) {
      if (byte > 0x7f) this.isShort = true
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** True if every field was present and no bytes are left. */
  get isComplete(): boolean {
    return !this.isShort && this.at === this.bytes.length
  }
}
