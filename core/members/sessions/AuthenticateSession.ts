import { Clock, Effect } from "effect"
import { Members } from "../Members.ts"
import { digestOfToken } from "../MemberToken.ts"
import { isSessionActive, needsSeenUpdate } from "./MemberSession.ts"
import { MemberSessions } from "./MemberSessions.ts"

/**
 * Returns the member and session for a cookie's token, or null if the session has ended or never existed. Reads the
 * member for every request, so that role changes apply immediately.
 */
export const authenticateSession = Effect.fnUntraced(function*(token: string) {
  const digest = yield* digestOfToken(token)
  if (digest === null) return null
  const sessions = yield* MemberSessions
  const session = yield* sessions.find(digest)
  const now = yield* Clock.currentTimeMillis
  if (session === null || !isSessionActive(session, now)) return null
  const members = yield* Members
  const member = yield* members.findById(session.memberId)
  if (member === null) return null
  const at = new Date(now)
  if (needsSeenUpdate(session.lastSeenAt, now)) yield* sessions.recordSeen(session.id, at)
  if (needsSeenUpdate(member.lastSeenAt, now)) yield* members.recordSeen(member.id, at)
  return { member, session }
})
