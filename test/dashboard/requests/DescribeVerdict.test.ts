import fc from "fast-check"
import { expect, it } from "vitest"
import { describeVerdict, statusInSentence } from "../../../apps/dashboard/shared/requests/DescribeVerdict.ts"
import { operationName, recordedOperations } from "../../../apps/dashboard/shared/requests/Operations.ts"

const described = (operation: string, verdict: string | null, status = 200) => {
  const { sentences, label, tone } = describeVerdict({ operation, status, verdict })
  return [tone, label, sentences.join(" ")]
}

it("describes the result of each operation", () => {
  expect(described("scan", "block (30)")).toEqual([
    "bad",
    "Dangerous",
    "The document is dangerous. Do not open it. Score: 30 of 100 (higher is safer)."
  ])
  expect(described("scan/url", "bad: embedded")).toEqual(["bad", "Listed", "The URL is listed by embedded."])
  expect(described("scan/url", "bad: blocklist")).toEqual(["bad", "Listed", "The URL is listed by the blocklist."])
  expect(described("scan/url", "safe, observed: urlhaus, stale: openphish")).toEqual([
    "good",
    "Not listed",
    "No source lists the URL. It may still be harmful. urlhaus lists it too, but is in observe-only mode. " +
    "The data of openphish was out of date."
  ])
  expect(described("scan/email", "disposable, role_account")).toEqual([
    "caution",
    "Disposable address and 1 more",
    "The address is disposable. The address belongs to a function, such as info or admin, not to a person."
  ])
  expect(described("scan/email", "nothing found")[0]).toBe("good")
  expect(described("scan/email", "disposable, email_blocked").slice(0, 2)).toEqual(["bad", "Blocked and 1 more"])
  expect(described("scan/email/bulk", "1 checked, 2 invalid")[2]).toBe(
    "1 address checked. 2 items were not valid addresses."
  )
  expect(described("lead/analyze", "review 45, disposable_email, email_typo")).toEqual([
    "caution",
    "Review",
    "The lead needs a review. Risk: 45 of 100 (higher is riskier). Findings: disposable address, email typo."
  ])
  expect(described("submit-phishing-link", "submission 7", 201)[2]).toBe(
    "Added to the review queue as reported link 7."
  )
})

it("explains why a request failed, and that it cost nothing", () => {
  for (const status of [400, 401, 403, 409, 413, 422, 429, 499, 500, 502, 503]) {
    const [tone, , sentences] = described("scan", null, status)
    expect(tone).toBe("failed")
    expect(sentences).toContain("It was free of charge.")
  }
})

it("has a description for every text", () => {
  const operations = fc.constantFrom(...recordedOperations, "constructor", "scan/new")
  fc.assert(fc.property(operations, fc.string(), fc.integer({ min: 100, max: 599 }), (operation, verdict, status) => {
    const { sentences, tone } = describeVerdict({ operation, status, verdict })
    expect(["good", "caution", "bad", "failed", "plain", "info"]).toContain(tone)
    expect(sentences.length).toBeGreaterThan(0)
    expect(typeof operationName(operation)).toBe("string")
  }))
  expect(operationName("constructor")).toBe("constructor")
})

it("describes a status within a sentence", () => {
  expect([statusInSentence(429), statusInSentence(422), statusInSentence(418), statusInSentence(502)]).toEqual([
    "too many requests (429)",
    "rejected (422)",
    "status 418",
    "server error (502)"
  ])
})
