import { expect, it } from "vitest"
import { roleMeanings } from "../../../apps/dashboard/api/Me.ts"
import ApiKeys from "../../../apps/dashboard/pages/settings/ApiKeys.tsx"
import Members from "../../../apps/dashboard/pages/settings/Members.tsx"
import Profile from "../../../apps/dashboard/pages/settings/Profile.tsx"
import Retention from "../../../apps/dashboard/pages/settings/Retention.tsx"
import Sessions from "../../../apps/dashboard/pages/settings/Sessions.tsx"
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

it("Members says what each role may do, why an only owner stays, and that a link is what is made", () => {
  const html = pageShown(Members, {
    path: "/settings/members",
    answers: [[["members", "list"], { members: [ann, ben], invitations: [] }]]
  })
  for (const meaning of Object.values(roleMeanings)) expect(html).toContain(meaning)
  expect(html).toContain("An account needs an owner: make somebody else one before you change your role or leave.")
  expect(html).toContain("Password link for Ben")
})

it("Sessions says after how long without a request one ends, and when in any case", () => {
  const html = pageShown(Sessions, { path: "/settings/sessions", answers: [[["session", "sessions"], [session]]] })
  expect(html).toContain(`ends ${sessionIdleHoursMax} hours after its last request, and ${sessionDaysMax} days after`)
  expect(html).toContain("Ends at the latest")
})

it("API keys are known by their last characters: ending is what sessions do", () => {
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

it("Data retention begins with what is chosen, and says older than what", () => {
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
  expect(html).toContain("older than the days chosen here")
  expect(html.indexOf("Kept now")).toBeGreaterThan(html.indexOf("Days that history is kept"))
})

it("Profile shows what cannot be changed as words, not as a field", () => {
  const html = pageShown(Profile, { path: "/settings/profile", answers: [] })
  expect(html).toContain("It cannot be changed.")
  expect(html.match(/<input[^>]*value="ann@example\.com"[^>]*>/g)?.filter((field) => !field.includes("hidden")))
    .toEqual(
      []
    )
})
