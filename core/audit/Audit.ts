import { Clock, Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { sanitizeLine } from "../kernel/SanitizeLine.ts"
import { actorName, type Person } from "./ActorName.ts"
import { type AuditAction, auditTextCharsMax, type NewAuditEntry } from "./AuditEntry.ts"
import { AuditLog } from "./AuditLog.ts"

export interface Actor {
  /**
   * Name for the log: `actorName` for a member or management key, `command line (USER)` for an operator, or
   * `Gatehouse` for its own changes. Fixed text for a failed sign-in.
   */
  readonly name: string
  /** ID of the member or management key; null for the command line, for Gatehouse itself, and for a failed sign-in. */
  readonly memberId: MemberId | null
  /** IP address of the browser. Empty if the action did not come from a browser. */
  readonly address: string
}

export interface AuditEvent {
  readonly accountId: AccountId
  readonly actor: Actor
  readonly action: AuditAction
  /** ID or name of the affected object. Empty if it is the account itself. */
  readonly target?: string
  /** Short description of the change. Never contains secrets. */
  readonly detail?: string
}

/**
 * Records an action in the audit log. The caller makes the change first. The entry is durable when the effect
 * completes. The use cases of `core/members` record their actions themselves.
 */
export const audit = Effect.fn("audit")(function*(event: AuditEvent) {
  yield* (yield* AuditLog).append(yield* makeEntry(event))
})

/**
 * Records an action after a delay, so that the duration of the request does not reveal the write. The entry is durable
 * after the delay, or when the server stops if that is earlier.
 */
export const auditAfterDelay = Effect.fn("auditAfterDelay")(function*(event: AuditEvent, millis: number) {
  yield* (yield* AuditLog).appendAfterDelay(yield* makeEntry(event), millis)
})

const makeEntry = Effect.fnUntraced(function*({ accountId, action, actor, detail = "", target = "" }: AuditEvent) {
  const entry: NewAuditEntry = {
    accountId,
    at: new Date(yield* Clock.currentTimeMillis),
    actor: sanitizeLine(actor.name, auditTextCharsMax),
    memberId: actor.memberId,
    action,
    target: sanitizeLine(target, auditTextCharsMax),
    detail: sanitizeLine(detail, auditTextCharsMax),
    address: sanitizeLine(actor.address, auditTextCharsMax)
  }
  return entry
})

export const actorOf = (
  member: Person & { readonly id: string },
  address: string
): Actor => ({
  name: actorName(member),
  memberId: member.id,
  address
})

/**
 * Records a change of threat data in the operator's account. Does nothing before the first account exists, because the
 * entry would have no reader.
 */
export const auditThreatData = Effect.fnUntraced(
  function*(actor: Actor, action: AuditAction, target: string, detail: string) {
    const accountId = yield* operatorAccountId
    if (accountId !== null) yield* audit({ accountId, actor, action, target, detail })
  }
)
