import { Effect } from "effect"
import { actorName } from "../../../../core/audit/ActorName.ts"
import { type Actor, audit } from "../../../../core/audit/Audit.ts"
import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"
import { CurrentMember } from "../api/SessionAuth.ts"

/** Signed-in member as an actor of the audit log. */
export const currentActor: Effect.Effect<Actor, never, CurrentMember> = Effect.map(
  CurrentMember,
  ({ address, email, memberId, name }) => ({ name: actorName({ name, email }), memberId, address })
)

/** Signed-in member in the form that member use cases expect. */
export const currentSessionMember = Effect.map(CurrentMember, ({ accountId, address, memberId, sessionId }) => ({
  member: { id: memberId, accountId },
  session: { id: sessionId },
  address
}))

/** Records an action of the signed-in member in the audit log. Call it after the change. */
export const recordAction = Effect.fnUntraced(function*(action: AuditAction, target: string, detail = "") {
  const member = yield* CurrentMember
  const { accountId, address, memberId } = member
  yield* audit({ accountId, actor: { name: actorName(member), memberId, address }, action, target, detail })
})
