import { hash } from "node:crypto"

/** Rounds between two looks at the time. */
const roundsBetween = 4_096

/**
 * A hash of the number of the round and the hash before, round after round: what makes passwords slow to guess (MS-OFFCRYPTO
 * 2.3.4.7 and 2.3.4.11). Null where it was not to go on.
 */
export const spunHash = (
  name: string,
  first: Uint8Array,
  rounds: number,
  mayGoOn: () => boolean
): Uint8Array | null => {
  // Hashes of one kind are all of one length.
  const block = new Uint8Array(4 + first.length)
  const view = new DataView(block.buffer)
  block.set(first, 4)
  for (let round = 0; round < rounds; round++) {
    if (round % roundsBetween === 0 && !mayGoOn()) return null
    view.setUint32(0, round, true)
    block.set(hash(name, block, "buffer"), 4)
  }
  return block.slice(4)
}
