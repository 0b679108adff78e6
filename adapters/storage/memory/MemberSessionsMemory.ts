import { Effect, Layer } from "effect"
import type { MemberSession } from "../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { PeopleMemory } from "./MembersMemory.ts"

export const layer: Layer.Layer<MemberSessions, never, PeopleMemory> = Layer.effect(
  MemberSessions,
  Effect.map(PeopleMemory, ({ members, sessions }) => {
    const removeWhere = (goes: (session: MemberSession) => boolean) =>
      Effect.sync(() => {
        const gone = [...sessions.values()].filter(goes)
        for (const { id } of gone) sessions.delete(id)
        return gone.length
      })
    return MemberSessions.of({
      create: (session) => Effect.sync(() => void (members.has(session.memberId) && sessions.set(session.id, session))),
      find: (digest) => Effect.sync(() => [...sessions.values()].find((session) => session.digest === digest) ?? null),
      seen: (id, at) =>
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
        Effect.map(removeWhere((session) => session.memberId === memberId && session.id === id), (gone) => gone > 0),
      removeAll: (memberId, exceptId) =>
        removeWhere((session) => session.memberId === memberId && session.id !== exceptId),
      sweep: (seenBefore, expiredBefore) =>
        removeWhere(({ expiresAt, lastSeenAt }) => lastSeenAt < seenBefore || expiresAt < expiredBefore)
    })
  })
)
