import { createElement } from "react"
import { expect, it } from "vitest"
import { LeadPanel } from "../../../apps/dashboard/pages/leads/LeadPanel.tsx"
import Leads from "../../../apps/dashboard/pages/leads/Leads.tsx"
import {
  describeMarkEffect,
  describeOrigin,
  formName,
  leadsDescription,
  missingSenderText
} from "../../../apps/dashboard/pages/leads/LeadTexts.ts"
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
    // Removes line break opportunities in addresses.
    .replaceAll("<wbr/>", "")

it("distinguishes leads by sender, by form or key, and by time", () => {
  const html = shownOf(lead, { ...lead, requestId: "01b", source: "contact form", sender: null })
  for (const words of ["a***@icloud.com", "Website", "No address", "contact form"]) expect(html).toContain(words)
  expect(html.match(/\d\d Nov 2026, \d\d:\d\d/g)).toHaveLength(2)
})

it("shows invisible characters of a hostile address", () => {
  expect(shownOf({ ...lead, sender: "a\u202e***@example.com" })).toContain("a[U+202E]***@example.com")
})

const keeps = { historySubjects: "masked", keepsLeadMessages: true } as const
const keepsNot = { historySubjects: "none", keepsLeadMessages: false } as const

it("says next to each mark, and not above the list, whether Gatehouse can learn from it", () => {
  const kept = { message: "Hello" }
  const notKept = { message: null }
  expect(describeMarkEffect(kept, keeps)).toBe("Gatehouse can learn from your mark.")
  expect(describeMarkEffect(kept, keepsNot)).toMatch(
    /^Gatehouse can learn from your mark, because this message is stored\. .*new messages\.$/
  )
  for (const server of [keeps, keepsNot]) {
    expect(describeMarkEffect(notKept, server)).toMatch(/cannot learn from it, because the message is not stored\.$/)
    expect(leadsDescription(server)).not.toMatch(/learn/)
  }
  expect(leadsDescription(keepsNot)).toMatch(/does not store messages of new leads\.$/)
  expect(leadsDescription(keeps)).not.toMatch(/keep/)
})

it("shows the form's label, or the API key", () => {
  const both = { source: "contact form", keyName: "Website" }
  expect([formName(both), formName({ ...both, source: null }), formName({ source: null, keyName: null })]).toEqual([
    "contact form",
    "Website",
    null
  ])
  expect(describeOrigin(both)).toBe("from “contact form”, with key “Website”")
  expect(describeOrigin({ ...both, source: null })).toBe("with key “Website”")
  expect(describeOrigin({ source: null, keyName: null })).toBe("")
  expect([missingSenderText(keeps), missingSenderText(keepsNot)]).toEqual(["No address", "Address not stored"])
})

const openLead = {
  requestId: "01a2013e-b71b-72d8-a70a-613043829791",
  at: 0,
  sender: "a***@icloud.com",
  source: "contact form",
  keyName: "Website",
  verdict: "clean",
  riskScore: 0,
  categories: [],
  spamProbability: null,
  language: "en",
  message: null,
  mark: null,
  markedAt: null
}

it("shows the time zone in which a lead was analyzed", () => {
  const nothing = () => {}
  const html = pageShown(
    () =>
      createElement(LeadPanel, {
        id: openLead.requestId,
        onMark: nothing,
        onClose: nothing,
        onErased: nothing,
        onNext: null,
        onPrevious: null
      }),
    { path: "/leads", answers: [[["leads", "get"], { lead: openLead }]] }
  )
  expect(html).toMatch(/Analyzed <time[^>]*>[^<]*\d{4}, \d\d:\d\d \([^<]+\)<\/time>/)
})
