import { PdfName } from "./PdfValue.ts"

/** Number of cached texts. It must be a power of two. */
const slots = 4_096
/** Maximum characters of a cached text. The repeated words and names of a file are short. */
const charsMax = 32

/** Decodes Latin-1 bytes to strings, with a cache for words that repeat in a file. */
export class PdfTextCache {
  private readonly known: Array<PdfName> = Array.from({ length: slots }, () => noName)

  textOf(bytes: Uint8Array, from: number, to: number): string {
    return this.nameOf(bytes, from, to).text
  }

  /** Returns the name in a byte range that contains no escapes. */
  nameOf(bytes: Uint8Array, from: number, to: number): PdfName {
    if (to - from > charsMax) return new PdfName(decode(bytes, from, to), false)
    let hash = 0
    for (let at = from; at < to; at++) hash = Math.imul(hash, 31) + bytes[at]! | 0
    const slot = (hash ^ hash >>> 12) & slots - 1
    const cached = this.known[slot]!
    if (isSame(cached.text, bytes, from, to)) return cached
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
