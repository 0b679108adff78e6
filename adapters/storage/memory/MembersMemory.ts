import { Context, Effect, Layer } from "effect"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import { type Invitation, InvitationNotFound, Invitations } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { EmailTaken, LastOwner, MemberNotFound, Members } from "../../../core/members/Members.ts"
import {
  type PasswordLink,
  PasswordLinkNotFound,
  PasswordLinks
} from "../../../core/members/password-changes/PasswordLinks.ts"
import {
  addAttempt,
  removeAttempt,
  SignInAttempts,
  waitMillisBeforeAttempt
} from "../../../core/members/passwords/SignInAttempts.ts"
import type { MemberSession } from "../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"

/**
 * In-memory state of members, sessions, invitations and password links. It is shared, because one change can affect
 * several of them.
 */
export class MembersState extends Context.Service<MembersState, {
  readonly members: Map<string, Member>
  readonly sessions: Map<string, MemberSession>
  readonly invitations: Map<string, Invitation>
  /** Password links by the ID of their member. */
  readonly passwordLinks: Map<string, PasswordLink>
}>()("gatehouse/adapters/storage/memory/MembersState") {
  static readonly layer = Layer.sync(MembersState, () => ({
    members: new Map<string, Member>(),
    sessions: new Map<string, MemberSession>(),
    invitations: new Map<string, Invitation>(),
    passwordLinks: new Map<string, PasswordLink>()
  }))
}

export const membersLayer: Layer.Layer<Members, never, MembersState> = Layer.effect(
  Members,
  Effect.map(MembersState, ({ invitations, members, passwordLinks, sessions }) => {
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
      findById: (id) => Effect.sync(() => members.get(id) ?? null),
      findByEmail: (emailKey) => Effect.sync(() => all().find((member) => member.emailKey === emailKey) ?? null),
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
      recordSeen: (id, at) =>
        Effect.sync(() => {
          const member = members.get(id)
          if (member !== undefined) change({ ...member, lastSeenAt: at })
        })
    })
  })
)

export const invitationsLayer: Layer.Layer<Invitations, never, MembersState> = Layer.effect(
  Invitations,
  Effect.map(MembersState, ({ invitations }) =>
    Invitations.of({
      create: (invitation) => Effect.sync(() => void invitations.set(invitation.id, invitation)),
      find: (digest) =>
        Effect.sync(() => [...invitations.values()].find((invitation) => invitation.digest === digest) ?? null),
      list: (accountId) =>
        Effect.sync(() =>
          [...invitations.values()].filter((invitation) => invitation.accountId === accountId).toSorted((a, b) =>
            b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
          )
        ),
      withdraw: (accountId, id) =>
        Effect.sync(() => invitations.get(id)?.accountId === accountId && invitations.delete(id)),
      sweep: (expiredBefore) =>
        Effect.sync(() => {
          const expired = [...invitations.values()].filter(({ expiresAt }) => expiresAt < expiredBefore)
          for (const { id } of expired) invitations.delete(id)
          return expired.length
        })
    }))
)

export const memberSessionsLayer: Layer.Layer<MemberSessions, never, MembersState> = Layer.effect(
  MemberSessions,
  Effect.map(MembersState, ({ members, sessions }) => {
    const removeWhere = (matches: (session: MemberSession) => boolean) =>
      Effect.sync(() => {
        const removed = [...sessions.values()].filter(matches)
        for (const { id } of removed) sessions.delete(id)
        return removed.length
      })
    return MemberSessions.of({
      create: (session) => Effect.sync(() => void (members.has(session.memberId) && sessions.set(session.id, session))),
      find: (digest) => Effect.sync(() => [...sessions.values()].find((session) => session.digest === digest) ?? null),
      recordSeen: (id, at) =>
        Effect.sync(() => {
          const session = sessions.get(id)
          if (session !== undefined) sessions.set(id, { ...session, lastSeenAt: at })
        }),
      list: (memberId) =>
        Effect.sync(() =>
          [...sessions.values()].filter((session) => session.memberId === memberId).toSorted((a, b) =>
            b.lastSeenAt.getTime() - a.lastSeenAt.getTime() || (a.id < b.id ? 1 : -1)
          )
        ),
      remove: (memberId, id) =>
        Effect.map(
          removeWhere((session) => session.memberId === memberId && session.id === id),
          (removed) => removed > 0
        ),
      removeAll: (memberId, exceptId) =>
        removeWhere((session) => session.memberId === memberId && session.id !== exceptId),
      sweep: (seenBefore, expiredBefore) =>
        removeWhere(({ expiresAt, lastSeenAt }) => lastSeenAt < seenBefore || expiresAt < expiredBefore)
    })
  })
)

export const passwordLinksLayer: Layer.Layer<PasswordLinks, never, MembersState> = Layer.effect(
  PasswordLinks,
  Effect.map(MembersState, ({ members, passwordLinks, sessions }) => {
    const find = (digest: string) => [...passwordLinks.values()].find((link) => link.digest === digest) ?? null
    const removeThose = (isOne: (link: NonNullable<ReturnType<typeof find>>) => boolean) =>
      Effect.sync(() => {
        const matching = [...passwordLinks.values()].filter(isOne)
        for (const { memberId } of matching) passwordLinks.delete(memberId)
        return matching.length
      })
    return PasswordLinks.of({
      put: (link) =>
        Effect.sync(() => {
          if (members.has(link.memberId)) passwordLinks.set(link.memberId, link)
        }),
      find: (digest) => Effect.sync(() => find(digest)),
      use: (digest, passwordHash) =>
        Effect.suspend(() => {
          const link = find(digest)
          const member = link === null ? undefined : members.get(link.memberId)
          if (member === undefined) return Effect.fail(new PasswordLinkNotFound())
          passwordLinks.delete(member.id)
          members.set(member.id, { ...member, passwordHash })
          for (const session of sessions.values()) if (session.memberId === member.id) sessions.delete(session.id)
          return Effect.void
        }),
      removeBy: (authorId) => removeThose((link) => link.authorId === authorId),
      sweep: (expiredBefore) => removeThose(({ expiresAt }) => expiresAt < expiredBefore)
    })
  })
)

/** Maximum number of keys with sign-in attempts. The key with the oldest change is dropped first. */
const tryKeysMax = 100_000

export const signInAttemptsLayer: Layer.Layer<SignInAttempts> = Layer.sync(SignInAttempts, () => {
  const tries = new Map<string, ReadonlyArray<number>>()
  const write = (key: string, times: ReadonlyArray<number>) => {
    tries.delete(key)
    if (times.length > 0) tries.set(key, times)
    const [oldest] = tries.keys()
    if (oldest !== undefined && tries.size > tryKeysMax) tries.delete(oldest)
  }
  return SignInAttempts.of({
    begin: (key, now, limits) =>
      Effect.sync(() => {
        const times = tries.get(key) ?? []
        const wait = waitMillisBeforeAttempt(times, now.getTime(), limits)
        if (wait === 0) write(key, addAttempt(times, now.getTime(), limits))
        return wait
      }),
    undo: (key, at) => Effect.sync(() => write(key, removeAttempt(tries.get(key) ?? [], at.getTime()))),
    clear: (key) => Effect.sync(() => void tries.delete(key)),
    sweep: (before) =>
      Effect.sync(() => {
        const old = [...tries].filter(([, times]) => times.every((at) => at < before.getTime()))
        for (const [key] of old) tries.delete(key)
        return old.length
      })
  })
})
