import { type MemberSession, sessionDaysMax, sessionIdleHoursMax } from "./MemberSession.ts"

/** When a member and a session were last seen is written at most this often. */
export const seenMillis = 60_000

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
