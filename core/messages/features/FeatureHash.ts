/** Logarithm to base 2 of the number of buckets that features are hashed to. */
export const bucketBits = 18

/** Buckets that features are hashed to: 2^18, as measured enough for messages. */
export const bucketCount = 1 << bucketBits

/** Where the hash of each family of features begins, so that a word and the same letters within words differ. */
export const seeds = {
  word: 0x811c9dc5,
  pair: 0x2c9277b5,
  letters: 0x5bd1e995,
  unspaced: 0x1b873593,
  shape: 0x7feb352d
} as const

/** One step of FNV-1a, over a UTF-16 code unit in place of a byte. */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** The bucket of a hash: MurmurHash3's finaliser, then the upper bits. */
export const bucketOf = (hash: number): number => {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  mixed ^= mixed >>> 16
  return mixed >>> (32 - bucketBits)
}

/** All of them 0 between two uses. */
let bits: Uint32Array | null = null

/**
 * A bit for each bucket, by which a bucket is taken once. There is one set of them, for it fits into the nearest memory: whoever
 * sets bits clears them, for less than new ones cost, and before anybody else asks.
 */
export const seenBuckets = (): Uint32Array => {
  bits ??= new Uint32Array(bucketCount / 32)
  return bits
}

/** Clears the bits of some buckets. */
export const clearSeen = (seen: Uint32Array, buckets: Uint32Array, from: number, to: number): void => {
  for (let at = from; at < to; at++) seen[buckets[at]! >>> 5] = 0
}
