import { Effect, Schema } from "effect"
import { actorName } from "../../audit/ActorName.ts"
import { type Actor, actorOf, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Members } from "../Members.ts"
import type { MemberSession } from "./MemberSession.ts"
import { MemberSessions } from "./MemberSessions.ts"

export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()("SessionNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no session ${this.id}.`
  }
}

interface OwnSessions {
  readonly member: { readonly id: string; readonly accountId: AccountId }
  readonly address: string
}

/** Of this browser. Nothing happens where the session has ended meanwhile. Audited here. */
export const signOut = Effect.fn("signOut")(function*(session: Pick<MemberSession, "id" | "memberId" | "address">) {
  const member = yield* (yield* Members).byId(session.memberId)
  const isRemoved = yield* (yield* MemberSessions).remove(session.memberId, session.id)
  if (member === null || !isRemoved) return
  yield* audit({ accountId: member.accountId, actor: actorOf(member, session.address), action: "sign-out" })
})

/** One of a member's own sessions, in another browser or in this. Audited here. */
export const revokeSession = Effect.fn("revokeSession")(function*(wanted: OwnSessions & { readonly id: string }) {
  const { accountId, id: memberId } = wanted.member
  const member = yield* (yield* Members).get(accountId, memberId)
  if (!(yield* (yield* MemberSessions).remove(memberId, wanted.id))) {
    return yield* new SessionNotFound({ id: wanted.id })
  }
  yield* audit({ accountId, actor: actorOf(member, wanted.address), action: "session.revoke", target: wanted.id })
})

/** All of a member's sessions but the one that asks; returns how many. Audited here. */
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

/** All of another member's sessions, by an operator; returns how many. Audited here. */
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
