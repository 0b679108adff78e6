import { Clock, Effect } from "effect"
import type { AccountId } from "../../kernel/Ids.ts"
import type { Invitation } from "../Invitation.ts"
import { InvitationNotFound, Invitations } from "../Invitations.ts"
import { Members } from "../Members.ts"
import { digestOfToken } from "../MemberToken.ts"

export const hasOwner = Effect.fnUntraced(function*(accountId: AccountId) {
  return (yield* (yield* Members).list(accountId)).some(({ role }) => role === "owner")
})

/** Those of an account that somebody could take now, newest first. */
export const openInvitations = Effect.fnUntraced(function*(accountId: AccountId) {
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* Invitations).list(accountId)
  const isOwned = yield* hasOwner(accountId)
  return all.filter((invitation) => isOpen(invitation, now, isOwned))
})

/** The invitation behind a link's token, if it can be taken. */
export const findInvitation = Effect.fnUntraced(function*(token: string) {
  const digest = yield* digestOfToken(token)
  const found = digest === null ? null : yield* (yield* Invitations).find(digest)
  if (found === null) return yield* new InvitationNotFound()
  const now = yield* Clock.currentTimeMillis
  return isOpen(found, now, yield* hasOwner(found.accountId)) ? found : yield* new InvitationNotFound()
})

const isOpen = ({ expiresAt, isSetUp }: Invitation, now: number, isOwned: boolean): boolean =>
  now < expiresAt.getTime() && !(isSetUp && isOwned)
