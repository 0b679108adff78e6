import { Effect } from "effect"
import { actorName } from "../../../../core/audit/ActorName.ts"
import { type Actor, audit } from "../../../../core/audit/Audit.ts"
import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"
import { CurrentMember } from "../api/SessionAuth.ts"

/** Who is signed in, as the audit log calls them. */
export const currentActor: Effect.Effect<Actor, never, CurrentMember> = Effect.map(
  CurrentMember,
  ({ address, email, memberId, name }) => ({ name: actorName({ name, email }), memberId, address })
)

/** Who is signed in, as use cases about members call them. */
export const currentSelf = Effect.map(CurrentMember, ({ accountId, address, memberId, sessionId }) => ({
  member: { id: memberId, accountId },
  session: { id: sessionId },
  address
}))

/** Keeps what who is signed in has done. Called after the change. */
export const audited = Effect.fnUntraced(function*(action: AuditAction, target: string, detail = "") {
  const member = yield* CurrentMember
  const { accountId, address, memberId } = member
  yield* audit({ accountId, actor: { name: actorName(member), memberId, address }, action, target, detail })
})
