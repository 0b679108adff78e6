import { Effect, Result } from "effect"
import { actorOf, audit, auditAfterDelay } from "../../audit/Audit.ts"
import { type Member, parseMemberEmail } from "../Member.ts"
import { Members } from "../Members.ts"
import { signInTarget, verifyPassword } from "../passwords/VerifyPassword.ts"
import { SignInRefused } from "../SignInFailure.ts"
import { deviceKeyOf } from "./KnownDevice.ts"
import { MemberSessions } from "./MemberSessions.ts"
import { type Browser, startSession } from "./StartSession.ts"

export interface SignIn extends Browser {
  readonly email: string
  readonly password: string
  /** Token in the device cookie. Null without one. */
  readonly device: string | null
}

/** Delay of the audit log entry for a failed attempt. Waiting for the disk would reveal that the member exists. */
export const refusalAuditDelayMillis = 1_000

/**
 * Signs in with address and password. Unknown addresses, wrong passwords and malformed addresses get the same response after the
 * same time and are counted alike. Writes to the audit log.
 */
export const signIn = Effect.fn("signIn")(function*({ address, device, email, password, userAgent }: SignIn) {
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
 * Reports whether the password was changed or the member removed during the check. The new session would otherwise survive the end
 * of all others.
 */
const isOutdated = Effect.fnUntraced(function*({ id, passwordHash }: Member) {
  const now = yield* (yield* Members).findById(id)
  return now?.passwordHash !== passwordHash
})

const auditRefusal = (member: Member, address: string) =>
  auditAfterDelay({
    accountId: member.accountId,
    actor: { name: "somebody", memberId: null, address },
    action: "sign-in.refused",
    target: member.email,
    detail: "wrong password"
  }, refusalAuditDelayMillis)
