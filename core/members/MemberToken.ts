import { Effect } from "effect"
import { Base64Url } from "effect/encoding"
import { Secrets } from "../kernel/Secrets.ts"

/** Of a session's cookie and of a link's fragment: 256 random bits (OWASP ASVS 5.0, 7.2.3 asks for 128). */
export const tokenBytes = 32
const form = /^[A-Za-z0-9_-]{43}$/

/** A token, and its digest, which is all that is stored. */
export const makeToken = Effect.map(Secrets, ({ randomBytes, sha256Hex }) => {
  const token = Base64Url.encode(randomBytes(tokenBytes))
  return { token, digest: sha256Hex(token) }
})

/** Null for what cannot be a token: nothing is asked of the database then. */
export const digestOfToken = (token: string): Effect.Effect<string | null, never, Secrets> =>
  Effect.map(Secrets, ({ sha256Hex }) => form.test(token) ? sha256Hex(token) : null)
