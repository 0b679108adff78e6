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
