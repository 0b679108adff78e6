import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Invitation, InvitationNotFound } from "./Invitations.ts"
import type { Member } from "./Member.ts"
import type { Role } from "./Role.ts"

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {
  override get message(): string {
    return `Member ${this.id} does not exist.`
  }
}

/** Error when the last owner would be removed or get another role. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {
  override get message(): string {
    return "The account needs at least one owner. Make another member an owner first."
  }
}

/** Error for an email address that already belongs to a member of this or another account. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {
  override get message(): string {
    return "A member with this email address already exists."
  }
}

/** Members of all accounts on this server. */
export class Members extends Context.Service<Members, {
  /**
   * Consumes the invitation and creates the member in one transaction. Of two concurrent calls, only one succeeds. If
   * the address is taken, the invitation remains valid. Fails with `InvitationNotFound` for a set-up invitation if the
   * account has an owner.
   */
  readonly join: (member: Member, invitation: Invitation) => Effect.Effect<void, EmailTaken | InvitationNotFound>
  readonly get: (accountId: AccountId, id: string) => Effect.Effect<Member, MemberNotFound>
  readonly findById: (id: string) => Effect.Effect<Member | null>
  /** Returns the member with this address, or null. */
  readonly findByEmail: (emailKey: string) => Effect.Effect<Member | null>
  /** Returns the members of an account, oldest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Member>>
  /** Changes a role in one transaction, so that two owners who demote each other leave one owner. */
  readonly setRole: (accountId: AccountId, id: string, role: Role) => Effect.Effect<Member, MemberNotFound | LastOwner>
  readonly rename: (accountId: AccountId, id: string, name: string) => Effect.Effect<Member, MemberNotFound>
  /** Sets the password and invalidates the member's reset link (`PasswordLinks`). */
  readonly setPassword: (accountId: AccountId, id: string, passwordHash: string) => Effect.Effect<void, MemberNotFound>
  /** Deletes the member with all sessions and the reset link. */
  readonly remove: (accountId: AccountId, id: string) => Effect.Effect<void, MemberNotFound | LastOwner>
  readonly recordSeen: (id: string, at: Date) => Effect.Effect<void>
}>()("gatehouse/core/members/Members") {}
