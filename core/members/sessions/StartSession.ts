import { Clock, Effect } from "effect"
import { newId } from "../../kernel/Ids.ts"
import { sanitizeLine } from "../../kernel/SanitizeLine.ts"
import type { Member } from "../Member.ts"
import { makeToken } from "../MemberToken.ts"
import { type MemberSession, sessionDaysMax, sessionsMax, userAgentCharsMax } from "./MemberSession.ts"
import { MemberSessions } from "./MemberSessions.ts"

/** Browser that sends the request. */
export interface RequestingBrowser {
  /** `User-Agent` header. */
  readonly userAgent: string
  /** IP address, resolved through trusted proxies only. */
  readonly address: string
}

export interface StartedSession {
  readonly member: Member
  readonly session: MemberSession
  /** Token for the session cookie. It must not be sent anywhere else. */
  readonly token: string
}

const dayMillis = 86_400_000
/** Maximum characters of a stored IP address. The longest text form of an IPv6 address has 45 characters. */
const addressCharsMax = 64

/**
 * Creates a session with a new token. If the member then has more than `sessionsMax` sessions, the least recently seen
 * one ends.
 */
export const startSession = Effect.fn("startSession")(
  function*(member: Member, { address, userAgent }: RequestingBrowser) {
    const sessions = yield* MemberSessions
    const { digest, token } = yield* makeToken
    const now = yield* Clock.currentTimeMillis
    const session: MemberSession = {
      id: yield* newId("ses"),
      memberId: member.id,
      digest,
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      expiresAt: new Date(now + sessionDaysMax * dayMillis),
      userAgent: sanitizeLine(userAgent, userAgentCharsMax),
      address: sanitizeLine(address, addressCharsMax)
    }
    yield* sessions.create(session)
    const others = (yield* sessions.list(member.id)).filter(({ id }) => id !== session.id)
    yield* Effect.forEach(others.slice(sessionsMax - 1), ({ id }) => sessions.remove(member.id, id), { discard: true })
    const started: StartedSession = { member, session, token }
    return started
  }
)
