/**
 * Binary logarithm of the number of bits in the filter. With several thousand words, about 5% of other words are false
 * positives.
 */
const filterBits = 17

const factor = 0x01000193

/**
 * Bloom filter with one hash function, for fast rejection. Text that does not match is not one of the words. Substrings
 * are tested without creating strings.
 */
export class WordFilter {
  private readonly bits = new Uint32Array(2 ** filterBits / 32)

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const bit = bitOf(hashOf(word, 0, word.length))
      this.bits[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  /** Reports whether a substring may be one of the words. */
  mayContain(text: string, from: number, to: number): boolean {
    return this.mayContainHash(hashOf(text, from, to))
  }

  /**
   * Returns the forms of the text with one letter deleted that may be among the words. A run of equal letters yields
   * one form.
   */
  deletesOf(text: string): ReadonlyArray<string> {
    const hashesBefore = hashesOfBeginnings(text)
    const found: Array<string> = []
    let [hashBehind, power] = [0, 1]
    for (let at = text.length - 1; at >= 0; at--) {
      const code = text.charCodeAt(at)
      const isFirst = at === 0 || code !== text.charCodeAt(at - 1)
      if (isFirst && this.mayContainHash((Math.imul(hashesBefore[at]!, power) + hashBehind) | 0)) {
        found.push(text.slice(0, at) + text.slice(at + 1))
      }
      hashBehind = (hashBehind + Math.imul(code, power)) | 0
      power = Math.imul(power, factor)
    }
    return found.toReversed()
  }

  private mayContainHash(hash: number): boolean {
    const bit = bitOf(hash)
    return (this.bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }
}

/** Returns a polynomial hash. The hash of a concatenation follows from the hashes of its parts. */
const hashOf = (text: string, from: number, to: number): number => {
  let hash = 0
  for (let at = from; at < to; at++) hash = withLetter(hash, text.charCodeAt(at))
  return hash
}

const withLetter = (hash: number, code: number): number => (Math.imul(hash, factor) + code) | 0

const hashesOfBeginnings = (text: string): ReadonlyArray<number> => {
  let hash = 0
  const hashes = [hash]
  for (let at = 0; at < text.length; at++) hashes.push(hash = withLetter(hash, text.charCodeAt(at)))
  return hashes
}

const bitOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits)
