import { describe, expect, it } from "vitest"
import {
  addressesCsv,
  addressFindings,
  addressLabels,
  addressVerdict,
  type CheckedAddress
} from "../../../apps/dashboard/pages/try/addresses/AddressVerdict.ts"
import { verdictLabel } from "../../../apps/dashboard/shared/requests/VerdictLabels.ts"

const fine: CheckedAddress = {
  input: "ann@example.com",
  email: "ann@example.com",
  domain: "example.com",
  disposable: false,
  blocked: false,
  role: false,
  publicDomain: false,
  didYouMean: null,
  problem: null
}

describe("addressVerdict", () => {
  it("is the most severe finding", () => {
    const all = {
      ...fine,
      problem: "It is none.",
      blocked: true,
      disposable: true,
      didYouMean: "a@b.example",
      role: true
    }
    expect([
      addressVerdict(all),
      addressVerdict({ ...all, problem: null }),
      addressVerdict({ ...all, problem: null, blocked: false }),
      addressVerdict({ ...fine, didYouMean: "a@b.example", role: true }),
      addressVerdict({ ...fine, role: true, publicDomain: true }),
      addressVerdict({ ...fine, publicDomain: true })
    ]).toEqual(["invalid", "blocked", "disposable", "typo", "role", "fine"])
    expect(addressFindings(all).length).toBe(5)
    expect(addressFindings(fine)).toEqual([])
  })

  it("is not repeated by the remarks", () => {
    const both = { ...fine, disposable: true, role: true }
    expect(addressFindings(both, addressVerdict(both))).toEqual([addressLabels.role.about])
    const typo = { ...fine, didYouMean: "a@b.example" }
    expect(addressFindings(typo, addressVerdict(typo))).toEqual(["Did you mean a@b.example?"])
  })

  it("is written to a spreadsheet as text", () => {
    expect(addressesCsv([{ ...fine, input: "=1+1@example.com" }])).toContain(
      "\r\n'=1+1@example.com,fine,example.com,false,"
    )
  })
})

it("has the same tone as in the request history", () => {
  const words = [["disposable", "disposable"], ["blocked", "email_blocked"], ["role", "role_account"]] as const
  for (const [verdict, word] of words) {
    expect(addressLabels[verdict].tone, verdict).toBe(verdictLabel("scan/email", word).tone)
  }
})
