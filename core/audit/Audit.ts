import { Clock, Effect } from "effect"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { plainLine } from "../kernel/PlainLine.ts"
import { type AuditAction, auditTextCharsMax, type NewAuditEntry } from "./AuditEntry.ts"
import { AuditLog } from "./AuditLog.ts"

/** Name and email address of a member. */
export interface Person {
  readonly name: string
  readonly email: string
}

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

/** A name may be chosen to read like another's address: only the address itself stands in angle brackets. */
export const actorName = ({ email, name }: Person): string => `${name.replace(/[<>]/g, "")} <${email}>`

/** Name and address in what `actorName` made; of another text the whole as the name, and no address. */
export const signedAs = (actor: string): { readonly name: string; readonly email: string } => {
  const start = actor.lastIndexOf(" <")
  return start < 0 || !actor.endsWith(">")
    ? { name: actor, email: "" }
    : { name: actor.slice(0, start), email: actor.slice(start + 2, -1) }
}

/** Whether a name that `actorName` made is of this member, whatever they were called then. */
export const isBy = (actor: string, { email }: Pick<Person, "email">): boolean => actor.endsWith(` <${email}>`)

export const actorOf = (
  member: Person & { readonly id: string },
  address: string
): Actor => ({
  name: actorName(member),
  memberId: member.id,
  address
})
