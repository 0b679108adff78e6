import { createElement } from "react"
import { expect, it } from "vitest"
import { LeadPanel } from "../../../apps/dashboard/pages/leads/LeadPanel.tsx"
import { pageShown } from "../parts/PageShown.ts"

const lead = {
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

it("says in which zone a lead was analysed", () => {
  const nothing = () => {}
  const html = pageShown(
    () =>
      createElement(LeadPanel, {
        id: lead.requestId,
        onMark: nothing,
        onClose: nothing,
        onForgotten: nothing,
        onNext: null,
        onBefore: null
      }),
    { path: "/leads", answers: [[["leads", "get"], { lead }]] }
  )
  expect(html).toMatch(/Analysed <time[^>]*>[^<]*\d{4}, \d\d:\d\d \([^<]+\)<\/time>/)
})
