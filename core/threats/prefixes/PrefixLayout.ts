import { isPrefixSize, prefixListEntriesMax } from "./PrefixBytes.ts"

/**
 * Sorted list of prefixes in one buffer, which can be sent between threads and written to files unchanged. The upper 16
 * bits of a prefix are not stored, because they are the index in `starts`. Four million prefixes of 4 bytes take 8.3
 * MB.
 */
export interface PrefixLayout {
  readonly buffer: ArrayBufferLike
  readonly size: number
  readonly length: number
  /**
   * Index of the first prefix for each value of the upper 16 bits. There are 65,537 elements; the last one is the
   * number of prefixes.
   */
  readonly starts: Uint32Array
  /** Lower 16 bits of the first four bytes of each prefix. */
  readonly lows: Uint16Array
  /** Bytes of each prefix after its first four: `size - 4` per prefix. */
  readonly tails: Uint8Array
  /** One byte per prefix, in which feeds store the threat type and the scope. Empty for a list without tags. */
  readonly tags: Uint8Array
}

const headerBytes = 32
const startsCount = 65_537
/**
 * Magic number. It is written in native byte order, so that buffers from machines with another byte order are rejected.
 */
const magic = 0x31_46_50_47

const bytesNeeded = (size: number, length: number, tagged: boolean): number =>
  headerBytes + startsCount * 4 + length * (2 + size - 4 + (tagged ? 1 : 0))

/** Allocates a layout filled with zeros. */
export const newLayout = (size: number, length: number, tagged: boolean): PrefixLayout => {
  const buffer = new ArrayBuffer(bytesNeeded(size, length, tagged))
  new Uint32Array(buffer, 0, 4).set([magic, size, length, tagged ? 1 : 0])
  return viewsOf(buffer, size, length, tagged)
}

/**
 * Opens a layout in place. Returns null if the buffer is not valid. Checks every prefix, so that a damaged file is
 * never read as a shorter list.
 */
export const readLayout = (buffer: ArrayBufferLike): PrefixLayout | null => {
  const layout = openLayout(buffer)
  return layout !== null && isSorted(layout) ? layout : null
}

/**
 * Opens a layout without checking the prefixes. The check takes 10 ms for millions of prefixes. Use it only for buffers
 * that this program created or validated.
 */
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

/** Compares two entries with the same upper 16 bits. */
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
