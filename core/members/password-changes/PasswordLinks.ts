import { Context, type Effect, Schema } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"

/** Link for choosing a new password without the current one. A member has at most one such link. */
export interface PasswordLink {
  readonly memberId: MemberId
  /** SHA-256 of the token in the link, in lower-case hex. */
  readonly digest: string
  /** ID of the member who created the link. Null if an operator created it. */
  readonly authorId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Lifetime of a reset link in minutes. It is short, because anyone with the link can sign in as the member. */
export const passwordLinkMinutesMax = 30

/**
 * Error for a link that does not exist, was used or replaced, or has expired. The error does not distinguish these
 * cases.
 */
export class PasswordLinkNotFound extends Schema.TaggedError<PasswordLinkNotFound>()("PasswordLinkNotFound", {}) {
  override get message(): string {
    return "This link is no longer valid. It was used or replaced, or has expired."
  }
}

/**
 * Stores password reset links, at most one per member. `Members.setPassword` and `Members.remove` delete the member's
 * link.
 */
export class PasswordLinks extends Context.Service<PasswordLinks, {
  /** Stores a link and replaces the member's older link. Does nothing if the member was removed. */
  readonly put: (link: PasswordLink) => Effect.Effect<void>
  /**
   * Returns a link, or null if it does not exist, was used or was replaced. The caller must check whether it has
   * expired.
   */
  readonly find: (digest: string) => Effect.Effect<PasswordLink | null>
  /**
   * Consumes the link, sets the password and ends all sessions of the member, in one transaction. Of two concurrent
   * calls, only one succeeds.
   */
  readonly use: (digest: string, passwordHash: string) => Effect.Effect<void, PasswordLinkNotFound>
  /** Deletes the links that this member created for other members. Returns the number of deleted links. */
  readonly removeBy: (authorId: string) => Effect.Effect<number>
  /** Deletes links that expired before a time. Returns the number of deleted links. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/password-changes/PasswordLinks") {}
