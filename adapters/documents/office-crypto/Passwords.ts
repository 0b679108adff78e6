import { hash } from "node:crypto"

/** What Excel tries before it asks, and saves with when a workbook is protected without a password (MS-XLS 2.2.9). */
export const excelDefaultPassword = "VelvetSweatshop"

/** As every scheme but XOR obfuscation takes it: UTF-16, the lower byte first. */
export const passwordBytes = (password: string): Uint8Array => {
  const bytes = new Uint8Array(password.length * 2)
  for (let at = 0; at < password.length; at++) {
    const code = password.charCodeAt(at)
    bytes[at * 2] = code & 0xff
    bytes[at * 2 + 1] = code >>> 8
  }
  return bytes
}

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
