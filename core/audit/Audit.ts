import { Clock, Effect } from "effect"
import { operatorAccountId } from "../accounts/ManageAccounts.ts"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { plainLine } from "../kernel/PlainLine.ts"
import { actorName, type Person } from "./ActorName.ts"
import { type AuditAction, auditTextCharsMax, type NewAuditEntry } from "./AuditEntry.ts"
import { AuditLog } from "./AuditLog.ts"

/** Who does something. */
export interface Actor {
  /** As it stands in the log: `actorName` of a member, `command line (USER)` of an operator. */
  readonly name: string
  /** Null of who is no member. */
  readonly memberId: MemberId | null
  /** Of the browser; empty where there was none. */
  readonly address: string
}

export interface Deed {
  readonly accountId: AccountId
  readonly actor: Actor
  readonly action: AuditAction
  /** Id or name of what it was done to; empty where that is the account. */
  readonly target?: string
  /** What changed, in a few words; never a secret. */
  readonly detail?: string
}

/** Keeps what somebody did; on disk when it returns. Called after the change. The use cases of `core/members` call it themselves. */
export const audit = Effect.fn("audit")(function*(deed: Deed) {
  yield* (yield* AuditLog).append(yield* entryOf(deed))
})

/** The same for what must not be felt by who does it: on disk so many milliseconds later, and before the server stops. */
export const auditLater = Effect.fn("auditLater")(function*(deed: Deed, millis: number) {
  yield* (yield* AuditLog).appendLater(yield* entryOf(deed), millis)
})

const entryOf = Effect.fnUntraced(function*({ accountId, action, actor, detail = "", target = "" }: Deed) {
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

/** Keeps what somebody did to threat data, in the operator's account. Before there is an account, nobody could read it. */
export const auditThreatData = Effect.fnUntraced(
  function*(actor: Actor, action: AuditAction, target: string, detail: string) {
    const accountId = yield* operatorAccountId
    if (accountId !== null) yield* audit({ accountId, actor, action, target, detail })
  }
)
