import { Clock, Effect, Result, Schema } from "effect"
import { type Actor, audit } from "../../audit/Audit.ts"
import { type AccountId, newId } from "../../kernel/Ids.ts"
import { type Invitation, invitationDaysMax, invitationsMax, invitationWords, setUpMinutesMax } from "../Invitation.ts"
import { Invitations } from "../Invitations.ts"
import { memberEmail } from "../MemberEmail.ts"
import { EmailTaken, Members } from "../Members.ts"
import { makeToken } from "../MemberToken.ts"
import type { Role } from "../Role.ts"
import { InvalidMember } from "../SignInFailure.ts"
import { hasOwner, openInvitations } from "./FindInvitation.ts"

/** So many links are open that one has to be taken or withdrawn first. */
export class TooManyInvitations extends Schema.TaggedError<TooManyInvitations>()("TooManyInvitations", {}) {
  override get message(): string {
    return `There are ${invitationsMax} open invitations: withdraw one first.`
  }
}

export interface InviteMember {
  readonly accountId: AccountId
  readonly role: Role
  /** The only address that may take it; null: whoever has the link says theirs. */
  readonly email: string | null
  readonly actor: Actor
}

const minuteMillis = 60_000
const dayMillis = 86_400_000

/** Where a browser takes an invitation. A fragment is sent to no server: it stands in no log and no referrer. */
export const joinLink = (baseUrl: string, token: string): string => `${baseUrl}/dashboard/join#${token}`

/** A link that makes a member of whoever takes it first. Its token is in the result and nowhere else. Audited here. */
export const inviteMember = Effect.fn("inviteMember")(function*({ accountId, actor, email, role }: InviteMember) {
  const invited = email === null ? null : yield* checkEmail(accountId, email)
  if ((yield* openInvitations(accountId)).length >= invitationsMax) return yield* new TooManyInvitations()
  const made = yield* makeInvitation(
    { accountId, email: invited, role, author: actor.name, isSetUp: false },
    invitationDaysMax * dayMillis
  )
  yield* audit({
    accountId,
    actor,
    action: "member.invite",
    target: made.invitation.id,
    detail: invitationWords(made.invitation)
  })
  return made
})

/**
 * The token of a link that makes an account's first owner; null when it has one. What was made before goes on being good for its
 * time, until somebody takes one: servers that start together each print their own.
 */
export const makeSetUpLink = Effect.fn("makeSetUpLink")(function*(accountId: AccountId) {
  if (yield* hasOwner(accountId)) return null
  const { token } = yield* makeInvitation(
    { accountId, email: null, role: "owner", author: "set-up", isSetUp: true },
    setUpMinutesMax * minuteMillis
  )
  return token
})

/** Of members of other accounts nothing is told: their address is found taken by whoever holds the link. */
const checkEmail = Effect.fnUntraced(function*(accountId: AccountId, text: string) {
  const parsed = memberEmail(text)
  if (Result.isFailure(parsed)) return yield* new InvalidMember({ fields: { email: parsed.failure } })
  const known = yield* (yield* Members).byEmail(parsed.success.emailKey)
  return known?.accountId === accountId ? yield* new EmailTaken() : parsed.success.email
})

const makeInvitation = Effect.fnUntraced(function*(
  wanted: Pick<Invitation, "accountId" | "email" | "role" | "author" | "isSetUp">,
  goodMillis: number
) {
  const { digest, token } = yield* makeToken
  const now = yield* Clock.currentTimeMillis
  const invitation: Invitation = {
    id: yield* newId("inv"),
    ...wanted,
    digest,
    createdAt: new Date(now),
    expiresAt: new Date(now + goodMillis)
  }
  yield* (yield* Invitations).create(invitation)
  return { invitation, token }
})
