import { Clock, Effect, Schema } from "effect"
import { actorName } from "../../audit/ActorName.ts"
import { type Actor, audit } from "../../audit/Audit.ts"
import type { AccountId } from "../../kernel/Ids.ts"
import { Members } from "../Members.ts"
import { makeToken } from "../MemberToken.ts"
import { type PasswordLink, passwordLinkMinutesMax, PasswordLinks } from "./PasswordLinks.ts"

/** A session left open would be a way to the password: who is signed in says the one in use. */
export class OwnPasswordLink extends Schema.TaggedError<OwnPasswordLink>()("OwnPasswordLink", {}) {
  override get message(): string {
    return "Change your own password in your settings, or ask another owner for a link."
  }
}

const minuteMillis = 60_000

/** Where a browser takes it. A fragment is sent to no server: it stands in no log and no referrer. */
export const resetLink = (baseUrl: string, token: string): string => `${baseUrl}/dashboard/reset#${token}`

/**
 * A link by which a member chooses a new password, in place of any older one. Its token is in the result and nowhere else. The password
 * in use stays until it is used. Audited here.
 */
export const makePasswordLink = Effect.fn("makePasswordLink")(function*({ accountId, actor, id }: {
  readonly accountId: AccountId
  /** Of the member. */
  readonly id: string
  readonly actor: Actor
}) {
  if (actor.memberId === id) return yield* new OwnPasswordLink()
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
