import { Clock, Effect } from "effect"
import { auditDaysDefault } from "../../audit/AuditEntry.ts"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Invitations } from "../Invitations.ts"
import { PasswordLinks } from "../password-changes/PasswordLinks.ts"
import { clockSkewMillisMax, SignInTries, tryWindowMillisMax } from "../passwords/TryLimits.ts"
import { sessionIdleMillisMax } from "../sessions/MemberSession.ts"
import { MemberSessions } from "../sessions/MemberSessions.ts"

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
