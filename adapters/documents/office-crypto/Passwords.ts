import { hash } from "node:crypto"

/**
 * Password that Excel tries before it prompts. Excel uses the same password to encrypt workbooks that are protected
 * without a password (MS-XLS 2.2.9).
 */
export const excelDefaultPassword = "VelvetSweatshop"

/** Encodes a password as little-endian UTF-16, for every scheme except XOR obfuscation. */
export const encodePassword = (password: string): Uint8Array => {
  const bytes = new Uint8Array(password.length * 2)
  for (let at = 0; at < password.length; at++) {
    const code = password.charCodeAt(at)
    bytes[at * 2] = code & 0xff
    bytes[at * 2 + 1] = code >>> 8
  }
  return bytes
}

/** Number of iterations between two checks of the time limit. */
const roundsPerCheck = 4_096

/**
 * Repeatedly hashes the iteration number and the previous hash, which slows down password guessing. Returns null as
 * soon as `mayGoOn` returns false. Source: MS-OFFCRYPTO 2.3.4.7 and 2.3.4.11.
 */
export const iterateHash = (
  name: string,
  first: Uint8Array,
  rounds: number,
  mayGoOn: () => boolean
): Uint8Array | null => {
  // One buffer suffices, because all hashes have the same length.
  const block = new Uint8Array(4 + first.length)
  const view = new DataView(block.buffer)
  block.set(first, 4)
  for (let round = 0; round < rounds; round++) {
    if (round % roundsPerCheck === 0 && !mayGoOn()) return null
    view.setUint32(0, round, true)
    block.set(hash(name, block, "buffer"), 4)
  }
  return block.slice(4)
}
