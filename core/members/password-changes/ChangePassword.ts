import { Effect } from "effect"
import { actorOf, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import type { Member } from "../Member.ts"
import { Members } from "../Members.ts"
import { normalizePassword, passwordProblem } from "../passwords/PasswordPolicy.ts"
import { Passwords } from "../passwords/Passwords.ts"
import { failAsBusy, passwordChangeTarget, verifyPassword } from "../passwords/VerifyPassword.ts"
import { MemberSessions } from "../sessions/MemberSessions.ts"
import { InvalidMember } from "../SignInFailure.ts"

export interface ChangePasswordInput {
  readonly member: { readonly id: string; readonly accountId: AccountId }
  /** Requesting session, which stays active. All other sessions of the member end. */
  readonly session: { readonly id: string }
  readonly current: string
  readonly next: string
  readonly address: string
}

/**
 * Changes a member's password after checking the current one. Attempts are limited separately from sign-in, so an
 * unattended browser cannot be used to guess the password. Returns the changed member. Writes to the audit log.
 */
export const changePassword = Effect.fn("changePassword")(function*(wanted: ChangePasswordInput) {
  const { accountId, id } = wanted.member
  const members = yield* Members
  const member = yield* members.get(accountId, id)
  const problem = passwordProblem(wanted.next, member)
  if (problem !== null) return yield* new InvalidMember({ fields: { next: problem } })
  const tried = {
    target: passwordChangeTarget(id),
    member,
    password: wanted.current,
    address: wanted.address,
    deviceKey: null
  }
  if (!(yield* verifyPassword(tried))) {
    return yield* new InvalidMember({ fields: { current: "The current password is wrong." } })
  }
  const hash = yield* Effect.catchTag(
    (yield* Passwords).hash(normalizePassword(wanted.next)),
    "PasswordsBusy",
    () => failAsBusy
  )
  yield* members.setPassword(accountId, id, hash)
  yield* (yield* MemberSessions).removeAll(id, wanted.session.id)
  yield* audit({ accountId, actor: actorOf(member, wanted.address), action: "password.change", target: id })
  const changed: Member = { ...member, passwordHash: hash }
  return changed
})
