import { challengeIdBytes } from "../../core/shield/SealedHeader.ts"
import { degradedTokenSecondsMax } from "../../core/shield/ShieldTimes.ts"
import { encodeDegradedToken } from "../../core/shield/tokens/DegradedToken.ts"

/** Key printed by `gatehouse shield edge-key`. It can only sign degraded tokens. */
export interface EdgeKey {
  readonly keyId: string
  /** Key of 32 bytes in base64url. */
  readonly key: string
}

export interface DegradedTokenOptions extends EdgeKey {
  /** ID of the site (`site_…`), as listed by `gatehouse sites list`. */
  readonly siteId: string
  /** Host name of the page, as in its `Origin`: lowercase, ASCII, without a port. */
  readonly hostname: string
  /** Time of issue in milliseconds since 1970-01-01 UTC. Defaults to the current time. */
  readonly now?: number
  /** ID of 16 bytes, random by default. With the ID of a challenge, the challenge and the token cannot both be used. */
  readonly id?: Uint8Array
}

const keyBytes = 32
const prefix = "shd1"

/**
 * Returns a token that states that a form came from a page while no check was possible. Gatehouse accepts the token
 * with `degraded: true` for `degradedTokenSecondsMax` seconds.
 *
 * @throws RangeError if the key or a field is invalid
 */
export const mintDegradedToken = async (options: DegradedTokenOptions): Promise<string> => {
  const { hostname, id, key, keyId, now = Date.now(), siteId } = options
  const body = encodeDegradedToken({
    id: id ?? crypto.getRandomValues(new Uint8Array(challengeIdBytes)),
    siteId,
    host: hostname,
    issuedAt: now,
    expiresAt: now + degradedTokenSecondsMax * 1_000,
    cause: "edge"
  })
  const mac = await computeMac(decodeBase64Url(key), `${prefix}|degraded|${keyId}|`, body)
  return `${prefix}.${keyId}.${encodeBase64Url(body)}.${encodeBase64Url(mac)}`
}

/** Signs format, purpose, key ID and body with HMAC-SHA-256, as `adapters/crypto/SealsNode.ts` does. */
const computeMac = async (key: Uint8Array<ArrayBuffer>, prefix: string, body: Uint8Array): Promise<Uint8Array> => {
  if (key.length !== keyBytes) throw new RangeError("shield: the edge's key is not 32 bytes in base64url")
  const hmac = { name: "HMAC", hash: "SHA-256" }
  const imported = await crypto.subtle.importKey("raw", key, hmac, false, ["sign"])
  const start = new TextEncoder().encode(prefix)
  const message = new Uint8Array(start.length + body.length)
  message.set(start)
  message.set(body, start.length)
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message))
}

/** Encodes base64url without padding (RFC 4648, section 5). Uses only functions that every runtime provides. */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

/** Decodes base64url. Returns an empty array for invalid text. */
export const decodeBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return new Uint8Array()
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0))
}
