import { Effect } from "effect"
import { operatorAccountId } from "../accounts/OperatorAccount.ts"
import { type Actor, audit } from "./Audit.ts"
import type { AuditAction } from "./AuditEntry.ts"

/** Keeps what somebody did to threat data, in the operator's account. Before there is an account, nobody could read it. */
export const auditThreatData = Effect.fnUntraced(
  function*(actor: Actor, action: AuditAction, target: string, detail: string) {
    const accountId = yield* operatorAccountId
    if (accountId !== null) yield* audit({ accountId, actor, action, target, detail })
  }
)
