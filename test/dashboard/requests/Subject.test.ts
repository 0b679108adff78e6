import fc from "fast-check"
import { expect, it } from "vitest"
import { describeSubject } from "../../../apps/dashboard/pages/requests/SubjectText.tsx"
import { describeFile, fileTitle } from "../../../apps/dashboard/shared/documents/FileName.tsx"
import {
  missingSubject,
  revealInvisible,
  shorten,
  subjectCharsShownMax
} from "../../../apps/dashboard/shared/requests/Subject.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const requestOf = (operation: string, subject: string | null, verdict: string | null = "safe") => ({
  operation,
  subject,
  verdict
})

it("explains why a subject is incomplete, and nothing if it is complete", () => {
  expect(describeSubject(requestOf("scan/url", "https://example.com/a"), "full")).toEqual({
    text: "https://example.com/a",
    limitation: null
  })
  // The request was recorded before the setting changed.
  expect(describeSubject(requestOf("scan/url", "example.com/***"), "full").limitation).toContain("only a part")
})

it("explains why there is no subject", () => {
  const why = (...given: Parameters<typeof describeSubject>) => describeSubject(...given).limitation
  expect(why(requestOf("scan/email/bulk", null), "full")).toContain("list")
  expect(why(requestOf("scan", null, null), "full")).toContain("rejected")
  expect(why(requestOf("scan/url", null), "none")).toContain("does not store")
  expect(why(requestOf("lead/analyze", null), "masked")).toContain("no address")
})

it("names a scanned file as the list of documents does, and explains an incomplete name", () => {
  const facts = { file_hash: `sha256:${"3b7f45fa".repeat(8)}` }
  const masked = describeSubject(requestOf("scan", "***.pdf", "ok (100)"), "masked", facts)
  expect(masked.text).toBe(fileTitle(describeFile({ subject: "***.pdf", facts })))
  expect(masked.text).toBe("PDF file 3b7f45fa")
  expect(masked.limitation).toMatch(/only a part.*SHA-256/)
  expect(describeSubject(requestOf("scan", "invoice.pdf", "ok (100)"), "full", facts)).toEqual({
    text: "invoice.pdf",
    limitation: null
  })
  expect(describeSubject(requestOf("scan", null, "ok (100)"), "none")).toEqual({
    text: "File",
    limitation: "The file name is not stored."
  })
})

it("shows a placeholder in a list if there is no subject", () => {
  const all = ["scan/email/bulk", "scan/url", "scan/email", "lead/analyze", "scan", "something/new"].map(missingSubject)
  expect(all).toEqual([
    "List of addresses",
    "URL not stored",
    "Address not stored",
    "Address not stored",
    "Document not stored",
    "Not stored"
  ])
})

it("shortens long subjects in the middle", () => {
  expect(shorten("a.pdf")).toBe("a.pdf")
  const cut = shorten(`https://example.com/${"b".repeat(3_000)}.exe`)
  expect(cut).toMatch(/^https:\/\/example\.com\/b+…b+\.exe$/)
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
    const characters = [...shorten(text)]
    expect(characters.length).toBe(Math.min(subjectCharsShownMax, [...text].length))
  }))
})

it("shows characters that would change how a name reads", () => {
  expect(revealInvisible("invoice\u202egpj.exe")).toBe("invoice[U+202E]gpj.exe")
  expect(revealInvisible("a\nb\u0000\u200b\u{e0041}c\ud800")).toBe("a[U+000A]b[U+0000][U+200B][U+E0041]c[U+D800]")
  expect(revealInvisible("Übersicht für Zoë \u{1f600} 請求書.pdf")).toBe("Übersicht für Zoë \u{1f600} 請求書.pdf")
})

it("shows all invisible characters and keeps the rest unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => {
    const shown = revealInvisible(text)
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(revealInvisible(shown)).toBe(shown)
  }))
})
