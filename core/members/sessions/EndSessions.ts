import { Effect, Schema } from "effect"
import { actorName } from "../../audit/ActorName.ts"
import { type Actor, actorOf, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Members } from "../Members.ts"
import type { MemberSession } from "./MemberSession.ts"
import { MemberSessions } from "./MemberSessions.ts"

export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", { id: Schema.String }) {
  override get message(): string {
    return `Session ${this.id} does not exist.`
  }
}

interface OwnSessions {
  readonly member: { readonly id: string; readonly accountId: AccountId }
  readonly address: string
}

/** Ends the current session. Does nothing if it has already ended. Writes to the audit log. */
export const signOut = Effect.fn("signOut")(function*(session: Pick<MemberSession, "id" | "memberId" | "address">) {
  const member = yield* (yield* Members).findById(session.memberId)
  const isRemoved = yield* (yield* MemberSessions).remove(session.memberId, session.id)
  if (member === null || !isRemoved) return
  yield* audit({ accountId: member.accountId, actor: actorOf(member, session.address), action: "sign-out" })
})

/** Ends a session of the requesting member. Writes to the audit log. */
export const revokeSession = Effect.fn("revokeSession")(function*(wanted: OwnSessions & { readonly id: string }) {
  const { accountId, id: memberId } = wanted.member
  const member = yield* (yield* Members).get(accountId, memberId)
  if (!(yield* (yield* MemberSessions).remove(memberId, wanted.id))) {
    return yield* new SessionNotFound({ id: wanted.id })
  }
  yield* audit({ accountId, actor: actorOf(member, wanted.address), action: "session.revoke", target: wanted.id })
})

/**
 * Ends all sessions of a member except the current one. Returns the number of ended sessions. Writes to the audit log.
 */
export const revokeOtherSessions = Effect.fn("revokeOtherSessions")(
  function*(wanted: OwnSessions & { readonly session: { readonly id: string } }) {
    const { accountId, id: memberId } = wanted.member
    const member = yield* (yield* Members).get(accountId, memberId)
    const revoked = yield* (yield* MemberSessions).removeAll(memberId, wanted.session.id)
    if (revoked > 0) {
      yield* audit({
        accountId,
        actor: actorOf(member, wanted.address),
        action: "session.revoke",
        target: memberId,
        detail: `${revoked} others`
      })
    }
    return revoked
  }
)

/** Ends all sessions of another member. Returns the number of ended sessions. Writes to the audit log. */
export const signOutMember = Effect.fn("signOutMember")(function*({ accountId, actor, id }: {
  readonly accountId: AccountId
  readonly id: string
  readonly actor: Actor
}) {
  const member = yield* (yield* Members).get(accountId, id)
  const revoked = yield* (yield* MemberSessions).removeAll(id, null)
  if (revoked > 0) {
    yield* audit({
      accountId,
      actor,
      action: "session.revoke",
      target: id,
      detail: `all ${revoked} of ${actorName(member)}`
    })
  }
  return revoked
})
