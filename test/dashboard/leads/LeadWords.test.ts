import { expect, it } from "vitest"
import { formOf, leadsAbout, markUse, noSender, originSaid } from "../../../apps/dashboard/pages/leads/LeadWords.ts"

const keeps = { historySubjects: "masked", keepsLeadMessages: true } as const
const keepsNot = { historySubjects: "none", keepsLeadMessages: false } as const

it("never says above that nothing can be learnt where a lead says that it can", () => {
  const kept = { message: "Hello" }
  const notKept = { message: null }
  expect(markUse(kept, keeps)).toBe("Gatehouse can learn from a mark.")
  expect(markUse(kept, keepsNot)).toMatch(/^Its message was kept before .* can learn from a mark\.$/)
  for (const server of [keeps, keepsNot]) {
    expect(markUse(notKept, server)).toMatch(/nothing can be learnt from it\.$/)
    expect(leadsAbout(server)).not.toMatch(/learn/)
  }
  expect(leadsAbout(keepsNot)).toMatch(/does not keep the messages of new leads\.$/)
  expect(leadsAbout(keeps)).not.toMatch(/keep/)
})

it("names the form by its label, or by the key that asked", () => {
  const both = { source: "contact form", keyName: "Website" }
  expect([formOf(both), formOf({ ...both, source: null }), formOf({ source: null, keyName: null })]).toEqual([
    "contact form",
    "Website",
    null
  ])
  expect(originSaid(both)).toBe("from “contact form”, by the key “Website”")
  expect(originSaid({ ...both, source: null })).toBe("by the key “Website”")
  expect(originSaid({ source: null, keyName: null })).toBe("")
  expect([noSender(keeps), noSender(keepsNot)]).toEqual(["No address known", "Address not kept"])
})
