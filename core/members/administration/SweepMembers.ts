import { Clock, Effect } from "effect"
import { auditDaysDefault } from "../../audit/AuditEntry.ts"
import { AuditLog } from "../../audit/AuditLog.ts"
import { Invitations } from "../Invitations.ts"
import { PasswordLinks } from "../password-changes/PasswordLinks.ts"
import { attemptWindowMillisMax, clockSkewMillisMax, SignInAttempts } from "../passwords/SignInAttempts.ts"
import { sessionIdleMillisMax } from "../sessions/MemberSession.ts"
import { MemberSessions } from "../sessions/MemberSessions.ts"

const dayMillis = 86_400_000

const before = (millis: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now - millis - clockSkewMillisMax))

/**
 * Deletes ended sessions. Like all sweeps, returns the number of deleted records. Keeps sessions that an instance with
 * a slow clock still accepts.
 */
export const sweepSessions = Effect.gen(function*() {
  return yield* (yield* MemberSessions).sweep(yield* before(sessionIdleMillisMax), yield* before(0))
})

export const sweepInvitations = Effect.gen(function*() {
  return yield* (yield* Invitations).sweep(yield* before(0))
})

export const sweepPasswordLinks = Effect.gen(function*() {
  return yield* (yield* PasswordLinks).sweep(yield* before(0))
})

/** Deletes failed attempts that no longer affect any limit. */
export const sweepAttempts = Effect.gen(function*() {
  return yield* (yield* SignInAttempts).sweep(yield* before(attemptWindowMillisMax))
})

/** Deletes audit log entries beyond the retention period. */
export const sweepAuditLog = Effect.gen(function*() {
  return yield* (yield* AuditLog).sweep(yield* before(auditDaysDefault * dayMillis))
})
