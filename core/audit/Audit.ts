import { Clock, Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { plainLine } from "../kernel/PlainLine.ts"
import { actorName, type Person } from "./ActorName.ts"
import { type AuditAction, auditTextCharsMax, type NewAuditEntry } from "./AuditEntry.ts"
import { AuditLog } from "./AuditLog.ts"

export interface Actor {
  /** Name for the log: `actorName` for a member, `command line (USER)` for an operator. */
  readonly name: string
  /** Null if the actor is not a member. */
  readonly memberId: MemberId | null
  /** IP address of the browser. Empty without a browser. */
  readonly address: string
}

export interface AuditEvent {
  readonly accountId: AccountId
  readonly actor: Actor
  readonly action: AuditAction
  /** Id or name of the affected object. Empty for the account itself. */
  readonly target?: string
  /** Short description of the change. Never contains secrets. */
  readonly detail?: string
}

/**
 * Records an action in the audit log. Durable when it returns. Call it after the change. The use cases of `core/members` call it
 * themselves.
 */
export const audit = Effect.fn("audit")(function*(event: AuditEvent) {
  yield* (yield* AuditLog).append(yield* makeEntry(event))
})

/** Records an action after a delay, so that the actor cannot notice it. Durable after the delay, at the latest when the server stops. */
export const auditAfterDelay = Effect.fn("auditAfterDelay")(function*(event: AuditEvent, millis: number) {
  yield* (yield* AuditLog).appendAfterDelay(yield* makeEntry(event), millis)
})

const makeEntry = Effect.fnUntraced(function*({ accountId, action, actor, detail = "", target = "" }: AuditEvent) {
  const entry: NewAuditEntry = {
    accountId,
    at: new Date(yield* Clock.currentTimeMillis),
    actor: plainLine(actor.name, auditTextCharsMax),
    memberId: actor.memberId,
    action,
    target: plainLine(target, auditTextCharsMax),
    detail: plainLine(detail, auditTextCharsMax),
    address: plainLine(actor.address, auditTextCharsMax)
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
 * Records a change of threat data in the operator's account. Does nothing before the first account exists: the entry would have no
 * reader.
 */
export const auditThreatData = Effect.fnUntraced(
  function*(actor: Actor, action: AuditAction, target: string, detail: string) {
    const accountId = yield* operatorAccountId
    if (accountId !== null) yield* audit({ accountId, actor, action, target, detail })
  }
)
