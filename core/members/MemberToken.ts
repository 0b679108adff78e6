import { Effect } from "effect"
import { Base64Url } from "effect/encoding"
import { Secrets } from "../kernel/Secrets.ts"

/**
 * Number of random bytes in the token of a session cookie or a link: 256 bits. OWASP ASVS 5.0, 7.2.3 requires 128 bits.
 */
export const tokenBytes = 32
const form = /^[A-Za-z0-9_-]{43}$/

/** Creates a token and its digest. Only the digest is stored. */
export const makeToken = Effect.map(Secrets, ({ randomBytes, sha256Hex }) => {
  const token = Base64Url.encode(randomBytes(tokenBytes))
  return { token, digest: sha256Hex(token) }
})

/** Returns the digest of a token, or null if the token is malformed. */
export const digestOfToken = (token: string): Effect.Effect<string | null, never, Secrets> =>
  Effect.map(Secrets, ({ sha256Hex }) => form.test(token) ? sha256Hex(token) : null)
