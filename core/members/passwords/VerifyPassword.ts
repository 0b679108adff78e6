import { Clock, Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import { addressBytesOf } from "../../kernel/networks/VisitorAddress.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { TooManyAttempts } from "../SignInFailure.ts"
import { normalizePassword } from "./PasswordPolicy.ts"
import { Passwords } from "./Passwords.ts"
import { browserAttemptLimits, deviceAttemptLimits, memberAttemptLimits, SignInAttempts } from "./SignInAttempts.ts"

/** Value of `Retry-After`, in seconds, while password hashing is at capacity. */
export const busyRetrySeconds = 5
/**
 * Number of bytes of an IPv6 address that identify a subscriber. Subscribers have at least a /64 (RFC 6177), and could
 * otherwise use a new address for each attempt.
 */
const ipv6NetworkBytes = 8

interface PasswordAttempt {
  /**
   * Text that names the operation and the member, as returned by `signInTarget` or `passwordChangeTarget`. The member
   * does not have to exist.
   */
  readonly target: string
  readonly member: Member | null
  readonly password: string
  /** IP address of the browser, resolved through trusted proxies only. */
  readonly address: string
  /** Key of a device on which this member has signed in (`deviceKeyOf`). Null for unknown devices. */
  readonly deviceKey: string | null
}

/**
 * Reports whether a password is correct. Takes the same time for an unknown member. The attempt is counted before the
 * check. If the member has signed in on the device, the attempt is counted per device. Otherwise, or if the device has
 * failed too often, it is counted per member and per browser address. A delayed attempt is rejected even with the
 * correct password.
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
    const isRight = yield* passwords.verify(normalizePassword(password), hash).pipe(
      // If the check cannot run, no password was tried, so the attempt does not count.
      Effect.tapError(() => Effect.andThen(takeBack(keys.own), takeBack(keys.shared))),
      Effect.catchTag("PasswordsBusy", () => failAsBusy)
    )
    if (!isRight || member === null) return false
    // Removes only this attempt, not all failures of the browser. Otherwise, anyone with one valid password could guess
    // other passwords without limit. Likewise, a thief of a device cookie would get new attempts with each sign-in of
    // the owner.
    yield* takeBack(keys.own)
    if (keys.shared !== null) yield* tries.clear(keys.shared)
    return true
  }
)

interface AttemptKeys {
  /** Key of the browser or device. Its earlier failures stay counted after a success. */
  readonly own: string
  /**
   * Key of the member, for attempts from all browsers. It is cleared after a success. Null if only the device is
   * counted.
   */
  readonly shared: string | null
}

const beginForUnknownDevice = Effect.fnUntraced(function*(target: string, address: string, now: Date) {
  const { sha256Hex } = yield* Secrets
  const tries = yield* SignInAttempts
  // The keys are hashed, because users may type a password into the field for the address.
  const keys = { own: sha256Hex(`browser ${networkText(address)}`), shared: sha256Hex(memberKeyText(target)) }
  yield* failIfDelayed(yield* tries.begin(keys.own, now, browserAttemptLimits))
  yield* failIfDelayed(yield* tries.begin(keys.shared, now, memberAttemptLimits))
  return keys
})

const memberKeyText = (target: string): string => `member ${target}`

/** Returns the `target` of a sign-in with this email address. */
export const signInTarget = (emailKey: string): string => `sign-in ${emailKey}`

/** Returns the `target` of a password change by this member. */
export const passwordChangeTarget = (memberId: MemberId): string => `change ${memberId}`

/** Clears the failed attempts on a target, from all browsers. */
export const clearAttempts = Effect.fnUntraced(function*(target: string) {
  yield* (yield* SignInAttempts).clear((yield* Secrets).sha256Hex(memberKeyText(target)))
})

export const failIfDelayed = (millis: number): Effect.Effect<void, TooManyAttempts> =>
  millis > 0 ? Effect.fail(new TooManyAttempts({ retryAfterSeconds: Math.ceil(millis / 1000) })) : Effect.void

export const failAsBusy = Effect.fail(new TooManyAttempts({ retryAfterSeconds: busyRetrySeconds }))

/** Returns the part of an IP address that identifies a subscriber. */
const networkText = (address: string): string => {
  const bytes = addressBytesOf(address)
  return bytes.length === 16
    ? bytes.subarray(0, ipv6NetworkBytes).join(".")
    : bytes.length === 4
    ? bytes.join(".")
    : address
}
