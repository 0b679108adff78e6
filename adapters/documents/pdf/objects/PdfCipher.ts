import { createCipheriv, createDecipheriv, createHash } from "node:crypto"
import { rc4 } from "../../office-crypto/Ciphers.ts"
import type { PdfObject } from "./PdfObjects.ts"
import { nameOf, PdfDictionary, PdfString, type PdfValue } from "./PdfValue.ts"

/** Decrypts the strings and streams of objects. */
export interface PdfCipher {
  readonly decryptString: (bytes: Uint8Array, number: number, generation: number) => Uint8Array
  readonly decryptStream: (bytes: Uint8Array, number: number, generation: number) => Uint8Array
  /** True if metadata is not encrypted. */
  readonly leavesMetadata: boolean
}

type Method = "none" | "rc4" | "aes128" | "aes256"

/** Password padding (ISO 32000-2, section 7.6.4.3.2). */
const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex")

/**
 * Opens a file with the standard security handler and the empty user password. Returns null if the password does not
 * match or the handler is unsupported. Every viewer tries the empty password before it asks for a password.
 *
 * Source: ISO 32000-2, section 7.6.4, and PDF 1.7 extension level 3 for revision 5.
 *
 * @param encrypt the Encrypt dictionary, with references resolved
 * @param id the first file identifier
 */
export const openCipher = (
  encrypt: PdfDictionary,
  id: Uint8Array,
  resolve: (value: PdfValue | undefined) => PdfValue
): PdfCipher | null => {
  if (nameOf(resolve(encrypt.get("Filter"))) !== "Standard") return null
  const [version, revision] = [numberOf(resolve(encrypt.get("V"))), numberOf(resolve(encrypt.get("R")))]
  const [owner, user] = [stringOf(resolve(encrypt.get("O"))), stringOf(resolve(encrypt.get("U")))]
  const leavesMetadata = resolve(encrypt.get("EncryptMetadata")) === false
  const key = revision >= 5
    ? fileKeyOfRevision5(user, stringOf(resolve(encrypt.get("UE"))), revision)
    : fileKeyOfRevision2({
      owner,
      user,
      id,
      permissions: numberOf(resolve(encrypt.get("P"))),
      bytes: version === 1 ? 5 : keyBytes(resolve(encrypt.get("Length")), version),
      revision,
      leavesMetadata
    })
  if (key === null) return null
  const method = (kind: "StmF" | "StrF") => version >= 4 ? methodOf(encrypt, kind, resolve) : "rc4"
  const [streams, strings] = [method("StmF"), method("StrF")]
  return {
    decryptStream: (bytes, number, generation) => decrypt(streams, key, bytes, number, generation),
    decryptString: (bytes, number, generation) => decrypt(strings, key, bytes, number, generation),
    leavesMetadata
  }
}

const keyBytes = (length: PdfValue, version: number): number => {
  if (version >= 4) return 16
  const bits = typeof length === "number" ? length : 40
  return Math.min(16, Math.max(5, Math.trunc(bits / 8)))
}

const methodOf = (
  encrypt: PdfDictionary,
  kind: "StmF" | "StrF",
  resolve: (value: PdfValue | undefined) => PdfValue
): Method => {
  const filter = nameOf(resolve(encrypt.get(kind))) ?? "Identity"
  const filters = resolve(encrypt.get("CF"))
  const crypt = filters instanceof PdfDictionary ? resolve(filters.get(filter)) : null
  switch (crypt instanceof PdfDictionary ? nameOf(resolve(crypt.get("CFM"))) : null) {
    case "V2":
      return "rc4"
    case "AESV2":
      return "aes128"
    case "AESV3":
      return "aes256"
    default:
      return "none"
  }
}

const decrypt = (method: Method, key: Buffer, bytes: Uint8Array, number: number, generation: number): Uint8Array => {
  switch (method) {
    case "none":
      return bytes
    case "rc4":
      return rc4(objectKey(key, number, generation, false), bytes)
    case "aes128":
      return aes(objectKey(key, number, generation, true), bytes)
    case "aes256":
      return aes(key, bytes)
  }
}

/** Returns the key of an object (ISO 32000-2, section 7.6.3.3, algorithm 1). */
const objectKey = (key: Buffer, number: number, generation: number, isAes: boolean): Buffer => {
  const salt = Buffer.from([
    number & 0xff,
    number >>> 8 & 0xff,
    number >>> 16 & 0xff,
    generation & 0xff,
    generation >>> 8 & 0xff
  ])
  return md5(key, salt, isAes ? Buffer.from("sAlT") : Buffer.alloc(0)).subarray(0, Math.min(16, key.length + 5))
}

/**
 * Decrypts AES in CBC mode. The first block is the initialization vector. Invalid padding is left in place, because it
 * can be an error of the writer.
 */
const aes = (key: Buffer, bytes: Uint8Array): Uint8Array => {
  const blocks = Math.floor((bytes.length - 16) / 16)
  if (blocks < 1) return new Uint8Array(0)
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, bytes.subarray(0, 16)).setAutoPadding(false)
  const out = decipher.update(bytes.subarray(16, 16 + blocks * 16))
  const last = out.at(-1)!
  return last >= 1 && last <= 16 ? out.subarray(0, out.length - last) : out
}

interface Revision2 {
  readonly owner: Buffer
  readonly user: Buffer
  readonly id: Uint8Array
  readonly permissions: number
  readonly bytes: number
  readonly revision: number
  readonly leavesMetadata: boolean
}

/**
 * Returns the file key up to revision 4, or null if the empty password does not match.
 *
 * Source: ISO 32000-2, section 7.6.4.3.2, algorithms 2, 4 and 5.
 */
const fileKeyOfRevision2 = (
  { bytes, id, leavesMetadata, owner, permissions, revision, user }: Revision2
): Buffer | null => {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const marks = revision >= 4 && leavesMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(padding, owner.subarray(0, 32), flags, id, marks)
  if (revision >= 3) { for (let round = 0; round < 50; round++) key = md5(key.subarray(0, bytes)) }
  key = key.subarray(0, bytes)
  if (revision < 3) return user.subarray(0, 32).equals(rc4(key, padding)) ? key : null
  let proof: Uint8Array = rc4(key, md5(padding, id))
  for (let round = 1; round < 20; round++) proof = rc4(key.map((byte) => byte ^ round), proof)
  return user.subarray(0, 16).equals(proof) ? key : null
}

/**
 * Returns the file key from revision 5 on, or null if the empty password does not match. The user salts follow the
 * digest.
 *
 * Source: ISO 32000-2, section 7.6.4.3.3, algorithm 2.A.
 */
const fileKeyOfRevision5 = (user: Buffer, encryptedKey: Buffer, revision: number): Buffer | null => {
  if (user.length < 48 || encryptedKey.length < 32) return null
  const hash = revision === 5 ? (salt: Buffer) => sha(256, salt) : hashOfRevision6
  if (!user.subarray(0, 32).equals(hash(user.subarray(32, 40)))) return null
  return createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false)
    .update(encryptedKey.subarray(0, 32))
}

/** Returns the hash of the empty password (ISO 32000-2, section 7.6.4.3.4, algorithm 2.B). */
const hashOfRevision6 = (salt: Buffer): Buffer => {
  let key = sha(256, salt)
  for (let round = 0;; round++) {
    const input = Buffer.concat(Array.from({ length: 64 }, () => key))
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(input)
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted)
    if (round >= 63 && encrypted.at(-1)! <= round - 31) return key.subarray(0, 32)
  }
}

const md5 = (...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const hash = createHash("md5")
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const sha = (bits: 256 | 384 | 512, bytes: Uint8Array): Buffer => createHash(`sha${bits}`).update(bytes).digest()

const numberOf = (value: PdfValue): number => typeof value === "number" ? value : 0

const stringOf = (value: PdfValue): Buffer => value instanceof PdfString ? Buffer.from(value.bytes) : Buffer.alloc(0)

/**
 * Returns an object with decrypted strings.
 *
 * @param encrypt encryption dictionary of the file, which is not encrypted
 */
export const decryptStrings = (object: PdfObject, encrypt: PdfValue, cipher: PdfCipher): PdfObject => {
  // The encryption dictionary and cross-reference streams are not encrypted (ISO 32000-2, section 7.5.8.2).
  const { value } = object
  const isClear = value === encrypt || value instanceof PdfDictionary && nameOf(value.get("Type")) === "XRef"
  return isClear ? object : { ...object, value: decryptValue(value, object, cipher) }
}

const decryptValue = (value: PdfValue, object: PdfObject, cipher: PdfCipher): PdfValue => {
  if (value instanceof PdfString) {
    return new PdfString(cipher.decryptString(value.bytes, object.number, object.generation))
  }
  if (Array.isArray(value)) return value.map((one) => decryptValue(one, object, cipher))
  return value instanceof PdfDictionary ? value.map((one) => decryptValue(one, object, cipher)) : value
}
