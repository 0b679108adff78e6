import { Effect } from "effect"
import type { AccountId } from "../../kernel/Ids.ts"
import { Members } from "../Members.ts"
import { openInvitations } from "./FindInvitation.ts"

/** Who signs in to an account, oldest first, and the links that somebody could still take, newest first. */
export const listMembers = Effect.fn("listMembers")(function*(accountId: AccountId) {
  return {
    members: yield* (yield* Members).list(accountId),
    invitations: yield* openInvitations(accountId)
  }
})
