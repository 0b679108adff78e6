import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Invitation, InvitationNotFound } from "./Invitations.ts"
import type { Member } from "./Member.ts"
import type { Role } from "./Role.ts"

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no member ${this.id}.`
  }
}

/** The last owner can neither go nor become something else. */
export class LastOwner extends Schema.TaggedError<LastOwner>()("LastOwner", {}) {
  override get message(): string {
    return "An account needs an owner: make somebody else one first."
  }
}

/** Somebody signs in with this address already, to this account or another. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {
  override get message(): string {
    return "Somebody signs in with this address already."
  }
}

/** Who may sign in to the dashboards of this server. */
export class Members extends Context.Service<Members, {
  /**
   * Takes the invitation and makes the member, in one transaction: of two who take it at once, one becomes a member, and whoever's
   * address is taken has not used it up. A set-up invitation is not there as soon as the account has an owner.
   */
  readonly join: (member: Member, invitation: Invitation) => Effect.Effect<void, EmailTaken | InvitationNotFound>
  readonly get: (accountId: AccountId, id: string) => Effect.Effect<Member, MemberNotFound>
  readonly byId: (id: string) => Effect.Effect<Member | null>
  /** Null when nobody signs in with this address. */
  readonly byEmail: (emailKey: string) => Effect.Effect<Member | null>
  /** Oldest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Member>>
  /** Decided and written in one transaction: of two owners who take each other's role, one remains. */
  readonly setRole: (accountId: AccountId, id: string, role: Role) => Effect.Effect<Member, MemberNotFound | LastOwner>
  readonly rename: (accountId: AccountId, id: string, name: string) => Effect.Effect<Member, MemberNotFound>
  /** Ends the link by which the member could choose another (`PasswordLinks`). */
  readonly setPassword: (accountId: AccountId, id: string, passwordHash: string) => Effect.Effect<void, MemberNotFound>
  /** With all sessions, and the link for a new password. */
  readonly remove: (accountId: AccountId, id: string) => Effect.Effect<void, MemberNotFound | LastOwner>
  readonly seen: (id: string, at: Date) => Effect.Effect<void>
}>()("gatehouse/core/members/Members") {}
