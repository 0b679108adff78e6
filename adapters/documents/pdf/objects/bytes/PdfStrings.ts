import { stringBytesMax } from "../../../reading/Budget.ts"
import { hexDigit } from "../../../reading/Numbers.ts"
import { isOctal } from "./PdfCharacters.ts"

const code = (character: string): number => character.charCodeAt(0)
const [lf, cr, backslash, openRound, closeRound, closeAngle] = [10, 13, code("\\"), code("("), code(")"), code(">")]

/**
 * Byte range of a string, and the offset after it. If the string was cut off, the range is one byte longer than the
 * limit.
 */
export interface StringRange {
  readonly source: Uint8Array
  readonly from: number
  readonly end: number
  readonly next: number
}

/**
 * Reads a literal string (ISO 32000-2, section 7.3.4.2): balanced parentheses, escapes, octal codes and line ends.
 *
 * @param from offset after the opening parenthesis
 */
export const readLiteral = (bytes: Uint8Array, from: number): StringRange => {
  let depth = 1
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === backslash) return readEscaped(bytes, from, at, depth)
    if (byte === openRound) depth++
    else if (byte === closeRound && --depth === 0) return unescapedString(bytes, from, at, at + 1)
  }
  return unescapedString(bytes, from, bytes.length, bytes.length)
}

/** Returns a string without escapes as a view of the source. This is the common case. */
const unescapedString = (bytes: Uint8Array, from: number, to: number, next: number): StringRange => {
  return { source: bytes, from, end: Math.min(to, from + stringBytesMax + 1), next }
}

const fromBuffer = (bytes: Uint8Array, next: number): StringRange => ({
  source: bytes,
  from: 0,
  end: bytes.length,
  next
})

/** @param first offset of the first escape */
const readEscaped = (bytes: Uint8Array, from: number, first: number, depthBefore: number): StringRange => {
  const end = endOfLiteral(bytes, first, depthBefore)
  const out = new Uint8Array(Math.min(end - from, stringBytesMax + 1))
  let length = Math.min(first - from, out.length)
  out.set(bytes.subarray(from, from + length))
  for (let at = first; at < end && length < out.length;) {
    const byte = bytes[at++]!
    if (byte !== backslash) {
      out[length++] = byte
      continue
    }
    if (at === end) break
    const escaped = bytes[at++]!
    if (isOctal(escaped)) {
      let value = escaped - 48
      for (let more = 0; more < 2 && at < end && isOctal(bytes[at]); more++) value = value * 8 + bytes[at++]! - 48
      out[length++] = value
    } else if (escaped === cr) {
      if (at < end && bytes[at] === lf) at++
    } else if (escaped !== lf) out[length++] = escapes.get(escaped) ?? escaped
  }
  return fromBuffer(length === out.length ? out : out.slice(0, length), Math.min(bytes.length, end + 1))
}

/** Returns the offset of the closing parenthesis, or the end of the data. */
const endOfLiteral = (bytes: Uint8Array, from: number, depthBefore: number): number => {
  let depth = depthBefore
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === backslash) at++
    else if (byte === openRound) depth++
    else if (byte === closeRound && --depth === 0) return at
  }
  return bytes.length
}

const escapes = new Map([[code("n"), 10], [code("r"), 13], [code("t"), 9], [code("b"), 8], [code("f"), 12]])

/**
 * Reads a hexadecimal string (ISO 32000-2, section 7.3.4.3). A missing last digit counts as zero.
 *
 * @param from offset after the angle bracket
 */
export const readHex = (bytes: Uint8Array, from: number): StringRange => {
  const closeIndex = bytes.indexOf(closeAngle, from)
  const end = closeIndex < 0 ? bytes.length : closeIndex
  const out = new Uint8Array(Math.min(Math.ceil((end - from) / 2), stringBytesMax + 1))
  let [length, half] = [0, -1]
  for (let at = from; at < end && length < out.length; at++) {
    const digit = hexDigit(bytes[at])
    if (digit < 0) continue
    if (half < 0) half = digit
    else {
      out[length++] = half * 16 + digit
      half = -1
    }
  }
  if (half >= 0 && length < out.length) out[length++] = half * 16
  return fromBuffer(length === out.length ? out : out.slice(0, length), end + 1)
}
