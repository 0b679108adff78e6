import { createHash } from "node:crypto"
import { uint16, uint32 } from "../reading/Numbers.ts"
import { rc4 } from "./Ciphers.ts"
import { encodePassword } from "./Passwords.ts"

/** Function that returns the key of the block with a given number. */
export type BlockKeyFunction = (block: number) => Uint8Array

/**
 * Returns the block keys for an RC4 encryption header (MS-OFFCRYPTO 2.3.6.1) or RC4 CryptoAPI header (2.3.5.1). Null
 * for another scheme or a wrong password.
 *
 * @param header bytes that start with the version of the header
 */
export const deriveRc4BlockKeys = (header: Uint8Array, password: string): BlockKeyFunction | null => {
  const [major, minor] = [uint16(header, 0), uint16(header, 2)]
  if (major === 1 && minor === 1) return openPlainRc4(header.subarray(4), password)
  if (minor === 2 && major >= 2 && major <= 4) return openCryptoApi(header.subarray(4), password)
  return null
}

/** Checks the password with the salt, the verifier and the verifier's hash, 16 bytes each (MS-OFFCRYPTO 2.3.6.1). */
const openPlainRc4 = (header: Uint8Array, password: string): BlockKeyFunction | null => {
  if (header.length < 48) return null
  const keys = derivePlainRc4Keys(header.subarray(0, 16), password)
  const opened = rc4(keys(0), header.subarray(16, 48))
  return isEqual(hash("md5", opened.subarray(0, 16)), opened.subarray(16)) ? keys : null
}

/** Derives the block keys (MS-OFFCRYPTO 2.3.6.2). */
export const derivePlainRc4Keys = (salt: Uint8Array, password: string): BlockKeyFunction => {
  const start = hash("md5", encodePassword(password)).subarray(0, 5)
  const parts = Array.from({ length: 32 }, (_, at) => at % 2 === 0 ? start : salt)
  const truncated = hash("md5", ...parts).subarray(0, 5)
  return (block) => hash("md5", truncated, number(block))
}

/** EncryptionHeader flag (MS-OFFCRYPTO 2.3.1) for AES, which rules out RC4. */
const usesAes = 0x20
/** The only RC4 algorithm ID (MS-OFFCRYPTO 2.3.2). */
const rc4Algorithm = 0x6801

const openCryptoApi = (bytes: Uint8Array, password: string): BlockKeyFunction | null => {
  const headerBytes = uint32(bytes, 4)
  const header = bytes.subarray(8, 8 + headerBytes)
  if (header.length < headerBytes || headerBytes < 20) return null
  const algorithm = uint32(header, 8)
  if ((uint32(header, 0) & usesAes) !== 0 || algorithm !== 0 && algorithm !== rc4Algorithm) return null
  const verifier = bytes.subarray(8 + headerBytes)
  if (verifier.length < 60) return null
  const keys = deriveCryptoApiKeys(verifier.subarray(4, 20), password, uint32(header, 16))
  const opened = rc4(keys(0), Uint8Array.of(...verifier.subarray(20, 36), ...verifier.subarray(40, 60)))
  return isEqual(hash("sha1", opened.subarray(0, 16)), opened.subarray(16)) ? keys : null
}

/** Derives the block keys (MS-OFFCRYPTO 2.3.5.2). A 40-bit key is padded with zeros. */
export const deriveCryptoApiKeys = (salt: Uint8Array, password: string, keyBits: number): BlockKeyFunction => {
  const start = hash("sha1", salt, encodePassword(password))
  const keyBytes = Math.min(16, Math.max(5, (keyBits === 0 ? 40 : keyBits) >> 3))
  return (block) => {
    const key = new Uint8Array(keyBytes === 5 ? 16 : keyBytes)
    key.set(hash("sha1", start, number(block)).subarray(0, keyBytes))
    return key
  }
}

/** Decrypts blocks of `blockBytes` bytes, each with its own key. */
export const decryptBlocks = (keys: BlockKeyFunction, bytes: Uint8Array, blockBytes: number): Uint8Array => {
  const out = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += blockBytes) {
    out.set(rc4(keys(at / blockBytes), bytes.subarray(at, at + blockBytes)), at)
  }
  return out
}

const hash = (name: "md5" | "sha1", ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const number = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, value >>> 8 & 0xff, value >>> 16 & 0xff, value >>> 24 & 0xff)

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
