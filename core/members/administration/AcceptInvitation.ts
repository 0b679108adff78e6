import { Clock, Effect, Result } from "effect"
import { actorOf, audit } from "../../audit/Audit.ts"
import { newId } from "../../kernel/Ids.ts"
import { Secrets } from "../../kernel/Secrets.ts"
import type { Invitation } from "../Invitations.ts"
import { checkMemberName, type Member, parseMemberEmail } from "../Member.ts"
import { Members } from "../Members.ts"
import { normalizePassword, passwordProblem } from "../passwords/PasswordPolicy.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { browserAttemptLimits, SignInAttempts } from "../passwords/SignInAttempts.ts"
import { failAsBusy, failIfDelayed } from "../passwords/VerifyPassword.ts"
import { type RequestingBrowser, startSession } from "../sessions/StartSession.ts"
import { InvalidMember } from "../SignInFailure.ts"
import { findInvitation } from "./ManageInvitations.ts"

export interface AcceptInvitationInput extends RequestingBrowser {
  readonly token: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/**
 * Accepts an invitation: creates the member and signs the member in. The invitation is consumed only on success. Writes
 * to the audit log.
 */
export const acceptInvitation = Effect.fn("acceptInvitation")(function*(given: AcceptInvitationInput) {
  const invitation = yield* findInvitation(given.token)
  const { email, emailKey, name } = yield* checkFields(given, invitation)
  const now = new Date(yield* Clock.currentTimeMillis)
  const tries = yield* SignInAttempts
  const attemptKey = (yield* Secrets).sha256Hex(`invitation ${invitation.id}`)
  // Each attempt costs a password hash and reveals whether an address is taken. The limit restricts both.
  yield* failIfDelayed(yield* tries.begin(attemptKey, now, browserAttemptLimits))
  const passwordHash = yield* (yield* Passwords).hash(normalizePassword(given.password)).pipe(
    Effect.tapError(() => tries.undo(attemptKey, now)),
    Effect.catchTag("PasswordsBusy", () => failAsBusy)
  )
  const member: Member = {
    id: yield* newId("mem"),
    accountId: invitation.accountId,
    email,
    emailKey,
    name,
    role: invitation.role,
    passwordHash,
    createdAt: now,
    lastSeenAt: now
  }
  yield* (yield* Members).join(member, invitation)
  yield* audit({
    accountId: member.accountId,
    actor: actorOf(member, given.address),
    action: invitation.isSetUp ? "set-up" : "member.join",
    target: member.id,
    detail: `${member.role}, invited by ${invitation.author}`
  })
  return yield* startSession(member, given)
})

/** Checks all fields and reports all problems at once. */
const checkFields = Effect.fnUntraced(function*(given: AcceptInvitationInput, invitation: Invitation) {
  const name = yield* Effect.result(checkMemberName(given.name))
  const email = parseMemberEmail(given.email)
  const password = passwordProblem(given.password, given)
  const fields = {
    ...Result.isFailure(name) ? { name: name.failure.message } : {},
    ...Result.isFailure(email)
      ? { email: email.failure }
      : isFor(invitation, email.success.emailKey)
      ? {}
      : { email: `This invitation is for ${invitation.email}.` },
    ...password === null ? {} : { password }
  }
  if (Result.isFailure(name) || Result.isFailure(email) || Object.keys(fields).length > 0) {
    return yield* new InvalidMember({ fields })
  }
  return { name: name.success, ...email.success }
})

const isFor = ({ email }: Invitation, emailKey: string): boolean => {
  if (email === null) return true
  const invited = parseMemberEmail(email)
  return Result.isSuccess(invited) && invited.success.emailKey === emailKey
}
