import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { PasswordLink } from "./PasswordLink.ts"

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
