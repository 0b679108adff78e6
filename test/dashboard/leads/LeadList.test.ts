import { expect, it } from "vitest"
import Leads from "../../../apps/dashboard/pages/leads/Leads.tsx"
import { pageShown } from "../parts/PageShown.ts"

const lead = {
  requestId: "01a",
  at: Date.UTC(2026, 10, 21, 12),
  verdict: "clean",
  riskScore: 4,
  categories: [],
  language: null,
  source: null,
  spamProbability: null,
  message: null,
  mark: null,
  markedAt: null,
  sender: "a***@icloud.com",
  keyName: "Website"
}

const shownOf = (...items: ReadonlyArray<object>) =>
  pageShown(Leads, { path: "/leads", answers: [[["leads", "list", "pages"], { items, next: null }]] })
    // Where a long address may be broken.
    .replaceAll("<wbr/>", "")

it("tells leads apart: by sender, by form or key, and by the time of each", () => {
  const html = shownOf(lead, { ...lead, requestId: "01b", source: "contact form", sender: null })
  for (const words of ["a***@icloud.com", "Website", "No address known", "contact form"]) expect(html).toContain(words)
  expect(html.match(/2[01] Nov 2026, \d\d:\d\d/g)).toHaveLength(2)
})

it("shows what cannot be seen of a hostile address", () => {
  expect(shownOf({ ...lead, sender: "a\u202e***@example.com" })).toContain("a[U+202E]***@example.com")
})
