import type { AccountId, MemberId } from "../kernel/Ids.ts"

/**
 * Action recorded for the owners of an account. Append-only until it expires. When a person is erased, only the texts that identify
 * the person are changed.
 */
export interface AuditEntry {
  readonly id: number
  readonly accountId: AccountId
  readonly at: Date
  /** Name and address of the member, the user on the command line, or `set-up` for the first member. */
  readonly actor: string
  /** Null if the actor is not a member. */
  readonly memberId: MemberId | null
  readonly action: AuditAction
  /** Id or name of the affected object. Empty for the account itself. */
  readonly target: string
  /** Short description of the change. Never contains secrets. */
  readonly detail: string
  /** IP address of the browser. Empty without a browser. */
  readonly address: string
}

export type NewAuditEntry = Omit<AuditEntry, "id">

/** Grouped by the word before the dot: `key` is every action on keys. */
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

/** Actor name after the person was erased. */
export const erasedActor = "(erased)"

export const auditDaysDefault = 365
/**
 * Room for a name of 100 characters, an address of 254 and the words around them. The address at the end must not be cut, because
 * erasure searches for it.
 */
export const auditTextCharsMax = 500
