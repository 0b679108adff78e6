import fc from "fast-check"
import { expect, it } from "vitest"
import { maskSubject } from "../../../core/history/MaskSubject.ts"
import { maskedForm, parseSearch } from "../../../core/requests/ParseSearch.ts"

const digits = "0123456789abcdef".repeat(4)

it("recognizes whole names, and their masked form if names are masked", () => {
  const forms: ReadonlyArray<readonly [string, string, string]> = [
    ["ann@gmial.com", "address", "a***@gmial.com"],
    [" ann@gmial.com ", "address", "a***@gmial.com"],
    ["http://malware.wicar.org/data/eicar.com", "url", "malware.wicar.org/***"],
    ["HTTPS://Example.com:8080", "url", "example.com:8080/***"],
    ["https://user@example.com/a", "url", "example.com/***"],
    ["malware.wicar.org/data/eicar.com", "url", "malware.wicar.org/***"],
    ["example.com:8080/a", "url", "example.com:8080/***"],
    ["js.pdf", "file", "***.pdf"],
    ["Invoice 7 (final).DOCX", "file", "***.DOCX"]
  ]
  for (const [typed, kind, masked] of forms) expect([typed, maskedForm(typed)]).toEqual([typed, { kind, masked }])
})

it("treats no other text as a whole name, which would match unrelated requests", () => {
  for (
    const part of [
      "",
      " ",
      "ann",
      "@gmial.com",
      "gmial.com",
      "a***",
      ".pdf",
      "pdf",
      "mailto:a",
      "a b/c",
      "/",
      ".com/a",
      "a./b",
      "a.b:c/d"
    ]
  ) {
    expect([part, maskedForm(part)]).toEqual([part, null])
    expect(parseSearch(part)).toEqual({ text: part })
  }
})

it("finds a file by its hash, in any common notation", () => {
  for (const typed of [digits, `sha256:${digits}`, ` SHA-256: ${digits.toUpperCase()} `]) {
    expect(parseSearch(typed)).toEqual({ fileHash: digits })
  }
  for (const typed of [digits.slice(1), `${digits}0`, `md5:${digits}`]) {
    expect(parseSearch(typed)).toEqual({ text: typed })
  }
})

it("masks a whole address as it was masked for storage", () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      fc.pre(!email.includes("/"))
      expect(parseSearch(email)).toEqual({ text: email, masked: maskSubject(email) })
    })
  )
})
