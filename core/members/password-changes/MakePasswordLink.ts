import { Clock, Effect, Schema } from "effect"
import { actorName } from "../../audit/ActorName.ts"
import { type Actor, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Members } from "../Members.ts"
import { makeToken } from "../MemberToken.ts"
import { type PasswordLink, passwordLinkMinutesMax, PasswordLinks } from "./PasswordLinks.ts"

/**
 * Error when members request a reset link for themselves. Such a link would let anyone at an unattended session set a
 * password without knowing the current one.
 */
export class OwnPasswordLinkRefused extends Schema.TaggedError<OwnPasswordLinkRefused>()("OwnPasswordLinkRefused", {}) {
  override get message(): string {
    return "Change your own password in your settings, or ask another owner for a link."
  }
}

const minuteMillis = 60_000

/**
 * Returns the URL that resets a password. The token is in the fragment, which is never sent to a server, so it appears
 * in no log or referrer.
 */
export const resetLink = (baseUrl: string, token: string): string => `${baseUrl}/dashboard/reset#${token}`

/**
 * Creates a reset link for a member and replaces any older link. Only the result contains the token. The current
 * password stays valid until the link is used. Writes to the audit log.
 */
export const makePasswordLink = Effect.fn("makePasswordLink")(function*({ accountId, actor, id }: {
  readonly accountId: AccountId
  readonly id: string
  readonly actor: Actor
}) {
  if (actor.memberId === id) return yield* new OwnPasswordLinkRefused()
  const member = yield* (yield* Members).get(accountId, id)
  const { digest, token } = yield* makeToken
  const now = yield* Clock.currentTimeMillis
  const link: PasswordLink = {
    memberId: id,
    digest,
    authorId: actor.memberId,
    createdAt: new Date(now),
    expiresAt: new Date(now + passwordLinkMinutesMax * minuteMillis)
  }
  yield* (yield* PasswordLinks).put(link)
  yield* audit({ accountId, actor, action: "password.link", target: id, detail: actorName(member) })
  return { member, link, token }
})
