import { stringBytesMax } from "../Budget.ts"
import { hexDigit } from "../HexDigit.ts"
import { isOctal } from "./PdfCharacters.ts"

const code = (character: string): number => character.charCodeAt(0)
const [lf, cr, backslash, openRound, closeRound, closeAngle] = [10, 13, code("\\"), code("("), code(")"), code(">")]

/** Where the bytes of a string stand, as far as they are kept and one more where there are more; and what comes next. */
export interface ReadString {
  readonly source: Uint8Array
  readonly from: number
  readonly end: number
  readonly next: number
}

/** Section 7.3.4.2: parentheses in balance, escapes, octal codes, line ends. @param from after the first parenthesis */
export const readLiteral = (bytes: Uint8Array, from: number): ReadString => {
  let depth = 1
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === backslash) return readEscaped(bytes, from, at, depth)
    if (byte === openRound) depth++
    else if (byte === closeRound && --depth === 0) return asItStands(bytes, from, at, at + 1)
  }
  return asItStands(bytes, from, bytes.length, bytes.length)
}

/** Most strings do. */
const asItStands = (bytes: Uint8Array, from: number, to: number, next: number): ReadString => {
  return { source: bytes, from, end: Math.min(to, from + stringBytesMax + 1), next }
}

const made = (bytes: Uint8Array, next: number): ReadString => ({ source: bytes, from: 0, end: bytes.length, next })

/** @param first the first escape */
const readEscaped = (bytes: Uint8Array, from: number, first: number, depthBefore: number): ReadString => {
  const out: Array<number> = [...bytes.subarray(from, Math.min(first, from + stringBytesMax + 1))]
  let [at, depth] = [first, depthBefore]
  while (at < bytes.length) {
    const byte = bytes[at++]!
    if (byte === backslash) at = readEscape(bytes, at, out)
    else {
      if (byte === openRound) depth++
      else if (byte === closeRound && --depth === 0) break
      if (out.length <= stringBytesMax) out.push(byte)
    }
  }
  return made(new Uint8Array(out), at)
}

/** @param from after the backslash @returns where it ends */
const readEscape = (bytes: Uint8Array, from: number, out: Array<number>): number => {
  let at = from
  const byte = bytes[at++]
  if (byte === undefined) return at
  let value: number | null = escapes.get(byte) ?? byte
  if (isOctal(byte)) {
    value = byte - 48
    for (let more = 0; more < 2 && isOctal(bytes[at]); more++) value = value * 8 + bytes[at++]! - 48
  } else if (byte === cr) {
    if (bytes[at] === lf) at++
    value = null
  } else if (byte === lf) value = null
  if (value !== null && out.length <= stringBytesMax) out.push(value & 0xff)
  return at
}

const escapes = new Map([[code("n"), 10], [code("r"), 13], [code("t"), 9], [code("b"), 8], [code("f"), 12]])

/** Section 7.3.4.3; an odd last digit counts as if a zero followed. @param from after the angle bracket */
export const readHex = (bytes: Uint8Array, from: number): ReadString => {
  const found = bytes.indexOf(closeAngle, from)
  const end = found < 0 ? bytes.length : found
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
  return made(length === out.length ? out : out.slice(0, length), end + 1)
}
