import { createDecipheriv } from "node:crypto"

/** Encrypts or decrypts with RC4. Old documents use RC4, which OpenSSL 3 no longer provides. */
export const rc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at)
  for (let at = 0, other = 0; at < 256; at++) {
    const value = state[at]!
    other = (other + value + key[at % key.length]!) & 0xff
    state[at] = state[other]!
    state[other] = value
  }
  const out = new Uint8Array(bytes.length)
  for (let at = 0, first = 0, second = 0; at < bytes.length; at++) {
    first = (first + 1) & 0xff
    const value = state[first]!
    second = (second + value) & 0xff
    state[first] = state[second]!
    state[second] = value
    out[at] = bytes[at]! ^ state[(state[first]! + value) & 0xff]!
  }
  return out
}

const blockBytes = 16

/** Decrypts whole blocks with AES-ECB; ignores an incomplete last block. The key has 16, 24 or 32 bytes. */
export const decryptEcb = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
    .update(bytes.subarray(0, bytes.length - bytes.length % blockBytes))

/** Decrypts AES-CBC by means of AES-ECB, because Deno does not support `aes-192-cbc`. */
export const decryptCbc = (key: Uint8Array, vector: Uint8Array, bytes: Uint8Array): Uint8Array =>
  decryptEcb(key, bytes).map((byte, at) => byte ^ (at < blockBytes ? vector[at] ?? 0 : bytes[at - blockBytes]!))
