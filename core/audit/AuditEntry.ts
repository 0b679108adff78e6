import type { AccountId, MemberId } from "../kernel/Ids.ts"

/**
 * Something that somebody did, as it is kept for owners to read. Appended and, in time, swept; of what stands in one only the words
 * that name a person are ever changed, when that person is erased.
 */
export interface AuditEntry {
  readonly id: number
  readonly accountId: AccountId
  readonly at: Date
  /** Name and address of the member; of a command line its user; `set-up` of the first. */
  readonly actor: string
  /** Id of the member; null of others. */
  readonly memberId: MemberId | null
  readonly action: AuditAction
  /** Id or name of what it was done to; empty where that is the account. */
  readonly target: string
  /** What changed, in a few words; never a secret. */
  readonly detail: string
  /** Of the browser; empty where there was none. */
  readonly address: string
}

export type NewAuditEntry = Omit<AuditEntry, "id">

/** By the word before the point they are told together: `key` is all that was done to keys. */
export const auditActions = [
  "set-up",
  "sign-in",
  "sign-in.refused",
  "sign-out",
  "password.change",
  "password.link",
  "password.reset",
  "session.revoke",
  "member.join",
  "member.invite",
  "member.withdraw",
  "member.role",
  "member.remove",
  "member.rename",
  "key.create",
  "key.revoke",
  "site.create",
  "site.change",
  "site.rotate",
  "site.remove",
  "rule.add",
  "rule.remove",
  "rule.import",
  "blocklist.add",
  "blocklist.remove",
  "blocklist.import",
  "submission.accept",
  "submission.reject",
  "lead.mark",
  "lead.forget",
  "credits.grant",
  "credits.adjust",
  "credits.notice",
  "credits.export",
  "retention.change",
  "person.export",
  "person.erase",
  "requests.export"
] as const

export type AuditAction = typeof auditActions[number]

/** What stands in the place of somebody whose data was erased. */
export const erasedActor = "(erased)"

export const auditDaysDefault = 365
/** A name of 100 characters, an address of 254, and the words around them: who is erased is found by the address at the end. */
export const auditTextCharsMax = 500
