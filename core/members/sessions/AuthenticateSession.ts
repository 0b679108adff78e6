import { Clock, Effect } from "effect"
import { Members } from "../Members.ts"
import { digestOfToken } from "../MemberToken.ts"
import { isLive, isSeenAnew } from "./MemberSession.ts"
import { MemberSessions } from "./MemberSessions.ts"

/**
 * Who a cookie's token stands for; null when its session has ended, was revoked or never was. Member and role are read each time:
 * what was changed holds from the next request on.
 */
export const authenticateSession = Effect.fnUntraced(function*(token: string) {
  const digest = yield* digestOfToken(token)
  if (digest === null) return null
  const sessions = yield* MemberSessions
  const session = yield* sessions.find(digest)
  const now = yield* Clock.currentTimeMillis
  if (session === null || !isLive(session, now)) return null
  const members = yield* Members
  const member = yield* members.byId(session.memberId)
  if (member === null) return null
  const at = new Date(now)
  if (isSeenAnew(session.lastSeenAt, now)) yield* sessions.seen(session.id, at)
  if (isSeenAnew(member.lastSeenAt, now)) yield* members.seen(member.id, at)
  return { member, session }
})
