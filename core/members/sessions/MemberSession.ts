import type { MemberId, SessionId } from "../../kernel/Ids.ts"

/** A signed-in browser. The token is in its cookie; only the digest is stored. */
export interface MemberSession {
  /** Public: names the session in lists. */
  readonly id: SessionId
  readonly memberId: MemberId
  /** SHA-256 of the token, lower-case hex: 256 random bits need no slow hash. */
  readonly digest: string
  readonly createdAt: Date
  /** Written at most once a minute. */
  readonly lastSeenAt: Date
  /** Whatever happens, no later than this. */
  readonly expiresAt: Date
  /** As the browser called itself, shortened. */
  readonly userAgent: string
  /** Of the browser, as far as proxies are trusted. */
  readonly address: string
}

/** Without a request for so long, a session ends (OWASP ASVS 5.0, 7.3.1). */
export const sessionIdleHoursMax = 12
/** And after so long whatever happens (7.3.2). */
export const sessionDaysMax = 7
/** Of one member; the oldest ends when another begins. */
export const sessionsMax = 20
export const userAgentCharsKept = 200

/** When a member and a session were last seen is written at most this often. */
const seenMillis = 60_000

const hourMillis = 3_600_000
export const sessionIdleMillisMax = sessionIdleHoursMax * hourMillis
export const sessionMillisMax = sessionDaysMax * 24 * hourMillis

type Times = Pick<MemberSession, "createdAt" | "lastSeenAt" | "expiresAt">

/** Neither too long without a request nor too old, whatever the row says of its end. */
export const isLive = ({ createdAt, expiresAt, lastSeenAt }: Times, now: number): boolean =>
  now < expiresAt.getTime() && now - createdAt.getTime() < sessionMillisMax &&
  now - lastSeenAt.getTime() < sessionIdleMillisMax

/** Whether that it was seen is worth writing. */
export const isSeenAnew = (lastSeenAt: Date | null, now: number): boolean =>
  lastSeenAt === null || now - lastSeenAt.getTime() >= seenMillis
