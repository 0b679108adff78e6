import { Clock, Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import { addressBytesOf } from "../../kernel/networks/VisitorAddress.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { TooManyAttempts } from "../SignInFailure.ts"
import { passwordText } from "./PasswordPolicy.ts"
import { Passwords } from "./Passwords.ts"
import { browserAttemptLimits, deviceAttemptLimits, memberAttemptLimits, SignInAttempts } from "./SignInAttempts.ts"

/** `Retry-After` while password hashing is at capacity. */
export const busyRetrySeconds = 5
/**
 * Prefix of an IPv6 address that is counted. Subscribers have at least a /64 (RFC 6177), and could otherwise use a new address for
 * each attempt.
 */
const ipv6NetworkBytes = 8

interface PasswordAttempt {
  /** Where the attempt is made, and the member's address or id, even if no such member exists. */
  readonly target: string
  readonly member: Member | null
  readonly password: string
  /** IP address of the browser, resolved through trusted proxies only. */
  readonly address: string
  /** Key of a device on which this member has signed in (`deviceKeyOf`). Null for unknown devices. */
  readonly deviceKey: string | null
}

/**
 * Reports whether a password is correct. Takes the same time for an unknown member. The attempt is counted before the check: per
 * device if the member has signed in on it; otherwise, or if the device has failed too often, per member and per browser address. A
 * delayed attempt is rejected even with the correct password.
 */
export const verifyPassword = Effect.fnUntraced(
  function*({ address, deviceKey, member, password, target }: PasswordAttempt) {
    const tries = yield* SignInAttempts
    const passwords = yield* Passwords
    const now = new Date(yield* Clock.currentTimeMillis)
    const isByDevice = deviceKey !== null && (yield* tries.begin(deviceKey, now, deviceAttemptLimits)) === 0
    const keys: AttemptKeys = isByDevice
      ? { own: deviceKey, shared: null }
      : yield* beginForUnknownDevice(target, address, now)
    const takeBack = (key: string | null) => key === null ? Effect.void : tries.undo(key, now)
    const hash = member === null ? yield* passwords.dummyHash : member.passwordHash
    const isRight = yield* passwords.verify(passwordText(password), hash).pipe(
      // If the check fails to run, no password was tried, so the attempt does not count.
      Effect.tapError(() => Effect.andThen(takeBack(keys.own), takeBack(keys.shared))),
      Effect.catchTag("PasswordsBusy", () => tooBusy)
    )
    if (!isRight || member === null) return false
    // Removes only this attempt, not all failures of the browser: otherwise, anyone with one valid password could guess others
    // without limit. The same holds for a device: a thief of the cookie would get new attempts with each sign-in of the owner.
    yield* takeBack(keys.own)
    if (keys.shared !== null) yield* tries.clear(keys.shared)
    return true
  }
)

interface AttemptKeys {
  /** Key of the browser or device. Its earlier failures stay counted after a success. */
  readonly own: string
  /** Key of the member, for all browsers. Cleared after a success. Null if only the device is counted. */
  readonly shared: string | null
}

const beginForUnknownDevice = Effect.fnUntraced(function*(target: string, address: string, now: Date) {
  const { sha256Hex } = yield* Secrets
  const tries = yield* SignInAttempts
  // Hashed, because users may type a password in place of an address.
  const keys = { own: sha256Hex(`browser ${networkText(address)}`), shared: sha256Hex(memberKeyText(target)) }
  yield* failIfDelayed(yield* tries.begin(keys.own, now, browserAttemptLimits))
  yield* failIfDelayed(yield* tries.begin(keys.shared, now, memberAttemptLimits))
  return keys
})

const memberKeyText = (target: string): string => `member ${target}`

/** Returns `target` for a sign-in with this address. */
export const signInTarget = (emailKey: string): string => `sign-in ${emailKey}`

/** Returns `target` for a password change of this member. */
export const passwordChangeTarget = (memberId: MemberId): string => `change ${memberId}`

/** Clears the failed attempts on a target, from all browsers. */
export const clearAttempts = Effect.fnUntraced(function*(target: string) {
  yield* (yield* SignInAttempts).clear((yield* Secrets).sha256Hex(memberKeyText(target)))
})

export const failIfDelayed = (millis: number): Effect.Effect<void, TooManyAttempts> =>
  millis > 0 ? Effect.fail(new TooManyAttempts({ retryAfterSeconds: Math.ceil(millis / 1000) })) : Effect.void

export const tooBusy = Effect.fail(new TooManyAttempts({ retryAfterSeconds: busyRetrySeconds }))

/** Approximates one subscriber's network. */
const networkText = (address: string): string => {
  const bytes = addressBytesOf(address)
  return bytes.length === 16
    ? bytes.subarray(0, ipv6NetworkBytes).join(".")
    : bytes.length === 4
    ? bytes.join(".")
    : address
}
