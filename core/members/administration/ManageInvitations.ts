import { Clock, Effect, Result, Schema } from "effect"
import { Accounts } from "../../accounts/Accounts.ts"
import { type Actor, audit } from "../../audit/Audit.ts"
import { type AccountId, newId } from "../../kernel/Ids.ts"
import {
  describeInvitation,
  type Invitation,
  invitationDaysMax,
  InvitationNotFound,
  Invitations,
  invitationsMax,
  setUpMinutesMax
} from "../Invitations.ts"
import { parseMemberEmail } from "../Member.ts"
import { EmailTaken, Members } from "../Members.ts"
import { digestOfToken, makeToken } from "../MemberToken.ts"
import type { Role } from "../Role.ts"
import { InvalidMember } from "../SignInFailure.ts"

/** Error when the account has too many open invitations. An invitation must be accepted or withdrawn first. */
export class TooManyInvitations extends Schema.TaggedError<TooManyInvitations>()("TooManyInvitations", {}) {
  override get message(): string {
    return `The account has reached its limit of ${invitationsMax} open invitations. Withdraw one first.`
  }
}

export interface InviteMemberInput {
  readonly accountId: AccountId
  readonly role: Role
  /** Email address that can accept the invitation. Null if the person with the link enters an address. */
  readonly email: string | null
  readonly actor: Actor
}

const minuteMillis = 60_000
const dayMillis = 86_400_000

/**
 * Returns the URL that accepts an invitation. The token is in the fragment, which is never sent to a server, so it
 * appears in no log or referrer.
 */
export const joinLink = (baseUrl: string, token: string): string => `${baseUrl}/dashboard/join#${token}`

/** Creates an invitation. Only the result contains the token. Writes to the audit log. */
export const inviteMember = Effect.fn("inviteMember")(function*({ accountId, actor, email, role }: InviteMemberInput) {
  const invited = email === null ? null : yield* checkInvitedEmail(accountId, email)
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
    detail: describeInvitation(made.invitation)
  })
  return made
})

/**
 * Creates a set-up link for an account's first owner and returns its token. Returns null if the account has an owner.
 * Earlier links stay valid until one of them is accepted, because servers that start together each print a different
 * link.
 */
export const makeSetUpLink = Effect.fn("makeSetUpLink")(function*(accountId: AccountId) {
  if (yield* hasOwner(accountId)) return null
  const { token } = yield* makeInvitation(
    { accountId, email: null, role: "owner", author: "set-up", isSetUp: true },
    setUpMinutesMax * minuteMillis
  )
  return token
})

/**
 * Checks that an address does not belong to a member of the same account. Members of other accounts are not revealed
 * here: accepting the invitation fails if the address is taken.
 */
const checkInvitedEmail = Effect.fnUntraced(function*(accountId: AccountId, text: string) {
  const parsed = parseMemberEmail(text)
  if (Result.isFailure(parsed)) return yield* new InvalidMember({ fields: { email: parsed.failure } })
  const known = yield* (yield* Members).findByEmail(parsed.success.emailKey)
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

/** Returns the open invitations of an account, newest first. */
export const openInvitations = Effect.fnUntraced(function*(accountId: AccountId) {
  const now = yield* Clock.currentTimeMillis
  const all = yield* (yield* Invitations).list(accountId)
  const isOwned = yield* hasOwner(accountId)
  return all.filter((invitation) => isOpen(invitation, now, isOwned))
})

/** Returns the invitation for a token. Fails with `InvitationNotFound` if the invitation is no longer open. */
export const findInvitation = Effect.fnUntraced(function*(token: string) {
  const digest = yield* digestOfToken(token)
  const found = digest === null ? null : yield* (yield* Invitations).find(digest)
  if (found === null) return yield* new InvitationNotFound()
  const now = yield* Clock.currentTimeMillis
  return isOpen(found, now, yield* hasOwner(found.accountId)) ? found : yield* new InvitationNotFound()
})

const isOpen = ({ expiresAt, isSetUp }: Invitation, now: number, isOwned: boolean): boolean =>
  now < expiresAt.getTime() && !(isSetUp && isOwned)

interface InvitationPreview extends Invitation {
  readonly accountName: string
  /** True if the invitation creates the account's first owner. */
  readonly isFirstRun: boolean
}

/** Returns the invitation for a token, to show it before it is accepted. Does not consume it. */
export const readInvitation = Effect.fn("readInvitation")(function*(token: string) {
  const invitation = yield* findInvitation(token)
  const { name } = yield* Effect.catchTag(
    (yield* Accounts).get(invitation.accountId),
    "AccountNotFound",
    () => new InvitationNotFound()
  )
  const read: InvitationPreview = { ...invitation, accountName: name, isFirstRun: invitation.isSetUp }
  return read
})

/** Withdraws an open invitation. Writes to the audit log. */
export const withdrawInvitation = Effect.fn("withdrawInvitation")(function*({ accountId, actor, id }: {
  readonly accountId: AccountId
  readonly id: string
  readonly actor: Actor
}) {
  const invitations = yield* Invitations
  const invitation = (yield* invitations.list(accountId)).find((one) => one.id === id)
  if (invitation === undefined || !(yield* invitations.withdraw(accountId, id))) return yield* new InvitationNotFound()
  yield* audit({ accountId, actor, action: "member.withdraw", target: id, detail: describeInvitation(invitation) })
})
