import { createCipheriv, createHash } from "node:crypto"
import { rc4 } from "../../../../adapters/documents/office-crypto/Ciphers.ts"
import { bytes, u16, u32, utf16 } from "../excel/MakeWorkbook.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { cryptoApiInfo, cryptoApiKeys } from "./EncryptOle2.ts"

const salt = Uint8Array.from({ length: 16 }, (_, at) => at * 5 + 1)
const verifier = Uint8Array.from({ length: 16 }, (_, at) => 99 - at)

const hash = (name: string, ...parts: ReadonlyArray<Uint8Array>): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest()

const padded = (content: Uint8Array, block = 16): Uint8Array => {
  const filled = new Uint8Array(Math.ceil(content.length / block) * block)
  filled.set(content)
  return filled
}

const fitted = (value: Uint8Array, length: number): Uint8Array => {
  const filled = new Uint8Array(length).fill(0x36)
  filled.set(value.subarray(0, length))
  return filled
}

const file = (info: Uint8Array, size: number, content: Uint8Array): Uint8Array =>
  makeCompoundFile({ EncryptionInfo: info, EncryptedPackage: bytes(u32(size), u32(0), content) })

/** Cache of password hashes. Each hash takes 50,000 rounds. */
const standardHashes = new Map<string, Buffer>()

/** Returns the password hash of standard encryption (MS-OFFCRYPTO 2.3.4.7). */
const standardHash = (password: string): Buffer => {
  let spun = standardHashes.get(password)
  if (spun === undefined) {
    spun = hash("sha1", salt, utf16(password))
    for (let round = 0; round < 50_000; round++) spun = hash("sha1", u32(round), spun)
    standardHashes.set(password, spun)
  }
  return hash("sha1", spun, u32(0))
}

/** Encrypts with standard encryption (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9). */
export const encryptStandard = (content: Uint8Array, password: string, keyBits: 128 | 192 | 256): Uint8Array => {
  const start = standardHash(password)
  const mix = (fill: number): Buffer =>
    hash("sha1", Uint8Array.from({ length: 64 }, (_, at) => fill ^ (start[at] ?? 0)))
  const key = Buffer.concat([mix(0x36), mix(0x5c)]).subarray(0, keyBits / 8)
  const encrypt = (plain: Uint8Array): Uint8Array =>
    createCipheriv(`aes-${keyBits}-ecb`, key, null).setAutoPadding(false).update(padded(plain))
  const algorithm = { 128: 0x660e, 192: 0x660f, 256: 0x6610 }[keyBits]
  const header = bytes(
    u32(0x24),
    u32(0),
    u32(algorithm),
    u32(0x8004),
    u32(keyBits),
    u32(0x18),
    u32(0),
    u32(0),
    utf16("AES\0")
  )
  const proof = bytes(u32(16), salt, encrypt(verifier), u32(20), encrypt(hash("sha1", verifier)))
  const info = bytes(u16(4), u16(2), u32(0x24), u32(header.length), header, proof)
  return file(info, content.length, encrypt(content))
}

export interface AgileOptions {
  readonly hash?: "SHA1" | "SHA256" | "SHA384" | "SHA512"
  readonly keyBits?: 128 | 192 | 256
  readonly spinCount?: number
  /** Spin count that is written instead of the actual spin count. */
  readonly claimedSpinCount?: string
  readonly change?: (xml: string) => string
}

/** Encrypts with agile encryption (MS-OFFCRYPTO 2.3.4.10 to 2.3.4.15). */
export const encryptAgile = (content: Uint8Array, password: string, options: AgileOptions = {}): Uint8Array => {
  const { change = (xml: string) => xml, keyBits = 256, spinCount = 1_000 } = options
  const algorithm = options.hash ?? "SHA512"
  const name = algorithm.toLowerCase()
  let start = hash(name, salt, utf16(password))
  for (let round = 0; round < spinCount; round++) start = hash(name, u32(round), start)
  const cbc = (key: Uint8Array, vector: Uint8Array, plain: Uint8Array): Uint8Array =>
    createCipheriv(`aes-${keyBits}-cbc`, key, vector).setAutoPadding(false).update(padded(plain))
  const purpose = (block: string, plain: Uint8Array): string => {
    const key = fitted(hash(name, start, Buffer.from(block, "hex")), keyBits / 8)
    return Buffer.from(cbc(key, salt, plain)).toString("base64")
  }
  const key = Uint8Array.from({ length: keyBits / 8 }, (_, at) => 255 - at)
  const contentSalt = salt.toReversed()
  const segments: Array<Uint8Array> = []
  for (let at = 0; at < content.length; at += 4_096) {
    const vector = fitted(hash(name, contentSalt, u32(at / 4_096)), 16)
    segments.push(cbc(key, vector, content.subarray(at, at + 4_096)))
  }
  const common =
    `saltSize="16" blockSize="16" keyBits="${keyBits}" hashSize="${hash(name).length}" cipherAlgorithm="AES" ` +
    `cipherChaining="ChainingModeCBC" hashAlgorithm="${algorithm}"`
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
<keyData ${common} saltValue="${Buffer.from(contentSalt).toString("base64")}"/>
<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">
<p:encryptedKey spinCount="${options.claimedSpinCount ?? spinCount}" ${common} saltValue="${
    Buffer.from(salt).toString("base64")
  }" ` +
    `encryptedVerifierHashInput="${purpose("fea7d2763b4b9e79", verifier)}" ` +
    `encryptedVerifierHashValue="${purpose("d7aa0f6d3061344e", hash(name, verifier))}" ` +
    `encryptedKeyValue="${purpose("146e0be7abacd0d6", key)}"/></keyEncryptor></keyEncryptors></encryption>`
  return file(bytes(u16(4), u16(4), u32(0x40), change(xml)), content.length, Buffer.concat(segments))
}

/** Encrypts with RC4 CryptoAPI and a different key for every 512 bytes. */
export const encryptRc4 = (content: Uint8Array, password: string): Uint8Array => {
  const keys = cryptoApiKeys(password, 128)
  const blocks: Array<Uint8Array> = []
  for (let at = 0; at < content.length; at += 512) blocks.push(rc4(keys(at / 512), content.subarray(at, at + 512)))
  return file(cryptoApiInfo(password, 128), content.length, Buffer.concat(blocks))
}
