import { Context, type Effect, Schema } from "effect"
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

/** There is none such, or no more: taken, withdrawn or expired. Which of these is not told. */
export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>()("InvitationNotFound", {}) {
  override get message(): string {
    return "This link is not good any more: it was used or withdrawn, or it is too old."
  }
}

/** Links that nobody has taken yet. */
export class Invitations extends Context.Service<Invitations, {
  readonly create: (invitation: Invitation) => Effect.Effect<void>
  /** Null when there is none, taken or withdrawn. Whether it has expired is for the core to judge. */
  readonly find: (digest: string) => Effect.Effect<Invitation | null>
  /** Newest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Invitation>>
  /** Removes it, and says whether it was there. Whoever takes it is made a member in one transaction: see `Members.join`. */
  readonly withdraw: (accountId: AccountId, id: string) => Effect.Effect<boolean>
  /** Removes what expired before; returns how many. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/Invitations") {}
