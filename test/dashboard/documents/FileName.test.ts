import fc from "fast-check"
import { expect, it } from "vitest"
import {
  describeFile,
  explainMasking,
  fileTitle,
  hashDigits
} from "../../../apps/dashboard/shared/documents/FileName.tsx"
import { maskSubject } from "../../../core/history/MaskSubject.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"

const hashOf = (digit: string) => `sha256:${digit.repeat(64)}`
const facts = { file_hash: hashOf("d"), file_bytes: 1_536 }

it("shows a stored file name in full", () => {
  expect(describeFile({ subject: "invoice.pdf", facts })).toEqual({
    title: "invoice.pdf",
    isMasked: false,
    hash: "dddddddd",
    size: "1.5 KiB"
  })
})

it("distinguishes masked files by their hash", () => {
  const [one, other] = ["a", "b"].map((digit) =>
    describeFile({ subject: maskSubject("invoice.pdf"), facts: { ...facts, file_hash: hashOf(digit) } })
  )
  expect(one).toEqual({ title: "PDF file", isMasked: true, hash: "aaaaaaaa", size: "1.5 KiB" })
  expect(other!.hash).toBe("bbbbbbbb")
  expect(fileTitle(other!)).toBe("PDF file bbbbbbbb")
  expect(fileTitle(describeFile({ subject: "invoice.pdf", facts }))).toBe("invoice.pdf")
})

it("shows the known parts if the name is not stored", () => {
  expect(describeFile({ subject: null, facts: {} })).toEqual({ title: "File", isMasked: true, hash: null, size: null })
  expect(describeFile({ subject: "***", facts: { file_hash: "md5:1", file_bytes: "many" } })).toMatchObject({
    title: "File",
    hash: null,
    size: null
  })
})

it("shows at most the extension of a masked file name, and no invisible characters", () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (name) => {
    const { hash, title } = describeFile({ subject: maskSubject(`${name}.pdf`), facts })
    expect(hash).toHaveLength(hashDigits)
    expect(title).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  }))
  const masked = describeFile({ subject: maskSubject("../etc/Ann Example.docx"), facts })
  expect(masked.title).toBe("DOCX file")
})

it("explains why names are incomplete", () => {
  expect(explainMasking("masked")).toContain("only the extension")
  expect(explainMasking("none")).toContain("does not store")
  expect(explainMasking("full")).toBe(null)
})
