import { Context, type Effect, Schema } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"

/** Link to choose a new password without the current one. A member has at most one. */
export interface PasswordLink {
  readonly memberId: MemberId
  /** SHA-256 of the token in the link, lower-case hex. */
  readonly digest: string
  /** Id of the member who created the link. Null for an operator. */
  readonly authorId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Anyone with the link can sign in as the member, so it lives only long enough to be handed over. */
export const passwordLinkMinutesMax = 30

/** The link does not exist, or was used, replaced or has expired. The error does not distinguish these. */
export class PasswordLinkNotFound extends Schema.TaggedError<PasswordLinkNotFound>()("PasswordLinkNotFound", {}) {
  override get message(): string {
    return "This link is no longer valid. It was used or replaced, or has expired."
  }
}

/** Password reset links, at most one per member. `Members.setPassword` and `Members.remove` delete the member's link. */
export class PasswordLinks extends Context.Service<PasswordLinks, {
  /** Stores a link and replaces the member's older one. Does nothing if the member was removed. */
  readonly put: (link: PasswordLink) => Effect.Effect<void>
  /** Returns null if the link does not exist, was used or replaced. The caller must check whether it has expired. */
  readonly find: (digest: string) => Effect.Effect<PasswordLink | null>
  /**
   * Consumes the link, sets the password and ends all sessions of the member, in one transaction. Of two concurrent calls, one
   * succeeds.
   */
  readonly use: (digest: string, passwordHash: string) => Effect.Effect<void, PasswordLinkNotFound>
  /** Deletes the links that this member created for others. Returns the number deleted. */
  readonly removeBy: (authorId: string) => Effect.Effect<number>
  /** Deletes links that expired before this date. Returns the number deleted. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/password-changes/PasswordLinks") {}
