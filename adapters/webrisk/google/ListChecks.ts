import { createHash } from "node:crypto"
import type { PrefixIndex } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedBlocks } from "../../../core/threats/prefixes/SortedRuns.ts"

/** Minimum number of previous entries for which a loss of entries can be suspicious. */
export const shrinkEntriesMin = 1_000
/** A list that shrinks to less than this share of its entries is suspicious. */
export const shrinkShareMin = 0.5

/** Returns the SHA-256 of all prefixes in order, as the vendor computes it. */
export const checksumOf = (index: PrefixIndex): Uint8Array => {
  const sum = createHash("sha256")
  for (const block of sortedBlocks(index)) sum.update(block)
  return sum.digest()
}

/**
 * Reports whether a list could be a mistake of the vendor despite a valid checksum.
 *
 * A list is suspicious if it is empty, or if it had at least `shrinkEntriesMin` entries and lost more than half of them
 * at once. Accepting it would make recently dangerous URLs safe, so callers accept it only when the vendor repeats it
 * (`suspicionsMax`). If the current list is already empty, an empty list is not suspicious.
 *
 * @param entriesBefore number of entries of the current list; null if there is no list yet
 */
export const isSuspicious = (entriesBefore: number | null, entries: number): boolean =>
  entriesBefore !== 0 &&
  (entries === 0 ||
    (entriesBefore !== null && entriesBefore >= shrinkEntriesMin && entries < entriesBefore * shrinkShareMin))
