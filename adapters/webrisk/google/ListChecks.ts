import { createHash } from "node:crypto"
import type { PrefixIndex } from "../../../core/threats/prefixes/PrefixIndex.ts"
import { sortedPieces } from "../../../core/threats/prefixes/SortedRuns.ts"

/** Below so many entries a list may shrink as it will. */
export const shrinkEntriesMin = 1_000
/** A list that shrinks to less of its entries than this share is suspicious. */
export const shrinkShareMin = 0.5

/** SHA-256 over all prefixes in their order, which the vendor takes as well. */
export const checksumOf = (index: PrefixIndex): Uint8Array => {
  const sum = createHash("sha256")
  for (const piece of sortedPieces(index)) sum.update(piece)
  return sum.digest()
}

/**
 * Whether a list that the vendor stands by, checksum and all, could still be a mistake of theirs: one that is empty, as none
 * of theirs ever is, or one that lost more than half of many entries at once. To believe that would be to call safe what was
 * dangerous a minute ago, so it is believed only when the vendor says so again and again
 * (`suspicionsMax`). One that was believed to be empty may stay so.
 *
 * @param entriesBefore null when there is no list yet
 */
export const isSuspicious = (entriesBefore: number | null, entries: number): boolean =>
  entriesBefore !== 0 &&
  (entries === 0 ||
    (entriesBefore !== null && entriesBefore >= shrinkEntriesMin && entries < entriesBefore * shrinkShareMin))
