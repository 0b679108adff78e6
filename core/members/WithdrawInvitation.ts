import { Effect } from "effect"
import { InvitationNotFound, Invitations } from "../ports/Invitations.ts"
import { type Actor, audit } from "./Audit.ts"

/** A link that nobody has taken is good no more. Audited here. */
export const withdrawInvitation = Effect.fn("withdrawInvitation")(function*({ accountId, actor, id }: {
  readonly accountId: string
  readonly id: string
  readonly actor: Actor
}) {
  if (!(yield* (yield* Invitations).withdraw(accountId, id))) return yield* new InvitationNotFound()
  yield* audit({ accountId, actor, action: "member.withdraw", target: id })
})
