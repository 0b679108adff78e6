import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { IpAddress } from "../../core/kernel/networks/IpAddress.ts"

/**
 * Sorted, disjoint address ranges with the autonomous systems that announce them. Addresses have one column per 32-bit
 * word, the most significant word first.
 */
export interface AsnRanges {
  readonly ends: ReadonlyArray<Uint32Array>
  readonly starts: ReadonlyArray<Uint32Array>
  readonly numbers: Uint32Array
}

/** Returns the number of the autonomous system of an address, or 0. */
export type AsnTable = (ip: IpAddress) => number

/** First bytes of a file: `ghasn` and the format version. */
export const asnFileMagic = [0x67, 0x68, 0x61, 0x73, 0x6e, 1]
/** Maximum ranges per address family. The internet has about a fifth as many. */
export const asnRangesMax = 2_000_000

/**
 * Reads a file of address ranges. The ranges for IPv4 come first, then those for IPv6 (only the first 64 bits of an
 * address). Each part has the number of ranges, followed by these columns:
 *
 * - for each 32-bit word, the gaps between a range and the previous one
 * - for each 32-bit word, the lengths of the ranges minus one
 * - the numbers of the autonomous systems
 *
 * All integers are little-endian base-128 varints.
 *
 * @throws if the file has another format
 */
export const readAsnTable = (file: Uint8Array): AsnTable => {
  if (asnFileMagic.some((byte, at) => file[at] !== byte)) {
    throw new Error("The file is not a table of autonomous systems.")
  }
  const reader = new IntegerReader(file, asnFileMagic.length)
  const v4 = readRanges(reader, 1)
  const v6 = readRanges(reader, 2)
  return ({ bits, family }) =>
    family === 4
      ? findNumber(v4, [Number(bits)])
      : findNumber(v6, [Number(bits >> 96n), Number((bits >> 64n) & 0xffffffffn)])
}

class IntegerReader {
  private readonly bytes: Uint8Array
  private at: number

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  next(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) break
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new Error("The table of autonomous systems is damaged.")
  }

  get bytesLeft(): number {
    return this.bytes.length - this.at
  }

  column(count: number): Uint32Array {
    const column = new Uint32Array(count)
    for (let at = 0; at < count; at++) column[at] = this.next()
    return column
  }
}

const wordSize = 2 ** 32

/** @param words 32-bit words per address */
const readRanges = (reader: IntegerReader, words: 1 | 2): AsnRanges => {
  const count = reader.next()
  // Each range takes at least one byte, which bounds the allocation by the size of the file.
  if (count > asnRangesMax || count > reader.bytesLeft) throw new Error("The table of autonomous systems is damaged.")
  const columns = () => Array.from({ length: words }, () => reader.column(count))
  const [starts, ends, numbers] = [columns(), columns(), reader.column(count)]
  // Converts gaps and lengths to addresses in place, starting with the least significant word.
  const next = Array.from({ length: words }, () => 0)
  for (let at = 0; at < count; at++) {
    let carry = 0
    for (let word = words - 1; word >= 0; word--) {
      const sum = next[word]! + starts[word]![at]! + carry
      starts[word]![at] = next[word] = sum % wordSize
      carry = sum >= wordSize ? 1 : 0
    }
    for (let word = words - 1, over = 0; word >= 0; word--) {
      const sum = next[word]! + ends[word]![at]! + over
      ends[word]![at] = next[word] = sum % wordSize
      over = sum >= wordSize ? 1 : 0
    }
    // The next gap is counted from the address after the end of the range.
    for (let word = words - 1, over = 1; word >= 0 && over > 0; word--) {
      over = next[word] === wordSize - 1 ? 1 : 0
      next[word] = (next[word]! + 1) % wordSize
    }
  }
  return { starts, ends, numbers }
}

const findNumber = ({ ends, numbers, starts }: AsnRanges, address: ReadonlyArray<number>): number => {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(starts, middle, address) <= 0) low = middle + 1
    else high = middle
  }
  return low > 0 && compare(ends, low - 1, address) >= 0 ? numbers[low - 1]! : 0
}

const compare = (columns: ReadonlyArray<Uint32Array>, at: number, address: ReadonlyArray<number>): number => {
  for (let word = 0; word < address.length; word++) {
    const difference = columns[word]![at]! - address[word]!
    if (difference !== 0) return difference
  }
  return 0
}

let cached: AsnTable | null = null

/** File of the embedded table. */
export const asnTableUrl = new URL("./data/asn.br", import.meta.url)

/**
 * Returns the embedded table, which is loaded on first use. Throws if the file is missing, because the release is then
 * broken.
 */
export const embeddedAsnTable = (): AsnTable => cached ??= readAsnTable(brotliDecompressSync(readFileSync(asnTableUrl)))
