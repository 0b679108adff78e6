import { Effect } from "effect"
import { Accounts } from "../../accounts/Accounts.ts"
import type { Invitation } from "../Invitation.ts"
import { InvitationNotFound } from "../Invitations.ts"
import { findInvitation } from "./FindInvitation.ts"

export interface ReadInvitation extends Invitation {
  readonly accountName: string
  /** It makes the account's first owner. */
  readonly isFirstRun: boolean
}

/** What a link offers, to show to whoever opens it. Nothing is taken by looking. */
export const readInvitation = Effect.fn("readInvitation")(function*(token: string) {
  const invitation = yield* findInvitation(token)
  const { name } = yield* Effect.catchTag(
    (yield* Accounts).get(invitation.accountId),
    "AccountNotFound",
    () => new InvitationNotFound()
  )
  const read: ReadInvitation = { ...invitation, accountName: name, isFirstRun: invitation.isSetUp }
  return read
})
