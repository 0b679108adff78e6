import * as fc from "fast-check"
import { expect, it } from "vitest"
import { type LeadOutcome, leadSourceCharsMax, makeLeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { anyCharacter } from "../../../support/AnyCharacter.ts"

const outcome: LeadOutcome = {
  verdict: "review",
  riskScore: 40,
  categories: ["public_email"],
  language: "en",
  spamProbability: 0.4
}
const arrival = {
  requestId: "01900000-0000-7000-8000-000000000001",
  accountId: "acc_1",
  at: new Date(5),
  source: "landing page",
  message: "Call me: ann@example.com"
}

it("stores the outcome, the label and, if configured, the message", () => {
  const kept = { ...arrival, ...outcome, mark: null, markedAt: null }
  expect(makeLeadRecord(arrival, outcome, true)).toEqual(kept)
  expect(makeLeadRecord(arrival, outcome, false)).toEqual({ ...kept, message: null })
})

it("stores nothing else of its input", () => {
  const more = { ...outcome, reasons: ["It says “call me”."], signals: [], evidence: [] }
  const lead = {
    ...arrival,
    email: "ann@example.com",
    name: "Ann",
    company: "Example",
    website: "https://ann.example/"
  }
  expect(makeLeadRecord(lead, more, true)).toEqual(makeLeadRecord(arrival, outcome, true))
})

it.each([
  [undefined, null],
  ["", null],
  [" \t\r\n ", null],
  [" a\u0000b\r\nc\u001B[31m ", "a b c [31m"],
  ["x".repeat(1_000), "x".repeat(leadSourceCharsMax)],
  [`${"x".repeat(leadSourceCharsMax - 1)}\u{1F600}`, `${"x".repeat(leadSourceCharsMax - 1)}\ufffd`]
])("stores the source %j as %j", (source, kept) => {
  expect(makeLeadRecord({ ...arrival, source }, outcome, false).source).toBe(kept)
})

it.each([
  [undefined, null],
  ["", null],
  [" \n\u00a0", null],
  ["one\ntwo\ttabs", "one\ntwo\ttabs"],
  ["a\0b \ud800 c", "a\ufffdb \ufffd c"]
])("stores the message %j as %j", (message, kept) => {
  expect(makeLeadRecord({ ...arrival, message }, outcome, true).message).toBe(kept)
})

it("is valid database text for any input", () => {
  const anything = fc.string({ unit: anyCharacter, maxLength: 300 })
  const halves = fc.string({ unit: fc.constantFrom("\ud800", "\udc00", "\0", "a"), maxLength: 300 })
  const text = fc.option(fc.oneof(anything, halves), { nil: undefined })
  fc.assert(fc.property(text, text, (source, message) => {
    const lead = makeLeadRecord({ ...arrival, source, message }, outcome, true)
    for (const kept of [lead.source, lead.message]) {
      expect(kept === null || (kept.isWellFormed() && !kept.includes("\0") && kept !== "")).toBe(true)
    }
    expect((lead.source ?? "").length).toBeLessThanOrEqual(leadSourceCharsMax)
  }))
})
