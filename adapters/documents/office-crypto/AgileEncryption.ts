import { createHash } from "node:crypto"
import { SaxesParser } from "saxes"
import type { Budget } from "../reading/Budget.ts"
import { decryptCbc } from "./Ciphers.ts"
import { encodePassword, iterateHash } from "./Passwords.ts"

/** Maximum number of password hash iterations, as in MS-OFFCRYPTO 2.3.4.10. */
export const spinCountMax = 10_000_000
/** Maximum duration of the iterations, in milliseconds. */
export const spinMillisMax = 2_000
/** Maximum size of the encryption description, in bytes. */
export const agileXmlBytesMax = 65_536
/** Maximum size of a salt or key in the description, in bytes. */
export const agileValueBytesMax = 1_024

/** Size in bytes of a segment. Each segment has a separate initialization vector (MS-OFFCRYPTO 2.3.4.15). */
const segmentBytes = 4_096

/**
 * Block keys that decrypt the verifier, its hash, and the key. Each is mixed with the password hash (MS-OFFCRYPTO
 * 2.3.4.11 and 2.3.4.13).
 */
const purposes = {
  verifier: Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79),
  verifierHash: Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e),
  key: Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6)
} as const

const hashNames: Readonly<Record<string, string>> = {
  SHA1: "sha1",
  "SHA-1": "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512"
}

/** Parameters that CT_KeyData and CT_KeyEncryptor have in common (MS-OFFCRYPTO 2.3.4.10). */
interface Cipher {
  readonly salt: Uint8Array
  readonly blockBytes: number
  readonly keyBytes: number
  readonly hash: string
}

interface PasswordCipher extends Cipher {
  readonly spinCount: number
  readonly verifier: Uint8Array
  readonly verifierHash: Uint8Array
  readonly key: Uint8Array
}

/**
 * Returns a function that decrypts a package with agile encryption. Null for a wrong password, an unsupported
 * algorithm, or an exceeded time limit. Agile encryption uses AES in CBC mode (MS-OFFCRYPTO 2.3.4.10 and following).
 *
 * @param xml the encryption description
 */
export const decryptAgile = (
  xml: Uint8Array,
  password: string,
  budget: Budget
): ((bytes: Uint8Array) => Uint8Array) | null => {
  const { content, encryptors } = readDescription(xml)
  if (content === null) return null
  for (const encryptor of encryptors) {
    const key = contentKey(encryptor, password, budget)
    if (key !== null && key.length >= content.keyBytes) {
      return (bytes) => decryptSegments(content, key.subarray(0, content.keyBytes), bytes)
    }
  }
  return null
}

/** Decrypts the content key (MS-OFFCRYPTO 2.3.4.11); null for a wrong password or an exceeded time limit. */
const contentKey = (cipher: PasswordCipher, password: string, budget: Budget): Uint8Array | null => {
  const hash = hashPassword(cipher, password, budget)
  if (hash === null) return null
  const open = (purpose: Uint8Array, value: Uint8Array): Uint8Array => {
    const key = fitLength(digest(cipher.hash, hash, purpose), cipher.keyBytes)
    return decryptCbc(key, fitLength(cipher.salt, cipher.blockBytes), value)
  }
  const proof = digest(cipher.hash, open(purposes.verifier, cipher.verifier))
  const stored = open(purposes.verifierHash, cipher.verifierHash)
  if (stored.length < proof.length || proof.some((byte, at) => byte !== stored[at])) return null
  return open(purposes.key, cipher.key)
}

const hashPassword = (
  { hash, salt, spinCount }: PasswordCipher,
  password: string,
  budget: Budget
): Uint8Array | null => {
  const until = budget.now() + spinMillisMax
  const first = digest(hash, salt, encodePassword(password))
  return iterateHash(hash, first, spinCount, () => budget.now() <= until && !budget.isLate)
}

/** Decrypts the content segment by segment (MS-OFFCRYPTO 2.3.4.15). */
const decryptSegments = (cipher: Cipher, key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length)
  const number = new Uint8Array(4)
  const view = new DataView(number.buffer)
  for (let segment = 0, at = 0; at < bytes.length; segment++, at += segmentBytes) {
    view.setUint32(0, segment, true)
    const vector = fitLength(digest(cipher.hash, cipher.salt, number), cipher.blockBytes)
    out.set(decryptCbc(key, vector, bytes.subarray(at, at + segmentBytes)), at)
  }
  return out
}

/** Truncates the bytes, or pads them with 0x36 (MS-OFFCRYPTO 2.3.4.11). */
const fitLength = (bytes: Uint8Array, length: number): Uint8Array => {
  if (bytes.length >= length) return bytes.subarray(0, length)
  const filled = new Uint8Array(length).fill(0x36)
  filled.set(bytes)
  return filled
}

const digest = (name: string, ...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

type Attributes = Readonly<Record<string, string>>

/** Parses the encryption description. Continues after XML errors, because missing values are detected later. */
const readDescription = (
  xml: Uint8Array
): { readonly content: Cipher | null; readonly encryptors: ReadonlyArray<PasswordCipher> } => {
  let content: Cipher | null = null
  const encryptors: Array<PasswordCipher> = []
  const parser = new SaxesParser()
  parser.on("error", () => {})
  parser.on("opentag", ({ attributes, name }) => {
    const local = name.slice(name.indexOf(":") + 1)
    if (local === "keyData") content ??= cipherOf(attributes)
    // Reads only the first password encryptor, because each further encryptor would add its hashing time.
    if (local === "encryptedKey" && encryptors.length === 0) {
      const cipher = passwordCipherOf(attributes)
      if (cipher !== null) encryptors.push(cipher)
    }
  })
  parser.write(new TextDecoder().decode(xml.subarray(0, agileXmlBytesMax))).close()
  return { content, encryptors }
}

const cipherOf = (attributes: Attributes): Cipher | null => {
  const salt = decodeBase64(attributes["saltValue"])
  const hash = hashNames[attributes["hashAlgorithm"] ?? ""]
  const [keyBits, blockBytes] = [Number(attributes["keyBits"]), Number(attributes["blockSize"])]
  const isAes = attributes["cipherAlgorithm"] === "AES" && attributes["cipherChaining"] === "ChainingModeCBC"
  if (!isAes || hash === undefined || salt === null || blockBytes !== 16) return null
  return keyBits === 128 || keyBits === 192 || keyBits === 256
    ? { salt, hash, blockBytes, keyBytes: keyBits / 8 }
    : null
}

const passwordCipherOf = (attributes: Attributes): PasswordCipher | null => {
  const cipher = cipherOf(attributes)
  const spinCount = Number(attributes["spinCount"])
  const verifier = decodeBase64(attributes["encryptedVerifierHashInput"])
  const verifierHash = decodeBase64(attributes["encryptedVerifierHashValue"])
  const key = decodeBase64(attributes["encryptedKeyValue"])
  if (cipher === null || verifier === null || verifierHash === null || key === null) return null
  if (!Number.isInteger(spinCount) || spinCount < 0 || spinCount > spinCountMax) return null
  return { ...cipher, spinCount, verifier, verifierHash, key }
}

/** Decodes Base64; null if the text is missing, empty, invalid or longer than any valid value. */
const decodeBase64 = (text: string | undefined): Uint8Array | null => {
  const letters = text?.replaceAll(/\s/g, "")
  if (letters === undefined || letters.length === 0 || letters.length > agileValueBytesMax * 4 / 3) return null
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(letters) || letters.length % 4 !== 0) return null
  return Uint8Array.from(atob(letters), (char) => char.charCodeAt(0))
}
