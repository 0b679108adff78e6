import { hexDigits } from "../../reading/Numbers.ts"

/** String of a content stream as a byte range. A typed array view would cost four times as much. */
export class ByteString {
  readonly bytes: Uint8Array
  readonly from: number
  readonly end: number

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.bytes = bytes
    this.from = from
    this.end = end
  }
}

/** Decodes a hexadecimal string (ISO 32000-2, section 7.3.4.3). */
export const decodeHexString = (bytes: Uint8Array, from: number, end: number): ByteString => {
  const out = new Uint8Array((end - from >> 1) + 1)
  let [length, half] = [0, -1]
  for (let at = from; at < end; at++) {
    const digit = hexDigits[bytes[at]!]!
    if (digit < 0) continue
    if (half < 0) half = digit
    else {
      out[length++] = half << 4 | digit
      half = -1
    }
  }
  if (half >= 0) out[length++] = half << 4
  return new ByteString(out, 0, length)
}

/** Decodes a literal string with escapes (ISO 32000-2, section 7.3.4.2). */
export const decodeLiteralString = (bytes: Uint8Array, from: number, end: number): ByteString => {
  const out = new Uint8Array(end - from)
  let length = 0
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!
    if (byte !== 0x5c) {
      out[length++] = byte
      continue
    }
    const escaped = bytes[++at]
    if (escaped === undefined || at >= end) break
    if (escaped >= 48 && escaped <= 55) {
      let value = escaped - 48
      for (let more = 0; more < 2 && at + 1 < end && bytes[at + 1]! >= 48 && bytes[at + 1]! <= 55; more++) {
        value = value * 8 + bytes[++at]! - 48
      }
      out[length++] = value
    } else if (escaped === 13) {
      if (bytes[at + 1] === 10) at++
    } else if (escaped !== 10) out[length++] = escapes[escaped] ?? escaped
  }
  return new ByteString(out, 0, length)
}

/** Bytes of `\n`, `\r`, `\t`, `\b` and `\f`, by the code of the letter. */
const escapes: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 }
