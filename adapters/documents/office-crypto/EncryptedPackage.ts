import { createHash } from "node:crypto"
import type { CompoundFile } from "../compound/CompoundFile.ts"
import type { Budget } from "../reading/Budget.ts"
import { uint16, uint32 } from "../reading/Numbers.ts"
import { decryptAgile } from "./AgileEncryption.ts"
import { decryptEcb } from "./Ciphers.ts"
import { decryptBlocks, deriveRc4BlockKeys } from "./OfficeRc4.ts"
import { encodePassword, excelDefaultPassword, iterateHash } from "./Passwords.ts"

/** A package decrypted with the default password. */
export interface DecryptedPackage {
  readonly opened: "default password"
  readonly bytes: Uint8Array
}

/**
 * Decrypts an OOXML document (MS-OFFCRYPTO 2.3.4) with the password that Office tries before it prompts. Returns
 * `locked` if the password is wrong or the encryption is unsupported. Null if there is no encrypted package.
 */
export const openEncryptedPackage = (file: CompoundFile, budget: Budget): DecryptedPackage | "locked" | null =>
  openPackageWith(excelDefaultPassword, file, budget)

/** Decrypts a document in the same way as `openEncryptedPackage`, but with the given password. */
export const openPackageWith = (
  password: string,
  file: CompoundFile,
  budget: Budget
): DecryptedPackage | "locked" | null => {
  const entry = file.find("EncryptedPackage")
  if (entry === undefined || entry.type !== "stream") return null
  const info = file.find("EncryptionInfo")
  if (info === undefined || info.type !== "stream") return "locked"
  const decrypt = openInfo(file.read(info), password, budget)
  if (decrypt === null) return "locked"
  const stored = file.read(entry)
  const bytes = decrypt(stored.subarray(8))
  const size = uint32(stored, 0) + uint32(stored, 4) * 2 ** 32
  return { opened: "default password", bytes: bytes.subarray(0, Math.min(size, bytes.length)) }
}

/**
 * Selects the encryption scheme by the version in the `EncryptionInfo` stream (MS-OFFCRYPTO 2.3.4.5 and 2.3.4.10).
 * Extensible encryption (2.3.4.6) is vendor-specific and unsupported.
 */
const openInfo = (
  info: Uint8Array,
  password: string,
  budget: Budget
): ((bytes: Uint8Array) => Uint8Array) | null => {
  const [major, minor] = [uint16(info, 0), uint16(info, 2)]
  if (minor === 4 && major === 4) return decryptAgile(info.subarray(8), password, budget)
  if (minor === 2 && major >= 2 && major <= 4) return openStandard(info, password)
  return null
}

/** EncryptionHeader flag for AES (MS-OFFCRYPTO 2.3.1). */
const usesAes = 0x20
/** Key sizes in bits by algorithm ID (MS-OFFCRYPTO 2.3.2). */
const aesKeyBits: Readonly<Record<number, number>> = { 0x660e: 128, 0x660f: 192, 0x6610: 256 }
/** Number of password hash iterations (MS-OFFCRYPTO 2.3.4.7). */
const rounds = 50_000
/** Size in bytes of the blocks of a package that uses RC4. Each block has its own key. */
const rc4BlockBytes = 512

/**
 * Returns a function that decrypts a package with standard encryption. Null for a wrong password or an unsupported
 * algorithm. Standard encryption uses AES in ECB mode, or RC4 if the header specifies it (MS-OFFCRYPTO 2.3.4.5 and
 * following).
 *
 * @param info the whole `EncryptionInfo` stream
 */
const openStandard = (info: Uint8Array, password: string): ((bytes: Uint8Array) => Uint8Array) | null => {
  const headerBytes = uint32(info, 8)
  const header = info.subarray(12, 12 + headerBytes)
  if (header.length < headerBytes || headerBytes < 20) return null
  if ((uint32(header, 0) & usesAes) === 0) {
    const keys = deriveRc4BlockKeys(info, password)
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

/** Derives the key (MS-OFFCRYPTO 2.3.4.7). */
const standardKey = (salt: Uint8Array, password: string, keyBytes: number): Uint8Array => {
  const first = sha1(salt, encodePassword(password))
  const hash = sha1(iterateHash("sha1", first, rounds, () => true) ?? first, new Uint8Array(4))
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
