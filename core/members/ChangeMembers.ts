import { Effect } from "effect"
import { checkName } from "../accounts/InvalidName.ts"
import { Members } from "../ports/Members.ts"
import { type Actor, actorName, actorOf, audit } from "./Audit.ts"
import type { Role } from "./Role.ts"
import { InvalidMember } from "./SignInFailure.ts"

interface OnMember {
  readonly accountId: string
  /** Of the member that it is done to. */
  readonly id: string
  readonly actor: Actor
}

/** Holds from the member's next request on. The last owner stays one. Audited here. */
export const setMemberRole = Effect.fn("setMemberRole")(function*(wanted: OnMember & { readonly role: Role }) {
  const { accountId, actor, id, role } = wanted
  const members = yield* Members
  const before = yield* members.get(accountId, id)
  const member = yield* members.setRole(accountId, id, role)
  if (before.role !== role) {
    yield* audit({
      accountId,
      actor,
      action: "member.role",
      target: id,
      detail: `${actorName(member)}: ${before.role} to ${role}`
    })
  }
  return member
})

/** Ends the member's sessions with it. The last owner stays. Audited here. */
export const removeMember = Effect.fn("removeMember")(function*({ accountId, actor, id }: OnMember) {
  const members = yield* Members
  const member = yield* members.get(accountId, id)
  yield* members.remove(accountId, id)
  yield* audit({ accountId, actor, action: "member.remove", target: id, detail: actorName(member) })
})

/** Of a member by itself. Audited here. */
export const renameMember = Effect.fn("renameMember")(function*({ address, member, name }: {
  readonly member: { readonly id: string; readonly accountId: string }
  readonly name: string
  readonly address: string
}) {
  const wanted = yield* Effect.mapError(
    checkName(name.toWellFormed()),
    ({ message }) => new InvalidMember({ fields: { name: message } })
  )
  const members = yield* Members
  const before = yield* members.get(member.accountId, member.id)
  const renamed = yield* members.rename(member.accountId, member.id, wanted)
  yield* audit({
    accountId: member.accountId,
    actor: actorOf(before, address),
    action: "member.rename",
    target: member.id,
    detail: `now ${wanted}`
  })
  return renamed
})
