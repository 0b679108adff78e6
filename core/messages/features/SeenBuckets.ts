import { bucketCount } from "./FeatureHash.ts"

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
