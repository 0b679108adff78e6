import { Clock, Effect } from "effect"
import { FieldReader, FieldWriter, instantBytes } from "../../kernel/ByteFields.ts"
import { hexOf } from "../../kernel/HexText.ts"
import { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { clockSkewMillisMax } from "../passwords/TryLimits.ts"

/** Since somebody signed in last in this browser; each sign-in begins anew. Browsers keep no cookie for more than 400 (RFC 6265bis, 5.5). */
export const deviceDaysMax = 365
/** What one device is told from another by. */
export const deviceIdBytes = 16
/** A token has less: prefix, key, body and signature. */
export const deviceTokenCharsMax = 256

const version = 1
const prefix = "gd1"
const dayMillis = 86_400_000

type Owner = Pick<Member, "emailKey" | "passwordHash">

/**
 * For the cookie of a browser in which somebody has proved to be this member. It opens nothing: tries with it are counted apart from
 * those of strangers, who could else keep a member out by failing on purpose (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies). Nothing is stored. It names nobody, and is worth nothing as soon as the password is another one or the member is gone.
 */
export const makeDeviceToken = Effect.fnUntraced(function*(member: Owner) {
  const { randomBytes, sha256Hex } = yield* Secrets
  const id = randomBytes(deviceIdBytes)
  const body = new FieldWriter()
    .uint(version, 1)
    .fixed(id)
    .uint(yield* Clock.currentTimeMillis, instantBytes)
    .ascii(sha256Hex(bindingText(id, member)))
    .done()
  return (yield* Seals).sign("device", prefix, body)
})

/**
 * Under which digest the tries of a browser are counted that this member has signed in with; null for every other browser. Where there is no
 * such member, as much is worked out: the time tells nothing.
 */
export const deviceKeyOf = Effect.fnUntraced(function*(token: string | null, member: Owner | null) {
  if (token === null || token.length > deviceTokenCharsMax) return null
  const body = (yield* Seals).verify("device", prefix, token)
  if (body === null) return null
  const fields = new FieldReader(body)
  const isKnownVersion = fields.uint(1) === version
  const id = fields.fixed(deviceIdBytes)
  const age = (yield* Clock.currentTimeMillis) - fields.uint(instantBytes)
  const binding = fields.ascii()
  const { equal, sha256Hex } = yield* Secrets
  const isBound = equal(binding, sha256Hex(bindingText(id, member ?? nobody)))
  const isInTime = age >= -clockSkewMillisMax && age < deviceDaysMax * dayMillis
  return isKnownVersion && fields.isWhole && isInTime && isBound && member !== null
    ? sha256Hex(`device ${hexOf(id)}`)
    : null
})

const nobody: Owner = { emailKey: "", passwordHash: "" }

/** The hash has a salt of its own: the same password, chosen again, is another one. */
const bindingText = (id: Uint8Array, { emailKey, passwordHash }: Owner): string =>
  `device ${hexOf(id)} ${emailKey} ${passwordHash}`
