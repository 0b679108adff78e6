import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import type { Invitation } from "../../../core/members/Invitation.ts"
import { InvitationNotFound } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { EmailTaken, LastOwner, MemberNotFound, Members } from "../../../core/members/Members.ts"
import type { PasswordLink } from "../../../core/members/password-changes/PasswordLink.ts"
import type { MemberSession } from "../../../core/members/sessions/MemberSession.ts"

/** What members, their sessions, invitations and password links of a memory share: each is changed with another in one step. */
export class PeopleMemory extends Context.Service<PeopleMemory, {
  readonly members: Map<string, Member>
  readonly sessions: Map<string, MemberSession>
  readonly invitations: Map<string, Invitation>
  /** By member. */
  readonly passwordLinks: Map<string, PasswordLink>
}>()("gatehouse/adapters/storage/memory/PeopleMemory") {
  static readonly layer = Layer.sync(PeopleMemory, () => ({
    members: new Map<string, Member>(),
    sessions: new Map<string, MemberSession>(),
    invitations: new Map<string, Invitation>(),
    passwordLinks: new Map<string, PasswordLink>()
  }))
}

export const layer: Layer.Layer<Members, never, PeopleMemory> = Layer.effect(
  Members,
  Effect.map(PeopleMemory, ({ invitations, members, passwordLinks, sessions }) => {
    const all = () => [...members.values()]
    const isLastOwner = ({ accountId, id, role }: Member) =>
      role === "owner" &&
      !all().some((other) => other.accountId === accountId && other.role === "owner" && other.id !== id)
    const get = (accountId: AccountId, id: string) =>
      Effect.suspend(() => {
        const member = members.get(id)
        return member === undefined || member.accountId !== accountId
          ? Effect.fail(new MemberNotFound({ id }))
          : Effect.succeed(member)
      })
    const change = (member: Member): Member => {
      members.set(member.id, member)
      return member
    }
    return Members.of({
      join: (member, { id, isSetUp }) =>
        Effect.suspend((): Effect.Effect<void, EmailTaken | InvitationNotFound> => {
          const isOwned = all().some((other) => other.accountId === member.accountId && other.role === "owner")
          if (invitations.get(id)?.accountId !== member.accountId || (isSetUp && isOwned)) {
            return new InvitationNotFound()
          }
          if (all().some((other) => other.emailKey === member.emailKey)) return new EmailTaken()
          invitations.delete(id)
          members.set(member.id, member)
          return Effect.void
        }),
      get,
      byId: (id) => Effect.sync(() => members.get(id) ?? null),
      byEmail: (emailKey) => Effect.sync(() => all().find((member) => member.emailKey === emailKey) ?? null),
      list: (accountId) => Effect.sync(() => all().filter((member) => member.accountId === accountId)),
      setRole: (accountId, id, role) =>
        Effect.flatMap(
          get(accountId, id),
          (member): Effect.Effect<Member, LastOwner> =>
            role !== "owner" && isLastOwner(member) ? new LastOwner() : Effect.succeed(change({ ...member, role }))
        ),
      rename: (accountId, id, name) => Effect.map(get(accountId, id), (member) => change({ ...member, name })),
      setPassword: (accountId, id, passwordHash) =>
        Effect.map(get(accountId, id), (member) => {
          change({ ...member, passwordHash })
          passwordLinks.delete(id)
        }),
      remove: (accountId, id) =>
        Effect.flatMap(get(accountId, id), (member): Effect.Effect<void, LastOwner> => {
          if (isLastOwner(member)) return new LastOwner()
          members.delete(id)
          passwordLinks.delete(id)
          for (const session of sessions.values()) if (session.memberId === id) sessions.delete(session.id)
          return Effect.void
        }),
      seen: (id, at) =>
        Effect.sync(() => {
          const member = members.get(id)
          if (member !== undefined) change({ ...member, lastSeenAt: at })
        })
    })
  })
)
