import { expect, it, vi } from "vitest"
import { completedSteps, countCompleted, stepsCount } from "../../../apps/dashboard/pages/overview/FirstSteps.tsx"
import Overview from "../../../apps/dashboard/pages/overview/Overview.tsx"
import { pageShown } from "../parts/PageShown.ts"

const key = { id: "key_1", name: "Website", lastFour: "rgXi", revokedAt: null, lastUsedAt: null as number | null }
const ownSite = { id: "site_1", hostnames: ["www.example.com"] }
const demoSite = { id: "site_0", hostnames: ["localhost", "127.0.0.1"] }
const request = { requestId: "r1", operation: "scan/email" }
const nothing = { items: [], next: null }

it("the first steps are done once the account has a live key, a request and a site of its own", () => {
  const none = completedSteps({ keys: [{ ...key, revokedAt: 5 }], sites: [demoSite], requests: nothing })
  expect(none).toEqual({ hasKey: false, hasRequest: false, hasSite: false })
  const all = completedSteps({ keys: [key], sites: [demoSite, ownSite], requests: { items: [request], next: null } })
  expect(countCompleted(all)).toBe(stepsCount)
})

it("the first steps stay done if the request's record is deleted or not loaded yet", () => {
  const asked = (keys: ReadonlyArray<typeof key>, next: string | null) =>
    completedSteps({ keys, sites: [], requests: { items: [], next } }).hasRequest
  expect(asked([{ ...key, lastUsedAt: 7 }], null)).toBe(true)
  expect(asked([key], "r0")).toBe(true)
  expect(asked([key], null)).toBe(false)
})

/**
 * Sums of an hour ago. The pages' clock has the time at which their module loaded, so the current time could be in its
 * future.
 */
const hour = { at: Date.now() - 3_600_000, requests: 3, refused: 1, credits: 3 }
const operation = {
  operation: "scan/email",
  requests: 3,
  refused: 1,
  limited: 0,
  credits: 3,
  millisMedian: 1,
  millisP95: 2,
  verdicts: { "nothing found": 2 },
  statuses: { 200: 2, 422: 1 }
}

const overview = (asked: boolean, sites: ReadonlyArray<object>) =>
  pageShown(Overview, {
    path: "/",
    answers: [
      [["overview", "overview"], {
        available: 10,
        held: 0,
        pace: null,
        attention: [{ code: "no-sites", severity: "hint", message: "No form is protected yet.", path: "/shield" }],
        hours: asked ? [hour] : [],
        operations: asked ? [operation] : [],
        keys: [],
        triedRequests: 0
      }],
      [["keys", "list"], [key]],
      [["sites", "list"], sites],
      [["requests", "list"], asked ? { items: [request], next: null } : nothing]
    ]
  })

it("the first steps replace the charts before the first request", () => {
  const html = overview(false, [])
  expect(html).toContain("1 of 3 done. Charts appear after the first request.")
  expect(html).not.toContain("By operation")
})

it("the first steps stay above the charts after the first request until all are done", () => {
  const html = overview(true, [])
  expect(html).toContain("2 of 3 done.")
  expect(html).toContain("Hide first steps")
  expect(html.indexOf("By operation")).toBeGreaterThan(html.indexOf("First steps"))
  // A completed step shows only its title. A setup step does not appear as a notice too.
  expect(html).not.toContain("curl -sS")
  expect(html).not.toContain("No form is protected yet.")
  expect(overview(true, [ownSite])).not.toContain("First steps")
})

it("the first steps stay hidden only for the member who hid them, in this browser", () => {
  const seenWith = (key: string) => {
    vi.stubGlobal("window", { localStorage: { getItem: (asked: string) => asked === key ? "true" : null } })
    try {
      return overview(true, [])
    } finally {
      vi.unstubAllGlobals()
    }
  }
  expect(seenWith("gatehouse-first-steps-hidden-mem_1")).not.toContain("First steps")
  expect(seenWith("gatehouse-first-steps-hidden-mem_2")).toContain("First steps")
})
