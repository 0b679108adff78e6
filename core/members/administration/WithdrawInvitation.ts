import { Effect } from "effect"
import { type Actor, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { invitationWords } from "../Invitation.ts"
import { InvitationNotFound, Invitations } from "../Invitations.ts"

/** A link that nobody has taken is good no more. Audited here. */
export const withdrawInvitation = Effect.fn("withdrawInvitation")(function*({ accountId, actor, id }: {
  readonly accountId: AccountId
  readonly id: string
  readonly actor: Actor
}) {
  const invitations = yield* Invitations
  const invitation = (yield* invitations.list(accountId)).find((one) => one.id === id)
  if (invitation === undefined || !(yield* invitations.withdraw(accountId, id))) return yield* new InvitationNotFound()
  yield* audit({ accountId, actor, action: "member.withdraw", target: id, detail: invitationWords(invitation) })
})
