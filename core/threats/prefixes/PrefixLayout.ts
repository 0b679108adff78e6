import { isPrefixSize, prefixListEntriesMax } from "./PrefixBytes.ts"

/**
 * One buffer that holds a sorted list of prefixes, so that it goes between threads and to files as it is. The upper 16 bits
 * of a prefix stand nowhere: they are the place in `starts`. Four million prefixes of 4 bytes take 8.3 MB.
 */
export interface PrefixLayout {
  readonly buffer: ArrayBufferLike
  readonly size: number
  readonly length: number
  /** Where the prefixes with these upper 16 bits begin; 65 537 of them, the last the length. */
  readonly starts: Uint32Array
  /** The lower 16 bits of the first four bytes. */
  readonly lows: Uint16Array
  /** What follows the first four bytes, `size - 4` of each. */
  readonly tails: Uint8Array
  /** One byte each that says what the entry is about; empty when the list has none. */
  readonly tags: Uint8Array
}

const headerBytes = 32
const startsCount = 65_537
/** Written as the machine writes words, so that a buffer from a machine of another byte order is not mistaken. */
const magic = 0x31_46_50_47

const bytesNeeded = (size: number, length: number, tagged: boolean): number =>
  headerBytes + startsCount * 4 + length * (2 + size - 4 + (tagged ? 1 : 0))

/** Room for so many prefixes, all zero. */
export const newLayout = (size: number, length: number, tagged: boolean): PrefixLayout => {
  const buffer = new ArrayBuffer(bytesNeeded(size, length, tagged))
  new Uint32Array(buffer, 0, 4).set([magic, size, length, tagged ? 1 : 0])
  return viewsOf(buffer, size, length, tagged)
}

/**
 * The list that a buffer holds, in place; null when it holds none. Everything is looked at, so that a damaged file is never
 * taken for a shorter list.
 */
export const readLayout = (buffer: ArrayBufferLike): PrefixLayout | null => {
  const layout = openLayout(buffer)
  return layout !== null && isSorted(layout) ? layout : null
}

/** The same without a look at the prefixes, which takes ten milliseconds for millions: of a buffer that was made or read here. */
export const openLayout = (buffer: ArrayBufferLike): PrefixLayout | null => {
  if (buffer.byteLength < headerBytes) return null
  const [word, size, length, tagged, ...rest] = new Uint32Array(buffer, 0, headerBytes / 4)
  if (word !== magic || size === undefined || length === undefined || tagged === undefined) return null
  if (!isPrefixSize(size) || length > prefixListEntriesMax || tagged > 1 || rest.some((zero) => zero !== 0)) return null
  return buffer.byteLength === bytesNeeded(size, length, tagged === 1)
    ? viewsOf(buffer, size, length, tagged === 1)
    : null
}

const viewsOf = (buffer: ArrayBufferLike, size: number, length: number, tagged: boolean): PrefixLayout => {
  const lowsAt = headerBytes + startsCount * 4
  const tailsAt = lowsAt + length * 2
  const tagsAt = tailsAt + length * (size - 4)
  return {
    buffer,
    size,
    length,
    starts: new Uint32Array(buffer, headerBytes, startsCount),
    lows: new Uint16Array(buffer, lowsAt, length),
    tails: new Uint8Array(buffer, tailsAt, length * (size - 4)),
    tags: new Uint8Array(buffer, tagsAt, tagged ? length : 0)
  }
}

const isSorted = (layout: PrefixLayout): boolean => {
  const { length, starts } = layout
  if (starts[0] !== 0 || starts[startsCount - 1] !== length) return false
  for (let high = 0; high < startsCount - 1; high++) {
    const from = starts[high]!
    const to = starts[high + 1]!
    if (to < from || to > length) return false
    for (let at = from + 1; at < to; at++) if (compareEntries(layout, at - 1, at) >= 0) return false
  }
  return true
}

/** Two entries with the same upper 16 bits. */
const compareEntries = ({ lows, size, tails }: PrefixLayout, a: number, b: number): number => {
  const difference = lows[a]! - lows[b]!
  if (difference !== 0) return difference
  const width = size - 4
  for (let at = 0; at < width; at++) {
    const further = tails[a * width + at]! - tails[b * width + at]!
    if (further !== 0) return further
  }
  return 0
}
