import { createDecipheriv } from "node:crypto"

const blockBytes = 16

/** Whole blocks; what is left of the last one cannot be decrypted. A key has 16, 24 or 32 bytes. */
export const decryptEcb = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
    .update(bytes.subarray(0, bytes.length - bytes.length % blockBytes))

/** Chained blocks, unchained here: Deno has no `aes-192-cbc`. */
export const decryptCbc = (key: Uint8Array, vector: Uint8Array, bytes: Uint8Array): Uint8Array =>
  decryptEcb(key, bytes).map((byte, at) => byte ^ (at < blockBytes ? vector[at] ?? 0 : bytes[at - blockBytes]!))
