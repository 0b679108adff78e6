import { expect, it } from "vitest"
import { isSessionActive, needsSeenUpdate } from "../../../../core/members/sessions/MemberSession.ts"

const hour = 3_600_000
const day = 24 * hour
const now = 1_800_000_000_000
const session = { createdAt: new Date(now), lastSeenAt: new Date(now), expiresAt: new Date(now + 30 * day) }

it.each([
  ["at its start", session, now, true],
  ["a millisecond before its end", { ...session, expiresAt: new Date(now + 1) }, now, true],
  ["at its end", { ...session, expiresAt: new Date(now) }, now, false],
  ["just before seven days", { ...session, lastSeenAt: new Date(now + 7 * day) }, now + 7 * day - 1, true],
  ["after seven days", { ...session, lastSeenAt: new Date(now + 7 * day) }, now + 7 * day, false],
  ["just before twelve hours without a request", session, now + 12 * hour - 1, true],
  ["after twelve hours without a request", session, now + 12 * hour, false]
])("determines whether a session is live %s", (_, times, at, live) => {
  expect(isSessionActive(times, at)).toBe(live)
})

it("is marked as seen if it never was, or not recently", () => {
  expect(needsSeenUpdate(null, now)).toBe(true)
  expect(needsSeenUpdate(new Date(now), now)).toBe(false)
  expect(needsSeenUpdate(new Date(now - day), now)).toBe(true)
})
