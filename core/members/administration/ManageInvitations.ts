import { Clock, Effect, Result, Schema } from "effect"
import { Accounts } from "../../accounts/Accounts.ts"
import { type Actor, audit } from "../../audit/Audit.ts"
import { type AccountId, newId } from "../../kernel/Ids.ts"
import {
  type Invitation,
  invitationDaysMax,
  InvitationNotFound,
  Invitations,
  invitationsMax,
  invitationWords,
  setUpMinutesMax
} from "../Invitations.ts"
import { memberEmail } from "../Member.ts"
import { EmailTaken, Members } from "../Members.ts"
import { digestOfToken, makeToken } from "../MemberToken.ts"
import type { Role } from "../Role.ts"
import { InvalidMember } from "../SignInFailure.ts"

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

const hasOwner = Effect.fnUntraced(function*(accountId: AccountId) {
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

interface ReadInvitation extends Invitation {
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
