import { Clock, Effect } from "effect"
import { FieldReader, FieldWriter, instantBytes } from "../../kernel/ByteFields.ts"
import { toHex } from "../../kernel/Hex.ts"
import { Seals } from "../../kernel/Seals.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { clockSkewMillisMax } from "../passwords/SignInAttempts.ts"

/**
 * Lifetime of a device cookie in days, counted from the last sign-in. Browsers keep cookies for at most 400 days (RFC
 * 6265bis, 5.5).
 */
export const deviceDaysMax = 365
export const deviceIdBytes = 16
/** Maximum characters of a device token: prefix, key ID, body and signature. */
export const deviceTokenCharsMax = 256

const version = 1
const prefix = "gd1"
const dayMillis = 86_400_000

type Owner = Pick<Member, "emailKey" | "passwordHash">

/**
 * Creates the device cookie of a browser in which this member has signed in. The cookie grants no access. Attempts with
 * it are counted separately from those of strangers, who could otherwise lock a member out by failing on purpose
 * (OWASP, Slow Down Online Guessing Attacks with Device Cookies). Nothing is stored. The token contains no name, and
 * becomes invalid when the password changes or the member is removed.
 */
export const makeDeviceToken = Effect.fnUntraced(function*(member: Owner) {
  const { randomBytes, sha256Hex } = yield* Secrets
  const id = randomBytes(deviceIdBytes)
  const body = new FieldWriter()
    .uint(version, 1)
    .fixed(id)
    .uint(yield* Clock.currentTimeMillis, instantBytes)
    .ascii(sha256Hex(bindingText(id, member)))
    .finish()
  return (yield* Seals).sign("device", prefix, body)
})

/**
 * Returns the key under which this browser's attempts are counted. Null unless this member has signed in with the
 * browser. The work is the same without a member, so the timing reveals nothing.
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
  const isBound = equal(binding, sha256Hex(bindingText(id, member ?? unknownOwner)))
  const isInTime = age >= -clockSkewMillisMax && age < deviceDaysMax * dayMillis
  return isKnownVersion && fields.isComplete && isInTime && isBound && member !== null
    ? sha256Hex(`device ${toHex(id)}`)
    : null
})

const unknownOwner: Owner = { emailKey: "", passwordHash: "" }

/**
 * Returns the text that binds a device to a member. The password hash contains a random salt, so setting the same
 * password again changes the binding.
 */
const bindingText = (id: Uint8Array, { emailKey, passwordHash }: Owner): string =>
  `device ${toHex(id)} ${emailKey} ${passwordHash}`
