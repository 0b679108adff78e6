import { Context, type Effect, Schema } from "effect"
import type { MemberId } from "../../kernel/Ids.ts"

/** A link by which a member chooses a new password without the one in use. A member has one at a time. */
export interface PasswordLink {
  readonly memberId: MemberId
  /** SHA-256 of the token in the link, lower-case hex. */
  readonly digest: string
  /** Id of the member who made it; null of an operator. */
  readonly authorId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whoever has it signs in as the member: it is good for as long as it takes to hand it over. */
export const passwordLinkMinutesMax = 30

/** There is none such, or no more: used, replaced, outdated or expired. Which of these is not told. */
export class PasswordLinkNotFound extends Schema.TaggedError<PasswordLinkNotFound>()("PasswordLinkNotFound", {}) {
  override get message(): string {
    return "This link is not good any more: it was used or replaced, or it is too old."
  }
}

/** Links by which members choose a new password; at most one of each. `Members.setPassword` ends a member's, `remove` too. */
export class PasswordLinks extends Context.Service<PasswordLinks, {
  /** In place of the member's older one. Nothing is made of a member that was removed meanwhile. */
  readonly put: (link: PasswordLink) => Effect.Effect<void>
  /** Null when there is none, used or replaced. Whether it has expired is for the core to judge. */
  readonly find: (digest: string) => Effect.Effect<PasswordLink | null>
  /** Uses it up, sets the password and ends all sessions of the member, in one transaction: of two who use it at once, one does. */
  readonly use: (digest: string, passwordHash: string) => Effect.Effect<void, PasswordLinkNotFound>
  /** Removes those that this member has made for others; returns how many. */
  readonly removeBy: (authorId: string) => Effect.Effect<number>
  /** Removes what expired before; returns how many. */
  readonly sweep: (expiredBefore: Date) => Effect.Effect<number>
}>()("gatehouse/core/members/password-changes/PasswordLinks") {}
