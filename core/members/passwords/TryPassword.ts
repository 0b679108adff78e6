import { Clock, Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import { addressBytesOf } from "../../kernel/networks/VisitorAddress.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { TooManyTries } from "../SignInFailure.ts"
import { passwordText } from "./PasswordPolicy.ts"
import { Passwords } from "./Passwords.ts"
import { browserTryLimits, deviceTryLimits, memberTryLimits, SignInTries } from "./TryLimits.ts"

/** `Retry-After` while password hashing is at capacity. */
export const busySeconds = 5
/**
 * Prefix of an IPv6 address that is counted. Subscribers have at least a /64 (RFC 6177), and could otherwise use a new address for
 * each attempt.
 */
const ipv6NetworkBytes = 8

interface Try {
  /** Place of the attempt and address or id of the member, whether or not the member exists. */
  readonly triedOn: string
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
export const tryPassword = Effect.fnUntraced(function*({ address, deviceKey, member, password, triedOn }: Try) {
  const tries = yield* SignInTries
  const passwords = yield* Passwords
  const now = new Date(yield* Clock.currentTimeMillis)
  const isByDevice = deviceKey !== null && (yield* tries.begin(deviceKey, now, deviceTryLimits)) === 0
  const keys: CountedBy = isByDevice ? { own: deviceKey, shared: null } : yield* beginAsStranger(triedOn, address, now)
  const takeBack = (key: string | null) => key === null ? Effect.void : tries.takeBack(key, now)
  const hash = member === null ? yield* passwords.dummy : member.passwordHash
  const isRight = yield* passwords.verify(passwordText(password), hash).pipe(
    // No password was checked.
    Effect.tapError(() => Effect.andThen(takeBack(keys.own), takeBack(keys.shared))),
    Effect.catchTag("PasswordsBusy", () => tooBusy)
  )
  if (!isRight || member === null) return false
  // Removes only this attempt, not all failures of the browser: otherwise, anyone with one valid password could guess others
  // without limit. The same holds for a device: a thief of the cookie would get new attempts with each sign-in of the owner.
  yield* takeBack(keys.own)
  if (keys.shared !== null) yield* tries.forget(keys.shared)
  return true
})

interface CountedBy {
  /** Key of the browser or device. Its earlier failures stay counted after a success. */
  readonly own: string
  /** Key of the member, for all browsers. Cleared after a success. Null if only the device is counted. */
  readonly shared: string | null
}

const beginAsStranger = Effect.fnUntraced(function*(triedOn: string, address: string, now: Date) {
  const { sha256Hex } = yield* Secrets
  const tries = yield* SignInTries
  // Hashed, because users may type a password in place of an address.
  const keys = { own: sha256Hex(`browser ${networkText(address)}`), shared: sha256Hex(sharedText(triedOn)) }
  yield* refuseAfter(yield* tries.begin(keys.own, now, browserTryLimits))
  yield* refuseAfter(yield* tries.begin(keys.shared, now, memberTryLimits))
  return keys
})

const sharedText = (triedOn: string): string => `member ${triedOn}`

/** Returns `triedOn` for a sign-in with this address. */
export const triedAtDoor = (emailKey: string): string => `sign-in ${emailKey}`

/** Returns `triedOn` for a password change of this member. */
export const triedAtChange = (memberId: MemberId): string => `change ${memberId}`

/** Clears the failed attempts on a target, from all browsers. */
export const forgetTries = Effect.fnUntraced(function*(triedOn: string) {
  yield* (yield* SignInTries).forget((yield* Secrets).sha256Hex(sharedText(triedOn)))
})

export const refuseAfter = (millis: number): Effect.Effect<void, TooManyTries> =>
  millis > 0 ? Effect.fail(new TooManyTries({ retryAfterSeconds: Math.ceil(millis / 1000) })) : Effect.void

export const tooBusy = Effect.fail(new TooManyTries({ retryAfterSeconds: busySeconds }))

/** Approximates one subscriber's network. */
const networkText = (address: string): string => {
  const bytes = addressBytesOf(address)
  return bytes.length === 16
    ? bytes.subarray(0, ipv6NetworkBytes).join(".")
    : bytes.length === 4
    ? bytes.join(".")
    : address
}
