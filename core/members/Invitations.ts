import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Invitation } from "./Invitation.ts"

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
