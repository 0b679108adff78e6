import { Effect, Layer } from "effect"
import { PasswordLinkNotFound, PasswordLinks } from "../../../core/members/password-changes/PasswordLinks.ts"
import { PeopleMemory } from "./MembersMemory.ts"

export const layer: Layer.Layer<PasswordLinks, never, PeopleMemory> = Layer.effect(
  PasswordLinks,
  Effect.map(PeopleMemory, ({ members, passwordLinks, sessions }) => {
    const find = (digest: string) => [...passwordLinks.values()].find((link) => link.digest === digest) ?? null
    const removeThose = (isOne: (link: NonNullable<ReturnType<typeof find>>) => boolean) =>
      Effect.sync(() => {
        const those = [...passwordLinks.values()].filter(isOne)
        for (const { memberId } of those) passwordLinks.delete(memberId)
        return those.length
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
