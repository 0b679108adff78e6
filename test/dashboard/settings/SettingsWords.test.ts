import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { roleDescriptions } from "../../../apps/dashboard/api/Me.ts"
import ApiKeys from "../../../apps/dashboard/pages/settings/ApiKeys.tsx"
import Members from "../../../apps/dashboard/pages/settings/Members.tsx"
import Profile from "../../../apps/dashboard/pages/settings/Profile.tsx"
import Retention from "../../../apps/dashboard/pages/settings/Retention.tsx"
import Sessions, { browserName } from "../../../apps/dashboard/pages/settings/Sessions.tsx"
import { sessionDaysMax, sessionIdleHoursMax } from "../../../core/members/sessions/MemberSession.ts"
import { pageShown } from "../parts/PageShown.ts"

const ann = { id: "mem_1", name: "Ann", email: "ann@example.com", role: "owner", createdAt: 0, lastSeenAt: 0 }
const ben = { ...ann, id: "mem_2", name: "Ben", email: "ben@example.com", role: "member" }
const session = {
  id: "ses_1",
  isCurrent: true,
  userAgent: "",
  address: "",
  createdAt: 0,
  lastSeenAt: 0,
  expiresAt: 7
}

it("Members says what each role may do, why a sole owner stays, and that an invitation is a link", () => {
  const html = pageShown(Members, {
    path: "/settings/members",
    answers: [[["members", "list"], { members: [ann, ben], invitations: [] }]]
  })
  for (const meaning of Object.values(roleDescriptions)) expect(html).toContain(meaning)
  expect(html).toContain(
    "An account needs an owner. Make another member an owner before you change your role or leave."
  )
  expect(html).toContain("Reset password of Ben")
})

it("Sessions says after how long without a request a session ends, and its maximum length", () => {
  const html = pageShown(Sessions, { path: "/settings/sessions", answers: [[["session", "sessions"], [session]]] })
  expect(html).toContain(
    `ends after ${sessionIdleHoursMax} hours without a request, and at most ${sessionDaysMax} days after`
  )
  expect(html).toContain("Expires")
})

it("API keys shows the last characters of a key, and not when it ends", () => {
  const key = {
    id: "key_1",
    name: "Website",
    lastFour: "rgXi",
    requestsPerMinute: 60,
    revokedAt: null,
    createdAt: 0,
    lastUsedAt: 0
  }
  const html = pageShown(ApiKeys, { path: "/settings/keys", answers: [[["keys", "list"], [key]]] })
  expect(html).toContain("Last characters")
  expect(html).not.toContain("Ends in")
})

it("Data retention starts with the choice, and says what the age limit applies to", () => {
  const kept = {
    historyDays: 30,
    historyDaysMax: 30,
    auditDays: 365,
    kept: { requests: 1, leads: 0, auditEntries: 1, oldestRequestAt: 0 }
  }
  const html = pageShown(Retention, {
    path: "/settings/retention",
    answers: [[["retention", "retention"], kept]]
  })
  expect(html).toContain("deleted automatically after this period")
  expect(html.indexOf("Stored now")).toBeGreaterThan(html.indexOf("Days to keep history"))
})

it("Profile shows read-only values as text, not as fields", () => {
  const html = pageShown(Profile, { path: "/settings/profile", answers: [] })
  expect(html).toContain("It cannot be changed.")
  expect(html.match(/<input[^>]*value="ann@example\.com"[^>]*>/g)?.filter((field) => !field.includes("hidden")))
    .toEqual(
      []
    )
})

describe("the name of a browser", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
      "Edge on Windows"
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iOS"
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
      "Chrome on Android"
    ],
    ["curl/8.5.0", "curl"],
    ["something of its own", "something of its own"],
    ["", "Unknown"]
  ])("for %s", (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })

  it("is short for any user agent", () => {
    fc.assert(fc.property(fc.string({ maxLength: 400 }), (userAgent) => {
      expect(browserName(userAgent).length).toBeLessThanOrEqual(40)
      expect(browserName(userAgent)).not.toBe("")
    }))
  })
})
