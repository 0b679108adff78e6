import { Clock, Effect } from "effect"
import { AuditLog } from "../ports/AuditLog.ts"
import { Invitations } from "../ports/Invitations.ts"
import { MemberSessions } from "../ports/MemberSessions.ts"
import { PasswordLinks } from "../ports/PasswordLinks.ts"
import { SignInTries } from "../ports/SignInTries.ts"
import { auditDaysDefault } from "./AuditEntry.ts"
import { sessionIdleMillisMax } from "./SessionTimes.ts"
import { clockSkewMillisMax, tryWindowMillisMax } from "./TryLimits.ts"

const dayMillis = 86_400_000

const before = (millis: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now - millis - clockSkewMillisMax))

/** Removes sessions that have ended; returns how many, as all sweeps do. What an instance with a slow clock still takes, stays. */
export const sweepSessions = Effect.gen(function*() {
  return yield* (yield* MemberSessions).sweep(yield* before(sessionIdleMillisMax), yield* before(0))
})

/** Removes links that nobody took in time. */
export const sweepInvitations = Effect.gen(function*() {
  return yield* (yield* Invitations).sweep(yield* before(0))
})

/** Removes links for a new password that nobody used in time. */
export const sweepPasswordLinks = Effect.gen(function*() {
  return yield* (yield* PasswordLinks).sweep(yield* before(0))
})

/** Forgets failed tries that make nobody wait any more. */
export const sweepTries = Effect.gen(function*() {
  return yield* (yield* SignInTries).sweep(yield* before(tryWindowMillisMax))
})

/** Removes entries of the audit log that are older than it is kept. */
export const sweepAuditLog = Effect.gen(function*() {
  return yield* (yield* AuditLog).sweep(yield* before(auditDaysDefault * dayMillis))
})
