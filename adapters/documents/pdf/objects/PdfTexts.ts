import { PdfName } from "./PdfValue.ts"

/** Texts that are kept at a time; a power of two. */
const slots = 4_096
/** Of a text that is kept: the words and names of a file are short, and the same few again and again. */
const charsMax = 32

/** Makes bytes into words by Latin-1, each word of a file once and not as often as it stands there. */
export class PdfTexts {
  private readonly known: Array<PdfName> = Array.from({ length: slots }, () => noName)

  of(bytes: Uint8Array, from: number, to: number): string {
    return this.nameOf(bytes, from, to).text
  }

  /** As a name in which nothing is escaped. */
  nameOf(bytes: Uint8Array, from: number, to: number): PdfName {
    if (to - from > charsMax) return new PdfName(decode(bytes, from, to), false)
    let hash = 0
    for (let at = from; at < to; at++) hash = Math.imul(hash, 31) + bytes[at]! | 0
    const slot = (hash ^ hash >>> 12) & slots - 1
    const known = this.known[slot]!
    if (isSame(known.text, bytes, from, to)) return known
    return this.known[slot] = new PdfName(decode(bytes, from, to), false)
  }
}

const noName = new PdfName("", false)

const isSame = (text: string, bytes: Uint8Array, from: number, to: number): boolean => {
  if (text.length !== to - from) return false
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) !== bytes[from + at]) return false
  return true
}

const decode = (bytes: Uint8Array, from: number, to: number): string => latin1.decode(bytes.subarray(from, to))

const latin1 = new TextDecoder("latin1")
