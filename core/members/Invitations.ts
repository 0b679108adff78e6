import { Context, type Effect, Schema } from "effect"
import type { AccountId, InvitationId } from "../kernel/Ids.ts"
import type { Role } from "./Role.ts"

/**
 * Invitation to an account by a link. The first person who accepts it becomes a member. The set-up link of the first
 * start is also an invitation.
 */
export interface Invitation {
  readonly id: InvitationId
  readonly accountId: AccountId
  /** Email address that can accept the invitation. Null if the person with the link enters an address. */
  readonly email: string | null
  readonly role: Role
  /** SHA-256 of the token in the link, in lower-case hex. */
  readonly digest: string
  /** Name of the creator, or `set-up` for the first owner's link. */
  readonly author: string
  /**
   * True for the first owner's link, which is created at startup or by an operator. The link is invalid once the
   * account has an owner.
   */
  readonly isSetUp: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const invitationDaysMax = 7
/**
 * Lifetime of a set-up link in minutes. It is short, because the link is printed to a terminal and a log. Every start
 * prints a new link.
 */
export const setUpMinutesMax = 30
/** Maximum open invitations per account. */
export const invitationsMax = 50

/** Formats an invitation for the audit log: `reviewer, rita@example.com`. */
export const describeInvitation = ({ email, role }: Pick<Invitation, "email" | "role">): string =>
  `${role}, ${email ?? "any address"}`

/**
 * Error for an invitation that does not exist, was accepted or withdrawn, or has expired. The error does not
 * distinguish these cases.
 */
export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>()("InvitationNotFound", {}) {
  override get message(): string {
    return "This link is no longer valid. It was used or withdrawn, or has expired."
  }
}

/** Stores the invitations that have not been accepted. */
export class Invitations extends Context.Service<Invitations, {
  readonly create: (invitation: Invitation) => Effect.Effect<void>
  /**
   * Returns an invitation, or null if it does not exist, was accepted or was withdrawn. The caller must check whether
   * it has expired.
   */
  readonly find: (digest: string) => Effect.Effect<Invitation | null>
  /** Returns the invitations of an account, newest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Invitation>>
  /**
   * Deletes an invitation and reports whether it existed. To accept an invitation, use `Members.join`, which is
   * transactional.
   */
  readonly withdraw: (accountId: AccountId, id: string) => Effect.Effect<boolean>
  /** Deletes invitations that expired before a time. Returns the number of deleted invitations. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/Invitations") {}
