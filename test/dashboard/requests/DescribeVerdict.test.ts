import fc from "fast-check"
import { expect, it } from "vitest"
import { describeVerdict, statusInSentence } from "../../../apps/dashboard/shared/requests/DescribeVerdict.ts"
import { operationName, recordedOperations } from "../../../apps/dashboard/shared/requests/Operations.ts"

const said = (operation: string, verdict: string | null, status = 200) => {
  const { sentences, label, tone } = describeVerdict({ operation, status, verdict })
  return [tone, label, sentences.join(" ")]
}

it("describes the result of each operation", () => {
  expect(said("scan", "block (30)")).toEqual([
    "bad",
    "Do not open",
    "The document should not be opened. Its score is 30 of 100 (higher is safer)."
  ])
  expect(said("scan/url", "bad: embedded")).toEqual(["bad", "Listed", "The URL is listed by embedded."])
  expect(said("scan/url", "bad: blocklist")).toEqual(["bad", "Listed", "The URL is listed by the blocklist."])
  expect(said("scan/url", "safe, observed: urlhaus, stale: openphish")).toEqual([
    "good",
    "Not listed",
    "Nobody lists the URL. That does not mean that it is harmless. urlhaus lists it too, but is only observed. " +
    "The data of openphish was old."
  ])
  expect(said("scan/email", "disposable, role_account")).toEqual([
    "caution",
    "Throwaway address and 1 more",
    "The address is a throwaway one. The address names a function, not a person."
  ])
  expect(said("scan/email", "nothing found")[0]).toBe("good")
  expect(said("scan/email", "disposable, email_blocked").slice(0, 2)).toEqual(["bad", "Blocked and 1 more"])
  expect(said("scan/email/bulk", "1 checked, 2 invalid")[2]).toBe(
    "1 address checked. 2 items could not be read as an address."
  )
  expect(said("lead/analyze", "review 45, disposable_email, email_typo")).toEqual([
    "caution",
    "To review",
    "Somebody should read the lead. Its risk is 45 of 100 (higher is riskier). Noticed: throwaway address, email typo."
  ])
  expect(said("submit-phishing-link", "submission 7", 201)[2]).toBe("Taken for review as reported link 7.")
})

it("explains why a request failed, and that it cost nothing", () => {
  for (const status of [400, 401, 403, 409, 413, 422, 429, 499, 500, 502, 503]) {
    const [tone, , sentences] = said("scan", null, status)
    expect(tone).toBe("failed")
    expect(sentences).toContain("It cost nothing.")
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
    "refused (422)",
    "status 418",
    "fault (502)"
  ])
})
