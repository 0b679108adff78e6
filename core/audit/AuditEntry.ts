import type { AccountId, MemberId } from "../kernel/Ids.ts"

/**
 * Action recorded for the owners of an account. The log is append-only until entries expire. When a person is erased,
 * only the texts that identify the person are changed.
 */
export interface AuditEntry {
  readonly id: number
  readonly accountId: AccountId
  readonly at: Date
  /**
   * Name and email address of the member, name of the management key, user on the command line, or `Gatehouse`.
   * Fixed text for a failed sign-in.
   */
  readonly actor: string
  /** ID of the member or management key; null for the command line, for Gatehouse itself, and for a failed sign-in. */
  readonly memberId: MemberId | null
  readonly action: AuditAction
  /** ID or name of the affected object. Empty if it is the account itself. */
  readonly target: string
  /** Short description of the change. Never contains secrets. */
  readonly detail: string
  /** IP address of the browser. Empty if the action did not come from a browser. */
  readonly address: string
}

export type NewAuditEntry = Omit<AuditEntry, "id">

/** Actions that the log records. The word before the dot is the group: `key` selects all actions on keys. */
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
  "management-key.create",
  "management-key.revoke",
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
  "webhook.create",
  "webhook.change",
  "webhook.rotate",
  "webhook.enable",
  "webhook.disable",
  "webhook.remove",
  "webhook.test",
  "webhook.resend",
  "retention.change",
  "person.export",
  "person.erase",
  "requests.export"
] as const

export type AuditAction = typeof auditActions[number]

/** Actor name of a failed sign-in. */
export const unknownActor = "unknown"
/** Actor names of failed sign-ins, with the name that earlier versions stored. */
export const unknownActors: ReadonlyArray<string> = [unknownActor, "somebody"]
/** Actor name after the person was erased. */
export const erasedActor = "(erased)"

export const auditDaysDefault = 365
/**
 * Maximum characters of each text in an entry. There is room for a name of 100 characters, an email address of 254, and
 * the words around them. The address at the end must not be cut off, because erasure searches for it.
 */
export const auditTextCharsMax = 500
