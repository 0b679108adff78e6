const ansi = new TextDecoder("windows-1252")
const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true })

/** Decodes windows-1252 text. */
export const decodeAnsi = (bytes: Uint8Array): string => ansi.decode(bytes)

export const decodeUtf16 = (bytes: Uint8Array): string => utf16.decode(bytes.subarray(0, bytes.length & ~1))

/** Returns the text before its first zero character, as a C program reads it. */
export const textBeforeNul = (text: string): string => {
  const end = text.indexOf("\0")
  return end < 0 ? text : text.slice(0, end)
}

/** Reads consecutive little-endian values. Reads past the end return zeros or the available bytes, and set `isOver`. */
export class Cursor {
  readonly bytes: Uint8Array
  at: number
  isOver = false
  private readonly view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  get remaining(): number {
    return Math.max(0, this.bytes.length - this.at)
  }

  u8(): number {
    return this.has(1) ? this.view.getUint8(this.at++) : 0
  }

  u16(): number {
    if (!this.has(2)) return 0
    this.at += 2
    return this.view.getUint16(this.at - 2, true)
  }

  u32(): number {
    if (!this.has(4)) return 0
    this.at += 4
    return this.view.getUint32(this.at - 4, true)
  }

  /** Returns `count` bytes, or the remaining bytes if there are fewer. */
  readBytes(count: number): Uint8Array {
    const bytes = this.bytes.subarray(this.at, this.at + Math.min(count, this.remaining))
    if (bytes.length < count) this.isOver = true
    this.at += bytes.length
    return bytes
  }

  skip(count: number): void {
    this.readBytes(count)
  }

  /** Reads a zero-terminated ANSI string. */
  zeroTerminated(): string {
    const end = this.bytes.indexOf(0, this.at)
    const text = this.readBytes(end < 0 ? this.remaining : end - this.at)
    this.skip(1)
    return decodeAnsi(text)
  }

  /** Reads a 32-bit length in bytes, which includes the final zero, and an ANSI string of this length. */
  ansiOfLength(): string {
    return textBeforeNul(decodeAnsi(this.readBytes(this.u32())))
  }

  /** Reads a 32-bit length in characters and a UTF-16 string of this length. */
  utf16OfLength(): string {
    return textBeforeNul(decodeUtf16(this.readBytes(this.u32() * 2)))
  }

  private has(count: number): boolean {
    if (this.remaining >= count) return true
    this.isOver = true
    this.at = this.bytes.length
    return false
  }
}

/** Two hexadecimal digits for each byte value. */
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"))
/** Byte offsets in the order of the formatted GUID, where -1 means a dash. The first three fields are little-endian. */
const order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]

/** Formats a packed GUID (MS-DTYP 2.3.4.2) as `0002CE02-0000-0000-C000-000000000046`; null if zero or incomplete. */
export const formatGuid = (bytes: Uint8Array, at: number): string | null => {
  if (at < 0 || at + 16 > bytes.length) return null
  let text = ""
  let sum = 0
  for (const offset of order) {
    if (offset < 0) text += "-"
    else {
      const byte = bytes[at + offset]!
      sum += byte
      text += hex[byte]!
    }
  }
  return sum === 0 ? null : text
}
