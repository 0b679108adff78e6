import fc from "fast-check"
import { expect, it } from "vitest"
import {
  shortened,
  subjectCharsShown,
  subjectSaid,
  withoutSubject
} from "../../../apps/dashboard/pages/requests/Subject.ts"

const asked = (operation: string, subject: string | null, verdict: string | null = "safe") => ({
  operation,
  subject,
  verdict
})

it("says why a subject is not whole, and nothing where it is", () => {
  expect(subjectSaid(asked("scan/url", "https://example.com/a"), "full")).toEqual({
    text: "https://example.com/a",
    why: null
  })
  // Kept before the setting was changed.
  expect(subjectSaid(asked("scan/url", "example.com/***"), "full").why).toContain("only a part")
})

it("says why there is none", () => {
  const why = (...given: Parameters<typeof subjectSaid>) => subjectSaid(...given).why
  expect(why(asked("scan/email/bulk", null), "full")).toContain("list")
  expect(why(asked("scan", null, null), "full")).toContain("refused")
  expect(why(asked("scan", null), "none")).toContain("does not keep")
  expect(why(asked("lead/analyze", null), "masked")).toContain("no address")
})

it("says in a list what stands for one that is not there", () => {
  expect([withoutSubject("scan/email/bulk"), withoutSubject("scan/url")]).toEqual(["A list of addresses", "Not kept"])
})

it("cuts long subjects in the middle", () => {
  expect(shortened("a.pdf")).toBe("a.pdf")
  const cut = shortened(`https://example.com/${"b".repeat(3_000)}.exe`)
  expect(cut).toMatch(/^https:\/\/example\.com\/b+…b+\.exe$/)
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
    const characters = [...shortened(text)]
    expect(characters.length).toBe(Math.min(subjectCharsShown, [...text].length))
  }))
})
