/**
 * Prefixes of SHA-256 digests of one size, concatenated in one byte array: the format in which providers send them and compute
 * their checksums.
 */

/** Limits of Web Risk and Safe Browsing: from 4 bytes to the whole digest. */
export const prefixBytesMin = 4
export const prefixBytesMax = 32

/** The largest lists have about four million prefixes. This many, of 32 bytes each, take 1 GiB. */
export const prefixListEntriesMax = 33_554_432

/** Returns what is wrong with the bytes, or null if they are a whole number of prefixes. */
export const prefixProblem = (bytes: Uint8Array, size: number): "size" | "length" | "too many" | null => {
  if (!isPrefixSize(size)) return "size"
  if (bytes.length % size !== 0) return "length"
  return bytes.length / size > prefixListEntriesMax ? "too many" : null
}

export const isPrefixSize = (size: number): boolean =>
  Number.isInteger(size) && size >= prefixBytesMin && size <= prefixBytesMax

/** Compares bytes lexicographically. Returns a negative number, zero, or a positive number. */
export const compareBytes = (a: Uint8Array, aAt: number, b: Uint8Array, bAt: number, length: number): number => {
  for (let at = 0; at < length; at++) {
    const difference = a[aAt + at]! - b[bAt + at]!
    if (difference !== 0) return difference
  }
  return 0
}

/** Reports whether the prefixes are sorted and unique. */
export const isAscending = (bytes: Uint8Array, size: number): boolean => {
  for (let at = size; at < bytes.length; at += size) {
    if (compareBytes(bytes, at - size, bytes, at, size) >= 0) return false
  }
  return true
}

/** Returns the sorted order of the prefixes as indexes. Stable. */
export const sortedOrder = (bytes: Uint8Array, size: number): Uint32Array => {
  const keys = firstWords(bytes, size)
  const order = byDigit(keys, byDigit(keys, null, 0), 16)
  if (size === prefixBytesMin) return order
  for (let from = 0, to = 1; to <= order.length; to++) {
    if (to < order.length && keys[order[to]!] === keys[order[from]!]) continue
    if (to - from > 1) sortTies(bytes, size, order.subarray(from, to))
    from = to
  }
  return order
}

const firstWords = (bytes: Uint8Array, size: number): Uint32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words = new Uint32Array(bytes.length / size)
  for (let at = 0; at < words.length; at++) words[at] = view.getUint32(at * size)
  return words
}

/** One pass of a stable radix sort on 16 bits. Linear for any input. */
const byDigit = (keys: Uint32Array, order: Uint32Array | null, shift: number): Uint32Array => {
  const places = new Uint32Array(65_537)
  for (let at = 0; at < keys.length; at++) places[((keys[at]! >>> shift) & 0xffff) + 1]!++
  for (let digit = 0; digit < 65_536; digit++) places[digit + 1]! += places[digit]!
  const sorted = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at++) {
    const entry = order === null ? at : order[at]!
    sorted[places[(keys[entry]! >>> shift) & 0xffff]!++] = entry
  }
  return sorted
}

const sortTies = (bytes: Uint8Array, size: number, entries: Uint32Array): void => {
  entries.sort((a, b) => compareBytes(bytes, a * size, bytes, b * size, size) || a - b)
}
