import { Effect } from "effect"
import { actorName } from "../../../../core/audit/ActorName.ts"
import { audit } from "../../../../core/audit/Audit.ts"
import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"
import { CurrentMember } from "../api/SessionAuth.ts"

/** Keeps what who is signed in has done. Called after the change. */
export const audited = Effect.fnUntraced(function*(action: AuditAction, target: string, detail = "") {
  const member = yield* CurrentMember
  const { accountId, address, memberId } = member
  yield* audit({ accountId, actor: { name: actorName(member), memberId, address }, action, target, detail })
})
