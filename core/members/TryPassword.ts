import { Clock, Effect } from "effect"
import { Passwords } from "../ports/Passwords.ts"
import { Secrets } from "../ports/Secrets.ts"
import { SignInTries } from "../ports/SignInTries.ts"
import { addressBytesOf } from "../shield/VisitorAddress.ts"
import type { Member } from "./Member.ts"
import { passwordText } from "./PasswordPolicy.ts"
import { TooManyTries } from "./SignInFailure.ts"
import { browserTryLimits, memberTryLimits } from "./TryLimits.ts"

/** Seconds after which it is worth asking again when the server hashes as much as it may. */
export const busySeconds = 5
/** Of an IPv6 address: a subscriber has a /64 at least (RFC 6177), and could else have a try from each address of it. */
const ipv6NetworkBytes = 8

/**
 * Whether the password is the member's; the same time where there is no such member. Counted before it is looked at, by whom it is
 * tried on and by whose browser tries it: who has to wait is refused with a right password as well.
 *
 * @param triedOn where, and what tells the member, whether there is one or not
 */
export const tryPassword = Effect.fnUntraced(function*(
  triedOn: string,
  member: Member | null,
  password: string,
  address: string
) {
  const { sha256Hex } = yield* Secrets
  const tries = yield* SignInTries
  const passwords = yield* Passwords
  const now = new Date(yield* Clock.currentTimeMillis)
  // What people type is no key of a table: it may be a password.
  const browserKey = sha256Hex(`browser ${networkText(address)}`)
  const memberKey = sha256Hex(`member ${triedOn}`)
  yield* refuseAfter(yield* tries.begin(browserKey, now, browserTryLimits))
  yield* refuseAfter(yield* tries.begin(memberKey, now, memberTryLimits))
  const hash = member === null ? yield* passwords.dummy : member.passwordHash
  const isRight = yield* passwords.verify(passwordText(password), hash).pipe(
    // Nothing was tried.
    Effect.tapError(() => Effect.andThen(tries.takeBack(browserKey, now), tries.takeBack(memberKey, now))),
    Effect.catchTag("PasswordsBusy", () => tooBusy)
  )
  if (!isRight || member === null) return false
  yield* tries.forget(memberKey)
  // Not all that this browser tried: whoever has one password could try those of others for ever.
  yield* tries.takeBack(browserKey, now)
  return true
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
