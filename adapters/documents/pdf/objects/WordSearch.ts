/**
 * Looks for a word among bytes (Horspool's algorithm), at once: where it stands again and again, a search that takes long to
 * begin would take long in all.
 */
export class WordSearch {
  private readonly codes: Uint8Array
  /** How far to go on from a byte at which the word may end. */
  private readonly steps: Uint8Array

  /** @param word of one character to 255, all of them ASCII */
  constructor(word: string) {
    this.codes = Uint8Array.from(word, (character) => character.charCodeAt(0))
    this.steps = new Uint8Array(256).fill(word.length)
    for (let at = 0; at < word.length - 1; at++) this.steps[this.codes[at]!] = word.length - 1 - at
  }

  /** Where it begins, at or after `from`, and ends, at or before `to`; -1: nowhere. */
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
