import { Effect, Result } from "effect"
import { actorOf, audit, auditAfterDelay } from "../../audit/Audit.ts"
import { unknownActor } from "../../audit/AuditEntry.ts"
import { type Member, parseMemberEmail } from "../Member.ts"
import { Members } from "../Members.ts"
import { signInTarget, verifyPassword } from "../passwords/VerifyPassword.ts"
import { SignInRefused } from "../SignInFailure.ts"
import { deviceKeyOf } from "./KnownDevice.ts"
import { MemberSessions } from "./MemberSessions.ts"
import { type RequestingBrowser, startSession } from "./StartSession.ts"

export interface SignInInput extends RequestingBrowser {
  readonly email: string
  readonly password: string
  /** Token from the device cookie. Null without a cookie. */
  readonly device: string | null
}

/**
 * Delay of the audit log entry for a failed attempt, in milliseconds. Without the delay, the time to write the entry
 * would reveal that the member exists.
 */
export const refusalAuditDelayMillis = 1_000

/**
 * Signs a member in with email address and password. Unknown addresses, wrong passwords and malformed addresses get the
 * same response after the same time, and are counted alike. Writes to the audit log.
 */
export const signIn = Effect.fn("signIn")(function*({ address, device, email, password, userAgent }: SignInInput) {
  const parsed = parseMemberEmail(email)
  const member = Result.isSuccess(parsed) ? yield* (yield* Members).findByEmail(parsed.success.emailKey) : null
  const target = signInTarget(Result.isSuccess(parsed) ? parsed.success.emailKey : email)
  const deviceKey = yield* deviceKeyOf(device, member)
  const isRight = yield* verifyPassword({ target, member, password, address, deviceKey })
  if (member === null) return yield* new SignInRefused()
  if (!isRight) {
    yield* auditRefusal(member, address)
    return yield* new SignInRefused()
  }
  const started = yield* startSession(member, { address, userAgent })
  if (yield* isOutdated(member)) {
    yield* (yield* MemberSessions).remove(member.id, started.session.id)
    return yield* new SignInRefused()
  }
  yield* audit({ accountId: member.accountId, actor: actorOf(member, address), action: "sign-in" })
  return started
})

/**
 * Reports whether the password was changed or the member removed during the check. The new session would otherwise
 * remain, although all other sessions were ended.
 */
const isOutdated = Effect.fnUntraced(function*({ id, passwordHash }: Member) {
  const now = yield* (yield* Members).findById(id)
  return now?.passwordHash !== passwordHash
})

const auditRefusal = (member: Member, address: string) =>
  auditAfterDelay({
    accountId: member.accountId,
    actor: { name: unknownActor, memberId: null, address },
    action: "sign-in.refused",
    target: member.email,
    detail: "wrong password"
  }, refusalAuditDelayMillis)
