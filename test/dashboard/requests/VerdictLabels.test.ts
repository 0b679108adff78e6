import { expect, it } from "vitest"
import { describeVerdict } from "../../../apps/dashboard/shared/requests/DescribeVerdict.ts"
import { recordedOperations } from "../../../apps/dashboard/shared/requests/Operations.ts"
import { countedLabels, operationLabels, verdictLabel } from "../../../apps/dashboard/shared/requests/VerdictLabels.ts"
import { verdictLabelsOf } from "../../../core/history/VerdictLabels.ts"

it("has the verdict labels that the history counts", () => {
  const verdicts: ReadonlyArray<readonly [string, string]> = [
    ["scan", "block (30)"],
    ["scan/url", "bad: urlhaus, observed: phishtank, stale: openphish"],
    ["scan/url", "allowed: entry 7"],
    ["scan/email", "nothing found"],
    ["scan/email", "disposable, email_blocked, role_account, public_domain"],
    ["scan/email/bulk", "12 checked, 3 invalid"],
    ["lead/analyze", "review 45, disposable_email, email_typo"],
    ["submit-phishing-link", "submission 7"]
  ]
  for (const [operation, verdict] of verdicts) {
    const known = operationLabels(operation).map(({ word }) => word)
    for (const word of verdictLabelsOf(verdict)) expect(known).toContain(word)
  }
})

it("agrees with the full verdict", () => {
  for (
    const [operation, verdict] of [["scan", "block (1)"], ["scan", "ok (100)"], ["scan/url", "safe"], [
      "lead/analyze",
      "spam 90"
    ]] as const
  ) {
    const [word = ""] = verdictLabelsOf(verdict)
    const { label, tone } = verdictLabel(operation, word)
    const description = describeVerdict({ operation, status: 200, verdict })
    expect([tone, label]).toEqual([description.tone, description.label])
  }
})

it("has one tone for a verdict, in lists and in charts", () => {
  const verdicts = [
    ["scan", "warn (70)", "warn"],
    ["scan/url", "allowed: entry 7", "allowed"],
    ["scan/email", "nothing found", "nothing found"],
    ["scan/email", "disposable", "disposable"],
    ["scan/email", "email_blocked", "email_blocked"],
    ["scan/email", "role_account", "role_account"],
    ["scan/email/bulk", "12 checked, 0 invalid", "checked"],
    ["lead/analyze", "review 45", "review"],
    ["submit-phishing-link", "submission 7", "submission"]
  ] as const
  for (const [operation, verdict, word] of verdicts) {
    expect(describeVerdict({ operation, status: 200, verdict }).tone, verdict).toBe(verdictLabel(operation, word).tone)
  }
})

it("lists known verdicts first, and shows unknown ones unchanged", () => {
  const counted = countedLabels("lead/analyze", { email_typo: 9, other: 2, spam: 1, clean: 5, review: 0 })
  expect(counted.map(({ count, label }) => [label, count])).toEqual([["Clean", 5], ["Spam", 1], ["Email typo", 9], [
    "Other",
    2
  ]])
  expect(countedLabels("constructor", { toString: 1 }).map(({ label }) => label)).toEqual(["Tostring"])
})

it("offers the labels of every operation", () => {
  expect(operationLabels("").length).toBe(recordedOperations.flatMap(operationLabels).length)
  expect(operationLabels("none")).toEqual([])
})

it("counts lists with invalid items among the checked lists", () => {
  const tones = countedLabels("scan/email/bulk", { checked: 5, invalid: 4 }).map(({ tone, word }) => [word, tone])
  expect(tones).toEqual([["checked", "info"], ["invalid", "plain"]])
})
