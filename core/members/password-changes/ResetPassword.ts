import { Clock, Effect } from "effect"
import { actorOf, audit } from "../../audit/Audit.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Member } from "../Member.ts"
import { Members } from "../Members.ts"
import { digestOfToken } from "../MemberToken.ts"
import { normalizePassword, passwordProblem } from "../passwords/PasswordPolicy.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { browserAttemptLimits, SignInAttempts } from "../passwords/SignInAttempts.ts"
import {
  clearAttempts,
  failAsBusy,
  failIfDelayed,
  passwordChangeTarget,
  signInTarget
} from "../passwords/VerifyPassword.ts"
import { type RequestingBrowser, startSession } from "../sessions/StartSession.ts"
import { InvalidMember } from "../SignInFailure.ts"
import { PasswordLinkNotFound, PasswordLinks } from "./PasswordLinks.ts"

export interface ResetPasswordInput extends RequestingBrowser {
  readonly token: string
  readonly password: string
}

/** Returns the link and the member for a token, to show them before the reset. Does not consume the link. */
export const readPasswordLink = Effect.fn("readPasswordLink")(function*(token: string) {
  const digest = yield* digestOfToken(token)
  const link = digest === null ? null : yield* (yield* PasswordLinks).find(digest)
  if (link === null || (yield* Clock.currentTimeMillis) >= link.expiresAt.getTime()) {
    return yield* new PasswordLinkNotFound()
  }
  const member = yield* (yield* Members).findById(link.memberId)
  return member === null ? yield* new PasswordLinkNotFound() : { link, member }
})

/**
 * Resets the password of a link's member and signs the member in. All other sessions end, device cookies become
 * invalid, and failed attempts are cleared. The link is consumed only on success. Writes to the audit log.
 */
export const resetPassword = Effect.fn("resetPassword")(function*(given: ResetPasswordInput) {
  const { link, member } = yield* readPasswordLink(given.token)
  const problem = passwordProblem(given.password, member)
  if (problem !== null) return yield* new InvalidMember({ fields: { password: problem } })
  const now = new Date(yield* Clock.currentTimeMillis)
  const tries = yield* SignInAttempts
  const attemptKey = (yield* Secrets).sha256Hex(`password link ${link.digest}`)
  // Attempts are limited, because each costs a password hash. Of several concurrent attempts, only one succeeds.
  yield* failIfDelayed(yield* tries.begin(attemptKey, now, browserAttemptLimits))
  const passwordHash = yield* (yield* Passwords).hash(normalizePassword(given.password)).pipe(
    Effect.tapError(() => tries.undo(attemptKey, now)),
    Effect.catchTag("PasswordsBusy", () => failAsBusy)
  )
  yield* (yield* PasswordLinks).use(link.digest, passwordHash)
  yield* clearAttempts(signInTarget(member.emailKey))
  yield* clearAttempts(passwordChangeTarget(member.id))
  yield* audit({
    accountId: member.accountId,
    actor: actorOf(member, given.address),
    action: "password.reset",
    target: member.id
  })
  const changed: Member = { ...member, passwordHash }
  return yield* startSession(changed, given)
})
