/** Bits of a filter: of some thousands of words one in twenty others is taken for one of them. */
const filterBits = 17

const factor = 0x01000193

/**
 * A quick no: what it does not hold is not among its words, by a bit for the hash of each (Bloom's filter with one hash). Parts of a
 * text are asked for without making strings of them.
 */
export class WordFilter {
  private readonly bits = new Uint32Array(2 ** filterBits / 32)

  constructor(words: Iterable<string>) {
    for (const word of words) {
      const bit = bitOf(hashOf(word, 0, word.length))
      this.bits[bit >>> 5]! |= 1 << (bit & 31)
    }
  }

  /** Whether a part of a text may be one of the words. */
  mayHold(text: string, from: number, to: number): boolean {
    return this.mayHoldHash(hashOf(text, from, to))
  }

  /** The text with one of its letters left out, each in turn, where that may be one of the words; of a run of a letter once. */
  deletesOf(text: string): ReadonlyArray<string> {
    const hashesBefore = hashesOfBeginnings(text)
    const found: Array<string> = []
    let [hashBehind, power] = [0, 1]
    for (let at = text.length - 1; at >= 0; at--) {
      const code = text.charCodeAt(at)
      const isFirst = at === 0 || code !== text.charCodeAt(at - 1)
      if (isFirst && this.mayHoldHash((Math.imul(hashesBefore[at]!, power) + hashBehind) | 0)) {
        found.push(text.slice(0, at) + text.slice(at + 1))
      }
      hashBehind = (hashBehind + Math.imul(code, power)) | 0
      power = Math.imul(power, factor)
    }
    return found.toReversed()
  }

  private mayHoldHash(hash: number): boolean {
    const bit = bitOf(hash)
    return (this.bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
  }
}

/** A polynomial over the letters: that of two parts follows from those of each. */
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
