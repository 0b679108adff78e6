/** Bytes of the longest gram: four of a word, and the bounds about it. */
export const gramBytesMax = 6

/** What the file begins with. */
export const fileMagic = "GHLG1"

/** Runs of bytes that words of languages have, and how much each says for which. */
export interface LanguageGrams {
  /** ISO 639, by their number. */
  readonly languages: ReadonlyArray<string>
  /** One for each UTF-16 code unit that is a letter. */
  readonly isLetter: Uint8Array
  /** What each byte of UTF-8 is within a gram: itself, or a blank where no gram knows it. */
  readonly signs: Uint8Array
  /**
   * A hash table with open addressing: of each place the lower 24 bits of a gram and how many languages have it, the higher 24
   * bits, and where its languages begin. Objects of JavaScript for the same would take thirty times the memory.
   */
  readonly places: Uint32Array
  /** Numbers of languages. */
  readonly ids: Uint8Array
  /** What the gram weighs in each. */
  readonly weights: Uint8Array
}

/** Numbers of each place in the table. */
const placeNumbers = 3

/** More than twice as many places as grams, and a power of two. */
const placesFor = (grams: number): number => 2 ** Math.ceil(Math.log2(grams * 2 + 1))

/** A gram is a number: its bytes, of which six have 48 bits. */
const halfBits = 2 ** 24

const hashOf = (low: number, high: number): number => {
  const hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
  return hash ^ (hash >>> 15)
}

/** Where a gram stands in `places`, or -1. */
export const gramAt = ({ places }: LanguageGrams, gram: number): number => {
  const high = Math.floor(gram / halfBits)
  const low = gram - high * halfBits
  const mask = places.length / placeNumbers - 1
  for (let place = hashOf(low, high) & mask;; place = (place + 1) & mask) {
    const at = place * placeNumbers
    if (places[at] === 0) return -1
    if ((places[at]! & 0xffffff) === low && places[at + 1] === high) return at
  }
}

/** How many languages have the gram at a place. */
export const languagesAt = ({ places }: LanguageGrams, at: number): number => places[at]! >>> 24

/** Where its languages and weights begin. */
export const weightsAt = ({ places }: LanguageGrams, at: number): number => places[at + 2]!

/** Reads the file of the release, decompressed; throws where it is another. */
export const readLanguageGrams = (bytes: Uint8Array): LanguageGrams => {
  const reader = new Reader(bytes)
  if (reader.text(fileMagic.length) !== fileMagic) throw new Error("The data of languages cannot be read.")
  const languages = Array.from({ length: reader.byte() }, () => reader.text(2))
  const isLetter = lettersOf(reader)
  const signs = reader.bytes(0x100)
  const count = reader.number()
  const numbers = gramsIn(reader, count)
  const counts = reader.bytes(count)
  const total = counts.reduce((sum, one) => sum + one, 0)
  const places = new Uint32Array(placesFor(count) * placeNumbers)
  const grams = { languages, isLetter, signs, places, ids: reader.bytes(total), weights: reader.bytes(total) }
  let weightsFrom = 0
  for (let gram = 0; gram < count; gram++) {
    put(places, numbers[gram]!, counts[gram]!, weightsFrom)
    weightsFrom += counts[gram]!
  }
  return grams
}

/** The grams of a file that has their first bytes, then their second ones, and so on, zero behind the last of each. */
const gramsIn = (reader: Reader, count: number): Float64Array => {
  const grams = new Float64Array(count)
  for (let column = 0; column < gramBytesMax; column++) addColumn(grams, reader.bytes(count))
  return grams
}

const addColumn = (grams: Float64Array, column: Uint8Array): void => {
  for (let at = 0; at < grams.length; at++) if (column[at] !== 0) grams[at] = grams[at]! * 256 + column[at]!
}

const put = (places: Uint32Array, gram: number, count: number, weightsFrom: number): void => {
  const high = Math.floor(gram / halfBits)
  const low = gram - high * halfBits
  const mask = places.length / placeNumbers - 1
  let place = hashOf(low, high) & mask
  while (places[place * placeNumbers] !== 0) place = (place + 1) & mask
  const at = place * placeNumbers
  places[at] = count << 24 | low
  places[at + 1] = high
  places[at + 2] = weightsFrom
}

/** From the first to the last of each run of letters. */
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

  /** Of two bytes, the lower one first. */
  number(): number {
    const low = this.byte()
    return low | this.byte() << 8
  }

  text(length: number): string {
    return String.fromCharCode(...this.bytes(length))
  }
}
