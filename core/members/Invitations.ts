import { Context, type Effect, Schema } from "effect"
import type { AccountId, InvitationId } from "../kernel/Ids.ts"
import type { Role } from "./Role.ts"

/** Link that makes the first person who accepts it a member. Also used for the set-up link of the first start. */
export interface Invitation {
  readonly id: InvitationId
  readonly accountId: AccountId
  /** Only this address can accept. Null: the person who has the link enters an address. */
  readonly email: string | null
  readonly role: Role
  /** SHA-256 of the token in the link, lower-case hex. */
  readonly digest: string
  /** Name of the creator; `set-up` for the first owner's link. */
  readonly author: string
  /** Link for the first owner, created at startup or by an operator. Invalid once the account has an owner. */
  readonly isSetUp: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const invitationDaysMax = 7
/** The set-up link is printed to a terminal and a log, so it is short-lived. Every start prints a new one. */
export const setUpMinutesMax = 30
/** Open invitations per account. */
export const invitationsMax = 50

/** Formats an invitation for the audit log: `reviewer, rita@example.com`. */
export const describeInvitation = ({ email, role }: Pick<Invitation, "email" | "role">): string =>
  `${role}, ${email ?? "any address"}`

/** The invitation does not exist, or was accepted, withdrawn or has expired. The error does not distinguish these. */
export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>()("InvitationNotFound", {}) {
  override get message(): string {
    return "This link is no longer valid. It was used or withdrawn, or has expired."
  }
}

/** Invitations that have not been accepted. */
export class Invitations extends Context.Service<Invitations, {
  readonly create: (invitation: Invitation) => Effect.Effect<void>
  /** Returns null if the invitation does not exist, was accepted or withdrawn. The caller must check whether it has expired. */
  readonly find: (digest: string) => Effect.Effect<Invitation | null>
  /** Newest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Invitation>>
  /** Deletes an invitation and reports whether it existed. To accept one, use `Members.join`, which is transactional. */
  readonly withdraw: (accountId: AccountId, id: string) => Effect.Effect<boolean>
  /** Deletes invitations that expired before this date. Returns the number deleted. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/Invitations") {}
