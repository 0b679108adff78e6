import { createHash } from "node:crypto"
import { uint32 } from "../reading/LittleEndian.ts"
import { decryptEcb } from "./Aes.ts"
import { passwordBytes } from "./DefaultPassword.ts"
import { decryptBlocks, openRc4 } from "./OfficeRc4.ts"
import { spunHash } from "./SpunHash.ts"

/** EncryptionHeader flags (MS-OFFCRYPTO 2.3.1). */
const usesAes = 0x20
/** Algorithms (2.3.2) and the bits of their keys. */
const aesKeyBits: Readonly<Record<number, number>> = { 0x660e: 128, 0x660f: 192, 0x6610: 256 }
/** 2.3.4.7: how often the password is hashed. */
const rounds = 50_000
/** Bytes with one key where RC4 is used for a package. */
const rc4BlockBytes = 512

/**
 * Standard encryption (2.3.4.5 and following): AES without chaining, and RC4 where the header says so; null where the password
 * is another, or the algorithm.
 *
 * @param info the whole stream, which begins with its version
 */
export const openStandard = (info: Uint8Array, password: string): ((bytes: Uint8Array) => Uint8Array) | null => {
  const headerBytes = uint32(info, 8)
  const header = info.subarray(12, 12 + headerBytes)
  if (header.length < headerBytes || headerBytes < 20) return null
  if ((uint32(header, 0) & usesAes) === 0) {
    const keys = openRc4(info, password)
    return keys === null ? null : (bytes) => decryptBlocks(keys, bytes, rc4BlockBytes)
  }
  const keyBits = aesKeyBits[uint32(header, 8)] ?? uint32(header, 16)
  if (keyBits !== 128 && keyBits !== 192 && keyBits !== 256) return null
  const verifier = info.subarray(12 + headerBytes)
  if (verifier.length < 72) return null
  const key = standardKey(verifier.subarray(4, 20), password, keyBits / 8)
  const proof = sha1(decryptEcb(key, verifier.subarray(20, 36)))
  const stored = decryptEcb(key, verifier.subarray(40, 72))
  return proof.every((byte, at) => byte === stored[at]) ? (bytes) => decryptEcb(key, bytes) : null
}

/** 2.3.4.7. */
export const standardKey = (salt: Uint8Array, password: string, keyBytes: number): Uint8Array => {
  const first = sha1(salt, passwordBytes(password))
  const hash = sha1(spunHash("sha1", first, rounds, () => true) ?? first, new Uint8Array(4))
  const mixed = (fill: number): Uint8Array => {
    const block = new Uint8Array(64).fill(fill)
    for (const [at, byte] of hash.entries()) block[at] = fill ^ byte
    return sha1(block)
  }
  const key = new Uint8Array(40)
  key.set(mixed(0x36))
  key.set(mixed(0x5c), 20)
  return key.slice(0, keyBytes)
}

const sha1 = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const hash = createHash("sha1")
  for (const part of parts) hash.update(part)
  return hash.digest()
}
