import { Effect } from "effect"
import { actorName, isActorNameOf } from "../../audit/ActorName.ts"
import { type Actor, actorOf, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Invitations } from "../Invitations.ts"
import { checkMemberName, type Member } from "../Member.ts"
import { Members } from "../Members.ts"
import { PasswordLinks } from "../password-changes/PasswordLinks.ts"
import type { Role } from "../Role.ts"
import { InvalidMember } from "../SignInFailure.ts"
import { openInvitations, withdrawInvitation } from "./ManageInvitations.ts"

/** Returns an account's members, oldest first, and open invitations, newest first. */
export const listMembers = Effect.fn("listMembers")(function*(accountId: AccountId) {
  return {
    members: yield* (yield* Members).list(accountId),
    invitations: yield* openInvitations(accountId)
  }
})

interface MemberAction {
  readonly accountId: AccountId
  /** ID of the affected member. */
  readonly id: string
  readonly actor: Actor
}

/**
 * Changes a member's role, which takes effect with the member's next request. The last owner cannot be demoted. Unless
 * the new role is `owner`, the invitations and reset links that the member has created end. Writes to the audit log.
 */
export const setMemberRole = Effect.fn("setMemberRole")(function*(wanted: MemberAction & { readonly role: Role }) {
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
  if (role !== "owner") yield* revokeLinksOf(member, actor)
  return member
})

/**
 * Removes a member. Ends the member's sessions and the links that the member has created. The last owner cannot be
 * removed. Writes to the audit log.
 */
export const removeMember = Effect.fn("removeMember")(function*({ accountId, actor, id }: MemberAction) {
  const members = yield* Members
  const member = yield* members.get(accountId, id)
  yield* members.remove(accountId, id)
  yield* audit({ accountId, actor, action: "member.remove", target: id, detail: actorName(member) })
  yield* revokeLinksOf(member, actor)
})

/**
 * Ends the links that a member has created, because links outlive sessions. Otherwise a demoted or removed member could
 * return as an owner through an invitation that the member created.
 */
const revokeLinksOf = Effect.fnUntraced(function*(member: Member, actor: Actor) {
  const { accountId } = member
  yield* (yield* PasswordLinks).removeBy(member.id)
  const theirs = (yield* (yield* Invitations).list(accountId)).filter(({ author }) => isActorNameOf(author, member))
  for (const { id } of theirs) {
    // Another request may accept or withdraw the invitation concurrently.
    yield* Effect.catchTag(withdrawInvitation({ accountId, actor, id }), "InvitationNotFound", () => Effect.void)
  }
})

const renamePrefix = "now "

/** Formats the audit log detail of a rename. */
export const formatRename = (name: string): string => `${renamePrefix}${name}`

/** Returns the name in the audit log detail of a rename. */
export const parseRenameDetail = (detail: string): string => detail.slice(renamePrefix.length)

/** Changes the name of the requesting member. Writes to the audit log. */
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
    detail: formatRename(wanted)
  })
  return renamed
})
