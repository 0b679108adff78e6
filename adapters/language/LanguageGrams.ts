/** Maximum bytes of a gram: four bytes of a word, plus a word boundary on each side. */
export const gramBytesMax = 6

export const fileMagic = "GHLG1"

/** Grams, which are byte sequences of words, with a weight for each language. */
export interface LanguageGrams {
  /** ISO 639-1 codes. The index is the language number. */
  readonly languages: ReadonlyArray<string>
  /** Contains 1 for each UTF-16 code unit that is a letter, and 0 for the others. */
  readonly isLetter: Uint8Array
  /** Maps each UTF-8 byte to itself, or to a blank if no gram contains the byte. */
  readonly signs: Uint8Array
  /**
   * Hash table with open addressing. Each slot has three numbers: the lower 24 bits of a gram combined with its number
   * of languages, the upper 24 bits of the gram, and the offset of its languages in `ids` and `weights`. JavaScript
   * objects would take 30 times the memory.
   */
  readonly slots: Uint32Array
  readonly ids: Uint8Array
  /** Weights of the grams. Each weight is for the language at the same offset in `ids`. */
  readonly weights: Uint8Array
}

/** Number of elements per slot of the hash table. */
const numbersPerSlot = 3

/** Returns a power of two that is more than twice the number of grams. */
const slotCountFor = (grams: number): number => 2 ** Math.ceil(Math.log2(grams * 2 + 1))

/** Divisor that splits a gram, a number of up to 48 bits (six bytes), into an upper and a lower half. */
const halfBits = 2 ** 24

const hashOf = (low: number, high: number): number => {
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** Returns the offset of a gram's slot in `slots`, or -1 if the gram is unknown. */
export const findGram = ({ slots }: LanguageGrams, gram: number): number => {
  const high = Math.floor(gram / halfBits)
  const low = gram - high * halfBits
  const mask = slots.length / numbersPerSlot - 1
  for (let slot = hashOf(low, high) & mask;; slot = (slot + 1) & mask) {
    const at = slot * numbersPerSlot
    if (slots[at] === 0) return -1
    if ((slots[at]! & 0xffffff) === low && slots[at + 1] === high) return at
  }
}

/** Returns the number of languages that have the gram in a slot. */
export const languageCountAt = ({ slots }: LanguageGrams, at: number): number => slots[at]! >>> 24

/** Returns the offset of the gram's languages and weights in `ids` and `weights`. */
export const weightsOffsetAt = ({ slots }: LanguageGrams, at: number): number => slots[at + 2]!

/** Reads the decompressed data file; throws if it has another format. */
export const readLanguageGrams = (bytes: Uint8Array): LanguageGrams => {
  const reader = new Reader(bytes)
  if (reader.text(fileMagic.length) !== fileMagic) throw new Error("The language data cannot be read.")
  const languages = Array.from({ length: reader.byte() }, () => reader.text(2))
  const isLetter = lettersOf(reader)
  const signs = reader.bytes(0x100)
  const count = reader.number()
  const numbers = gramsIn(reader, count)
  const counts = reader.bytes(count)
  const total = counts.reduce((sum, one) => sum + one, 0)
  const slots = new Uint32Array(slotCountFor(count) * numbersPerSlot)
  const grams = { languages, isLetter, signs, slots, ids: reader.bytes(total), weights: reader.bytes(total) }
  let weightsFrom = 0
  for (let gram = 0; gram < count; gram++) {
    insertGram(slots, numbers[gram]!, counts[gram]!, weightsFrom)
    weightsFrom += counts[gram]!
  }
  return grams
}

/** Reads grams stored by column: the first bytes of all grams, then the second bytes, and so on, padded with zeros. */
const gramsIn = (reader: Reader, count: number): Float64Array => {
  const grams = new Float64Array(count)
  for (let column = 0; column < gramBytesMax; column++) addColumn(grams, reader.bytes(count))
  return grams
}

const addColumn = (grams: Float64Array, column: Uint8Array): void => {
  for (let at = 0; at < grams.length; at++) if (column[at] !== 0) grams[at] = grams[at]! * 256 + column[at]!
}

const insertGram = (slots: Uint32Array, gram: number, count: number, weightsFrom: number): void => {
  const high = Math.floor(gram / halfBits)
  const low = gram - high * halfBits
  const mask = slots.length / numbersPerSlot - 1
  let slot = hashOf(low, high) & mask
  while (slots[slot * numbersPerSlot] !== 0) slot = (slot + 1) & mask
  const at = slot * numbersPerSlot
  slots[at] = count << 24 | low
  slots[at + 1] = high
  slots[at + 2] = weightsFrom
}

/** Reads the table of letters, which is stored as runs: pairs of first and last code unit. */
const lettersOf = (reader: Reader): Uint8Array => {
  const isLetter = new Uint8Array(0x10000)
  for (let left = reader.number(); left > 0; left--) {
    const from = reader.number()
    isLetter.fill(1, from, reader.number() + 1)
  }
  return isLetter
}

class Reader {
  private at = 0
  private readonly all: Uint8Array

  constructor(all: Uint8Array) {
    this.all = all
  }

  bytes(length: number): Uint8Array {
    this.at += length
    return this.all.subarray(this.at - length, this.at)
  }

  byte(): number {
    return this.bytes(1)[0]!
  }

  /** Reads a little-endian 16-bit number. */
  number(): number {
    const low = this.byte()
    return low | this.byte() << 8
  }

  text(length: number): string {
    return String.fromCharCode(...this.bytes(length))
  }
}
