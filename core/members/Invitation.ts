import type { AccountId, InvitationId } from "../kernel/Ids.ts"
import type { Role } from "./Role.ts"

/** A link that makes whoever opens it first a member. The set-up link of a first start is one as well. */
export interface Invitation {
  readonly id: InvitationId
  readonly accountId: AccountId
  /** The only address that may take it; null: whoever has the link says theirs. */
  readonly email: string | null
  readonly role: Role
  /** SHA-256 of the token in the link, lower-case hex. */
  readonly digest: string
  /** Name of who made it; `set-up` for the first. */
  readonly author: string
  /** Made for the first owner, by a start or an operator: worth nothing as soon as the account has one. */
  readonly isSetUp: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const invitationDaysMax = 7
/** The set-up link stands in a terminal and a log: it is good for a short time, and every start prints another. */
export const setUpMinutesMax = 30
/** That are open at a time, of one account. */
export const invitationsMax = 50

/** As the audit log tells of one: `reviewer, rita@example.com`. */
export const invitationWords = ({ email, role }: Pick<Invitation, "email" | "role">): string =>
  `${role}, ${email ?? "any address"}`
