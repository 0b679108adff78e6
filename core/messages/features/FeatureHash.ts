/** Base-2 logarithm of the number of hash buckets. */
export const bucketBits = 18

/** Number of hash buckets for features: 2^18, enough for messages according to measurements. */
export const bucketCount = 1 << bucketBits

/** Initial hash of each feature family, so that a word and the same letters within a word differ. */
export const seeds = {
  word: 0x811c9dc5,
  pair: 0x2c9277b5,
  letters: 0x5bd1e995,
  unspaced: 0x1b873593,
  shape: 0x7feb352d
} as const

/** One step of FNV-1a, over a UTF-16 code unit instead of a byte. */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** Returns the bucket of a hash: MurmurHash3's finalizer, then the upper bits. */
export const bucketOf = (hash: number): number => {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return mixed >>> (32 - bucketBits)
}

/** All zero between two uses. */
let bits: Uint32Array | null = null

/**
 * Returns a shared bit set with one bit per bucket, for deduplication. It is shared because a single one fits into the CPU cache
 * and clearing used bits costs less than allocating. Callers must clear the bits that they set, before any other use.
 */
export const seenBuckets = (): Uint32Array => {
  bits ??= new Uint32Array(bucketCount / 32)
  return bits
}

/** Clears the bits of the given buckets. */
export const clearSeen = (seen: Uint32Array, buckets: Uint32Array, from: number, to: number): void => {
  for (let at = from; at < to; at++) seen[buckets[at]! >>> 5] = 0
}
