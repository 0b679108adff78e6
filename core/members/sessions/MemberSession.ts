import type { MemberId, SessionId } from "../../kernel/Ids.ts"

/** Signed-in browser. Its cookie contains the token; only the digest is stored. */
export interface MemberSession {
  /** Public id, shown in lists. */
  readonly id: SessionId
  readonly memberId: MemberId
  /** SHA-256 of the token, lower-case hex. A slow hash is unnecessary for 256 random bits. */
  readonly digest: string
  readonly createdAt: Date
  /** Updated at most once a minute. */
  readonly lastSeenAt: Date
  /** Absolute expiry. */
  readonly expiresAt: Date
  /** `User-Agent` header, shortened. */
  readonly userAgent: string
  /** IP address of the browser, resolved through trusted proxies only. */
  readonly address: string
}

/** Idle timeout (OWASP ASVS 5.0, 7.3.1). */
export const sessionIdleHoursMax = 12
/** Absolute timeout (7.3.2). */
export const sessionDaysMax = 7
/** Sessions per member. A new session ends the oldest one. */
export const sessionsMax = 20
export const userAgentCharsMax = 200

/** Minimum time between two updates of `lastSeenAt` of a member or session. */
const seenUpdateMillis = 60_000

const hourMillis = 3_600_000
export const sessionIdleMillisMax = sessionIdleHoursMax * hourMillis
export const sessionMillisMax = sessionDaysMax * 24 * hourMillis

type Times = Pick<MemberSession, "createdAt" | "lastSeenAt" | "expiresAt">

/** Reports whether a session is within both timeouts, even if the stored expiry is later. */
export const isSessionActive = ({ createdAt, expiresAt, lastSeenAt }: Times, now: number): boolean =>
  now < expiresAt.getTime() && now - createdAt.getTime() < sessionMillisMax &&
  now - lastSeenAt.getTime() < sessionIdleMillisMax

/** Reports whether `lastSeenAt` should be updated. */
export const needsSeenUpdate = (lastSeenAt: Date | null, now: number): boolean =>
  lastSeenAt === null || now - lastSeenAt.getTime() >= seenUpdateMillis
