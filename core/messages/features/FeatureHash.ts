/** Base-2 logarithm of the number of hash buckets. */
export const bucketBits = 18

/** Number of hash buckets for features: 2^18, which is enough for messages according to measurements. */
export const bucketCount = 1 << bucketBits

/**
 * Initial hash of each feature family. A whole word and equal letters within a word therefore have different hashes.
 */
export const familySeeds = {
  word: 0x811c9dc5,
  pair: 0x2c9277b5,
  letters: 0x5bd1e995,
  unspaced: 0x1b873593,
  shape: 0x7feb352d
} as const

/** Adds a UTF-16 code unit to a hash, as FNV-1a adds a byte. */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** Returns the bucket of a hash. Applies MurmurHash3's finalizer and takes the upper bits. */
export const bucketOf = (hash: number): number => {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return mixed >>> (32 - bucketBits)
}

let bits: Uint32Array | null = null

/**
 * Returns an empty bit set with one bit per bucket, for deduplication. The set is shared, because a single one fits
 * into the CPU cache: clearing its 32 KiB takes less than a microsecond. Each call ends the previous use.
 */
export const clearedBuckets = (): Uint32Array => {
  bits ??= new Uint32Array(bucketCount / 32)
  return bits.fill(0)
}
