import { createElement } from "react"
import { expect, it } from "vitest"
import { AttentionList } from "../../../apps/dashboard/pages/overview/AttentionList.tsx"
import {
  countRateLimited,
  describeRateLimited,
  describeRefused,
  Operations
} from "../../../apps/dashboard/pages/overview/Operations.tsx"
import { pageShown } from "../parts/PageShown.ts"

const operation = (name: string, requests: number, verdicts: Readonly<Record<string, number>> = {}) => ({
  operation: name,
  requests,
  refused: 0,
  limited: 0,
  credits: 0,
  millisMedian: null,
  millisP95: null,
  verdicts,
  statuses: { 200: requests }
})

const range = { name: "7d" as const, from: 0, to: 1, fromDay: "2026-11-16", toDay: "2026-11-22", problem: null }

const shown = (operations: ReadonlyArray<ReturnType<typeof operation>>) =>
  pageShown(() => createElement(Operations, { operations, range }), { path: "/", answers: [] })

it("orders operations by their number of requests, regardless of their height", () => {
  const notes = { public_domain: 5, role_account: 4, disposable: 3 }
  const html = shown([
    operation("scan", 1),
    operation("scan/email", 900, notes),
    operation("lead/analyze", 80),
    operation("scan/url", 7)
  ])
  const places = ["Email check", "Lead analysis", "URL screening", "Document scan"].map((name) => html.indexOf(name))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  // The cards are direct children of the grid. Separate columns would be read one after the other.
  expect(html).toMatch(/SimpleGrid-root[^>]*><div[^>]*Paper-root/)
})

it("expands rare findings on demand", () => {
  const noticed = ["public_email", "spam_content", "disposable_email", "role_account", "loan_topic", "seo_topic"]
  const html = shown([operation("lead/analyze", 9, Object.fromEntries(noticed.map((name, at) => [name, 9 - at])))])
  expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Show 2 more<\/button>/)
})

it("lists pending links between problems and hints", () => {
  const item = (severity: "alarm" | "task" | "hint", message: string) => ({
    code: "submissions-waiting" as const,
    severity,
    message,
    path: "/threats"
  })
  const items = [item("hint", "three"), item("task", "two"), item("alarm", "one")]
  const html = pageShown(() => createElement(AttentionList, { items }), { path: "/", answers: [] })
  expect(html.replace(/<[^>]+>/g, " ").match(/(Alarm|To do|Hint):\s+\w+/g)).toEqual([
    "Alarm:  one",
    "To do:  two",
    "Hint:  three"
  ])
})

it("separates requests over a limit from other refusals", () => {
  expect(countRateLimited([{ limited: 7 }, { limited: 2 }, { limited: 0 }])).toBe(9)
  expect(describeRefused(0, 0)).toBe("None in this period")
  expect(describeRefused(22, 0)).toBe("22 requests, free of charge.")
  expect(describeRefused(22, 9)).toBe("22 requests, free of charge. 9 more exceeded the rate limit of their key.")
  expect(describeRefused(0, 1)).toBe("None. 1 more exceeded the rate limit of its key.")
  expect(describeRateLimited(1_000)).toBe("1,000 more exceeded the rate limit of their key.")
})
