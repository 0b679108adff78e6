/**
 * Searches bytes for a word (Horspool's algorithm). Starting a search is cheap, which matters if the word is frequent.
 */
export class WordSearch {
  private readonly codes: Uint8Array
  /** Distance to advance for each byte at a possible end of the word. */
  private readonly steps: Uint8Array

  /** @param word 1 to 255 ASCII characters */
  constructor(word: string) {
    this.codes = Uint8Array.from(word, (character) => character.charCodeAt(0))
    this.steps = new Uint8Array(256).fill(word.length)
    for (let at = 0; at < word.length - 1; at++) this.steps[this.codes[at]!] = word.length - 1 - at
  }

  /** Returns the offset of the first match between `from` and `to`, or -1. */
  find(bytes: Uint8Array, from: number, to = bytes.length): number {
    const { codes, steps } = this
    const last = codes.length - 1
    for (let at = from + last; at < to; at += steps[bytes[at]!]!) {
      let back = 0
      while (back <= last && bytes[at - back] === codes[last - back]) back++
      if (back > last) return at - last
    }
    return -1
  }
}

const nearbyBytes = 64

/** Finds a word from offsets that only increase. The total time of all calls is linear in the bytes. */
export class ForwardSearch {
  private readonly bytes: Buffer
  private readonly word: string
  private readonly nearbySearch: WordSearch
  private found: number | null = null

  constructor(bytes: Buffer, word: string) {
    this.bytes = bytes
    this.word = word
    this.nearbySearch = new WordSearch(word)
  }

  /** Returns the offset of the next match, or -1. */
  next(from: number): number {
    const { found } = this
    if (found !== null && (found < 0 || found >= from)) return found
    // Search nearby bytes first: starting a native search is expensive, and there can be millions of searches.
    const near = this.nearbySearch.find(this.bytes, from, Math.min(this.bytes.length, from + nearbyBytes))
    return this.found = near < 0 ? this.bytes.indexOf(this.word, from) : near
  }
}
