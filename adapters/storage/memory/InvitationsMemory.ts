import { Effect, Layer } from "effect"
import { Invitations } from "../../../core/members/Invitations.ts"
import { PeopleMemory } from "./MembersMemory.ts"

export const layer: Layer.Layer<Invitations, never, PeopleMemory> = Layer.effect(
  Invitations,
  Effect.map(PeopleMemory, ({ invitations }) =>
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
