/**
 * Functions for prefixes of SHA-256 digests of one size, concatenated in one byte array. Providers send prefixes and
 * compute checksums in this format.
 */

/** Minimum and maximum bytes of a prefix in Web Risk and Safe Browsing. The maximum is the whole digest. */
export const prefixBytesMin = 4
export const prefixBytesMax = 32

/**
 * Maximum prefixes in a list. The largest lists have about four million. The maximum number of prefixes with 32 bytes
 * each takes 1 GiB.
 */
export const prefixListEntriesMax = 33_554_432

/** Returns the problem with the bytes, or null if they are a whole number of prefixes. */
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

/** Returns the indexes of the prefixes in sorted order. The sort is stable. */
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

/** Performs one pass of a stable radix sort on 16 bits. Takes linear time for any input. */
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
