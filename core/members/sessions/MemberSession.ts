import type { MemberId, SessionId } from "../../kernel/Ids.ts"

/** Session of a signed-in browser. Its cookie contains the token; only the digest is stored. */
export interface MemberSession {
  /** Public ID, shown in lists. */
  readonly id: SessionId
  readonly memberId: MemberId
  /** SHA-256 of the token in lower-case hex. A slow hash is unnecessary for 256 random bits. */
  readonly digest: string
  readonly createdAt: Date
  /** Time of the last activity, updated at most once a minute. */
  readonly lastSeenAt: Date
  /** Time at which the session ends regardless of activity. */
  readonly expiresAt: Date
  /** `User-Agent` header, shortened. */
  readonly userAgent: string
  /** IP address of the browser, resolved through trusted proxies only. */
  readonly address: string
}

/** Idle timeout in hours (OWASP ASVS 5.0, 7.3.1). */
export const sessionIdleHoursMax = 12
/** Absolute timeout in days (OWASP ASVS 5.0, 7.3.2). */
export const sessionDaysMax = 7
/** Maximum sessions per member. A further session ends the least recently seen one. */
export const sessionsMax = 20
export const userAgentCharsMax = 200

/** Minimum milliseconds between two updates of `lastSeenAt` of a member or session. */
const seenUpdateMillis = 60_000

const hourMillis = 3_600_000
export const sessionIdleMillisMax = sessionIdleHoursMax * hourMillis
export const sessionMillisMax = sessionDaysMax * 24 * hourMillis

type Times = Pick<MemberSession, "createdAt" | "lastSeenAt" | "expiresAt">

/** Reports whether a session is within both timeouts, even if the stored expiry is later. */
export const isSessionActive = ({ createdAt, expiresAt, lastSeenAt }: Times, now: number): boolean =>
  now < expiresAt.getTime() && now - createdAt.getTime() < sessionMillisMax &&
  now - lastSeenAt.getTime() < sessionIdleMillisMax

/** Reports whether `lastSeenAt` is old enough to be updated. */
export const needsSeenUpdate = (lastSeenAt: Date | null, now: number): boolean =>
  lastSeenAt === null || now - lastSeenAt.getTime() >= seenUpdateMillis
