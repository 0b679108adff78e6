import { createHash } from "node:crypto"
import { rc4 } from "../../../../adapters/documents/office-crypto/Ciphers.ts"
import { biff, bytes, u16, u32, utf16 } from "../excel/MakeWorkbook.ts"

/** Encryption methods for a workbook (MS-XLS 2.4.117). */
export const workbookCiphers = ["xor", "rc4", "cryptoapi 40", "cryptoapi 128"] as const

export type WorkbookCipher = typeof workbookCiphers[number]

const salt = Uint8Array.from({ length: 16 }, (_, at) => at * 7)
const verifier = Uint8Array.from({ length: 16 }, (_, at) => 200 - at)

const hash = (name: string, ...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  createHash(name).update(Buffer.concat(parts)).digest()

type Keys = (block: number) => Uint8Array

/** Derives RC4 keys (MS-OFFCRYPTO 2.3.6.2). */
const plainKeys = (password: string): Keys => {
  const start = hash("md5", utf16(password)).subarray(0, 5)
  const mixed = hash("md5", Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([start, salt])))).subarray(
    0,
    5
  )
  return (block) => hash("md5", mixed, u32(block))
}

/** Derives RC4 CryptoAPI keys (MS-OFFCRYPTO 2.3.5.2). */
const apiKeys = (password: string, keyBytes: number): Keys => {
  const start = hash("sha1", salt, utf16(password))
  return (block) => {
    const key = hash("sha1", start, u32(block)).subarray(0, keyBytes)
    return keyBytes === 5 ? Buffer.concat([key, Buffer.alloc(11)]) : key
  }
}

const proof = (keys: Keys, name: string): readonly [Uint8Array, Uint8Array] => {
  const both = rc4(keys(0), bytes(verifier, hash(name, verifier)))
  return [both.subarray(0, 16), both.subarray(16)]
}

const provider = utf16("Microsoft Enhanced Cryptographic Provider v1.0\0")

/** Builds EncryptionInfo of RC4 CryptoAPI, preceded by its version (MS-OFFCRYPTO 2.3.5.1). */
export const cryptoApiInfo = (password: string, keyBits: number): Uint8Array => {
  const [first, second] = proof(apiKeys(password, keyBits / 8), "sha1")
  const header = bytes(u32(4), u32(0), u32(0x6801), u32(0x8004), u32(keyBits), u32(1), u32(0), u32(0), provider)
  return bytes(u16(2), u16(2), u32(4), u32(header.length), header, u32(16), salt, first, u32(20), second)
}

export const cryptoApiKeys = (password: string, keyBits: number): Keys => apiKeys(password, keyBits / 8)

/**
 * Verifier of the password "VelvetSweatshop", from the msoffcrypto-tool tests. `velvetArray` is from MS-OFFCRYPTO
 * 2.3.7.2.
 */
const velvetVerifier = 0x9a0a
const velvetArray = Buffer.from("876b9ae21ee305621e6996609 86e9404".replace(" ", ""), "hex")

const clear = new Set([0x809, 0x2f, 0xe1])

/** Encrypts everything in a workbook that can be encrypted, and inserts FILEPASS after the first record. */
export const encryptWorkbook = (stream: Uint8Array, cipher: WorkbookCipher, password: string): Uint8Array => {
  const keys = cipher === "rc4" ? plainKeys(password) : apiKeys(password, cipher === "cryptoapi 40" ? 5 : 16)
  const filepass = cipher === "xor"
    ? biff(0x2f, u16(0), u16(0x1234), u16(velvetVerifier))
    : cipher === "rc4"
    ? biff(0x2f, u16(1), u16(1), u16(1), salt, ...proof(keys, "md5"))
    : biff(0x2f, u16(1), cryptoApiInfo(password, cipher === "cryptoapi 40" ? 40 : 128))
  const plain = withFilepass(stream, filepass)
  const blocks = Buffer.concat(
    Array.from({ length: Math.ceil(plain.length / 1_024) }, (_, at) => rc4(keys(at), new Uint8Array(1_024)))
  )
  const out = plain.slice()
  for (let at = 0; at < plain.length;) {
    const [type, size] = [plain[at]! | plain[at + 1]! << 8, plain[at + 2]! | plain[at + 3]! << 8]
    const end = at + 4 + size
    if (!clear.has(type)) {
      for (let byte = at + 4 + (type === 0x85 ? 4 : 0); byte < end; byte++) {
        const rotated = (plain[byte]! << 5 | plain[byte]! >> 3) & 0xff
        out[byte] = cipher === "xor" ? rotated ^ velvetArray[(byte + size) % 16]! : plain[byte]! ^ blocks[byte]!
      }
    }
    at = end
  }
  return out
}

/** Inserts FILEPASS after BOF and adjusts the sheet offsets. */
const withFilepass = (stream: Uint8Array, filepass: Uint8Array): Uint8Array => {
  const first = 4 + (stream[2]! | stream[3]! << 8)
  const moved = stream.slice()
  const view = new DataView(moved.buffer)
  for (let at = 0; at + 4 <= moved.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 0x85) view.setUint32(at + 4, view.getUint32(at + 4, true) + filepass.length, true)
  }
  return bytes(moved.subarray(0, first), filepass, moved.subarray(first))
}

/** Builds a container record (MS-PPT 2.3.1). */
export const record = (type: number, content: Uint8Array): Uint8Array =>
  bytes(u16(0x0f), u16(type), u32(content.length), content)

const atom = (type: number, ...content: ReadonlyArray<Uint8Array>): Uint8Array =>
  bytes(u16(0), u16(type), u32(bytes(...content).length), ...content)

interface EncryptedStream {
  readonly stream: Uint8Array
  readonly editAt: number
}

/**
 * Encrypts each object with a separate key. Objects are numbered from 1. Appends the encryption description (MS-PPT
 * 2.3.3 to 2.3.7).
 */
export const encryptPresentation = (objects: ReadonlyArray<Uint8Array>, password: string): EncryptedStream => {
  const keys = cryptoApiKeys(password, 128)
  const session = record(0x2f14, cryptoApiInfo(password, 128))
  const encrypted = objects.map((object, at) => rc4(keys(at + 1), object))
  const starts = [...objects, session].map((_, at) => bytes(...objects.slice(0, at)).length)
  const stored = bytes(...encrypted, session)
  const count = objects.length + 1
  const directory = atom(0x1772, u32(count << 20 | 1), ...starts.map(u32))
  const edit = atom(0x0ff5, new Uint8Array(12), u32(stored.length), u32(1), u32(4), u32(0), u32(count))
  return { stream: bytes(stored, directory, edit), editAt: stored.length + directory.length }
}
