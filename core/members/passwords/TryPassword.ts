import { Clock, Effect } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"
import { addressBytesOf } from "../../kernel/networks/VisitorAddress.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { TooManyTries } from "../SignInFailure.ts"
import { passwordText } from "./PasswordPolicy.ts"
import { Passwords } from "./Passwords.ts"
import { browserTryLimits, deviceTryLimits, memberTryLimits, SignInTries } from "./TryLimits.ts"

/** Seconds after which it is worth asking again when the server hashes as much as it may. */
export const busySeconds = 5
/** Of an IPv6 address: a subscriber has a /64 at least (RFC 6177), and could else have a try from each address of it. */
const ipv6NetworkBytes = 8

interface Try {
  /** Where, and what tells the member, whether there is one or not. */
  readonly triedOn: string
  readonly member: Member | null
  readonly password: string
  /** Of the browser, as far as proxies are trusted. */
  readonly address: string
  /** Of a browser that this very member has signed in with (`deviceKeyOf`); null for strangers. */
  readonly deviceKey: string | null
}

/**
 * Whether the password is the member's; the same time where there is no such member. Counted before it is looked at: by the device
 * where the member has signed in with it; else, or when that one has failed too often, by whom it is tried on and by whose browser tries
 * it. Who has to wait is refused with a right password as well.
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
    // Nothing was tried.
    Effect.tapError(() => Effect.andThen(takeBack(keys.own), takeBack(keys.shared))),
    Effect.catchTag("PasswordsBusy", () => tooBusy)
  )
  if (!isRight || member === null) return false
  // Not all that this browser tried: whoever has one password could try those of others for ever. Nor all that this device did: of
  // two who hold one cookie, the thief would have more tries with each sign-in of the other.
  yield* takeBack(keys.own)
  if (keys.shared !== null) yield* tries.forget(keys.shared)
  return true
})

/** Under which keys a try was counted. */
interface CountedBy {
  /** Of the browser: what it failed stays counted when it succeeds. */
  readonly own: string
  /** Of the member's address, whoever tries it: forgotten when somebody succeeds. Null where the device alone is counted. */
  readonly shared: string | null
}

const beginAsStranger = Effect.fnUntraced(function*(triedOn: string, address: string, now: Date) {
  const { sha256Hex } = yield* Secrets
  const tries = yield* SignInTries
  // What people type is no key of a table: it may be a password.
  const keys = { own: sha256Hex(`browser ${networkText(address)}`), shared: sha256Hex(sharedText(triedOn)) }
  yield* refuseAfter(yield* tries.begin(keys.own, now, browserTryLimits))
  yield* refuseAfter(yield* tries.begin(keys.shared, now, memberTryLimits))
  return keys
})

const sharedText = (triedOn: string): string => `member ${triedOn}`

/** Where somebody tries to sign in with an address, as `triedOn` has it. */
export const triedAtDoor = (emailKey: string): string => `sign-in ${emailKey}`

/** Where a member says the password in use. */
export const triedAtChange = (memberId: MemberId): string => `change ${memberId}`

/** Forgets what was tried there, whoever did. */
export const forgetTries = Effect.fnUntraced(function*(triedOn: string) {
  yield* (yield* SignInTries).forget((yield* Secrets).sha256Hex(sharedText(triedOn)))
})

export const refuseAfter = (millis: number): Effect.Effect<void, TooManyTries> =>
  millis > 0 ? Effect.fail(new TooManyTries({ retryAfterSeconds: Math.ceil(millis / 1000) })) : Effect.void

export const tooBusy = Effect.fail(new TooManyTries({ retryAfterSeconds: busySeconds }))

/** Browsers of one subscriber, as far as that can be known. */
const networkText = (address: string): string => {
  const bytes = addressBytesOf(address)
  return bytes.length === 16
    ? bytes.subarray(0, ipv6NetworkBytes).join(".")
    : bytes.length === 4
    ? bytes.join(".")
    : address
}
