import { Effect } from "effect"
import { actorName, isBy } from "../../audit/ActorName.ts"
import { type Actor, actorOf, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Invitations } from "../Invitations.ts"
import { checkMemberName, type Member } from "../Member.ts"
import { Members } from "../Members.ts"
import { PasswordLinks } from "../password-changes/PasswordLinks.ts"
import type { Role } from "../Role.ts"
import { InvalidMember } from "../SignInFailure.ts"
import { openInvitations, withdrawInvitation } from "./ManageInvitations.ts"

/** Who signs in to an account, oldest first, and the links that somebody could still take, newest first. */
export const listMembers = Effect.fn("listMembers")(function*(accountId: AccountId) {
  return {
    members: yield* (yield* Members).list(accountId),
    invitations: yield* openInvitations(accountId)
  }
})

interface OnMember {
  readonly accountId: AccountId
  /** Of the member that it is done to. */
  readonly id: string
  readonly actor: Actor
}

/** Holds from the member's next request on. The last owner stays one; the links of who is none any more end. Audited here. */
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
  if (role !== "owner") yield* endLinksOf(member, actor)
  return member
})

/** Ends the member's sessions and links with it. The last owner stays. Audited here. */
export const removeMember = Effect.fn("removeMember")(function*({ accountId, actor, id }: OnMember) {
  const members = yield* Members
  const member = yield* members.get(accountId, id)
  yield* members.remove(accountId, id)
  yield* audit({ accountId, actor, action: "member.remove", target: id, detail: actorName(member) })
  yield* endLinksOf(member, actor)
})

/** A link outlives the session that made it: whoever may not invite any more could come back by one of their own, as an owner. */
const endLinksOf = Effect.fnUntraced(function*(member: Member, actor: Actor) {
  const { accountId } = member
  yield* (yield* PasswordLinks).removeBy(member.id)
  const theirs = (yield* (yield* Invitations).list(accountId)).filter(({ author }) => isBy(author, member))
  for (const { id } of theirs) {
    // Somebody may take or withdraw it meanwhile.
    yield* Effect.catchTag(withdrawInvitation({ accountId, actor, id }), "InvitationNotFound", () => Effect.void)
  }
})

const nowCalled = "now "

/** What the audit log says of a renaming. */
export const renaming = (name: string): string => `${nowCalled}${name}`

/** The name in what the audit log says of a renaming. */
export const renamedTo = (detail: string): string => detail.slice(nowCalled.length)

/** Of a member by itself. Audited here. */
export const renameMember = Effect.fn("renameMember")(function*({ address, member, name }: {
  readonly member: { readonly id: string; readonly accountId: AccountId }
  readonly name: string
  readonly address: string
}) {
  const wanted = yield* Effect.mapError(
    checkMemberName(name),
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
    detail: renaming(wanted)
  })
  return renamed
})
