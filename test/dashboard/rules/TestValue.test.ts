import { expect, it } from "vitest"
import Rules from "../../../apps/dashboard/pages/rules/Rules.tsx"
import { TestOutcome } from "../../../apps/dashboard/pages/rules/TestValue.tsx"
import { pageShown } from "../parts/PageShown.ts"
import { shown } from "../parts/Shown.ts"

const rule = { id: 1, kind: "domain", value: "spam.example", action: "block", note: "", createdAt: 0 } as const

it("says once that no rule matches", () => {
  const answer = { kind: "email", outcome: "no-rule", message: "No matching rule ann@a.example.", rules: [] } as const
  const html = shown(TestOutcome, { answer, value: "ann@a.example", onClose: () => {} })
  expect(html.match(/No matching rule/g)).toHaveLength(1)
})

it("shows the rule that decides", () => {
  const answer = { kind: "domain", outcome: "blocked", message: "Rule 1 blocks it.", rules: [rule] } as const
  const html = shown(TestOutcome, { answer, value: "spam.example", onClose: () => {} })
  expect(html).toContain("Blocked")
  expect(html).toContain("decides")
})

it("has a label, like every field above the list", () => {
  const html = pageShown(Rules, { path: "/rules", answers: [[["rules", "list"], [rule]]] })
  const labels = [...html.matchAll(/<label[^>]*>([^<]*)/g)].map(([, text]) => text)
  expect(labels).toEqual(["Search rules", "Kind", "Test a value"])
})
