import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fileNameOf, nameCharsMax } from "../../../adapters/download/FileName.ts"
import { anyCharacter } from "../../support/AnyCharacter.ts"
import { measureCpuMillis } from "../../support/CpuTime.ts"
import { runs } from "../../support/TestRun.ts"

const url = new URL("https://example.com/a/from-url.pdf?name=x.doc")
/** Encodes text as it appears in a header: one character per byte. */
const bytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

describe("the name of a document", () => {
  it.each([
    ["attachment; filename=report.pdf", "report.pdf"],
    ["inline; filename=\"annual report.pdf\"", "annual report.pdf"],
    ["attachment;FILENAME = \"a.pdf\"", "a.pdf"],
    ["attachment; filename=\"a \\\"b\\\".pdf\"", "a b.pdf"],
    ["attachment; filename=\"plain.pdf\"; filename*=UTF-8''%e2%82%ac%20rates.pdf", "€ rates.pdf"],
    ["attachment; filename*=utf-8'en'a%2Bb.pdf; filename=plain.pdf", "a+b.pdf"],
    ["attachment; filename*=iso-8859-1''%a3.pdf", "£.pdf"],
    ["attachment; filename*=UTF-8''%ff.pdf; filename=plain.pdf", "plain.pdf"],
    ["attachment; filename*=utf-16''a.pdf; filename=plain.pdf", "plain.pdf"],
    ["attachment; filename*=broken; filename=plain.pdf", "plain.pdf"],
    [`attachment; filename="${bytes("Übersicht.pdf")}"`, "Übersicht.pdf"],
    ["attachment; filename=\"\xdcbersicht.pdf\"", "Übersicht.pdf"],
    ["attachment; filename=first.pdf; filename=second.pdf", "first.pdf"],
    ["attachment; name=\"x; filename=inner.pdf\"", "from-url.pdf"],
    ["attachment", "from-url.pdf"],
    ["", "from-url.pdf"],
    ["attachment; filename=\"\"", "from-url.pdf"],
    ["attachment; filename=\"unclosed.pdf", "from-url.pdf"]
  ])("%s: %s", (header, expected) => expect(fileNameOf(header, url)).toBe(expected))

  it.each([
    ["../../etc/passwd", "passwd"],
    ["/etc/passwd", "passwd"],
    ["..\\..\\windows\\win.ini", "win.ini"],
    ["C:\\dir\\a.pdf", "a.pdf"],
    ["C:a.pdf", "Ca.pdf"],
    ["..", "from-url.pdf"],
    ["...", "from-url.pdf"],
    ["a/", "from-url.pdf"],
    [".htaccess", "htaccess"],
    ["a.pdf. . ", "a.pdf"],
    ["a<b>|?*.pdf", "ab.pdf"]
  ])(
    "\"%s\" is cleaned to %s",
    (given, expected) => expect(fileNameOf(`attachment; filename="${given}"`, url)).toBe(expected)
  )

  it.each([
    ["..%2f..%2fetc%2fpasswd", "passwd"],
    ["a%00.pdf", "a.pdf"],
    ["a%0d%0aX: y.pdf", "aX y.pdf"],
    ["invoice%e2%80%aefdp.exe", "invoicefdp.exe"],
    ["%e2%80%8b", "from-url.pdf"],
    ["%C2%85a.pdf", "a.pdf"],
    ["a%252e.pdf", "a%2e.pdf"]
  ])(
    "filename*=UTF-8''%s is cleaned to %s",
    (given, expected) => expect(fileNameOf(`attachment; filename*="UTF-8''${given}"`, url)).toBe(expected)
  )

  it.each([
    ["https://example.com/", "document"],
    ["https://example.com", "document"],
    ["https://example.com/a/", "document"],
    ["https://example.com/b%C3%BCcher.docx", "bücher.docx"],
    ["https://example.com/%FCber.docx", "über.docx"],
    ["https://example.com/x/..%2f..%2fpasswd", "passwd"],
    ["https://example.com/%", "%"],
    ["https://example.com/a?b=/c.pdf", "a"]
  ])("for %s without a header is %s", (text, expected) => expect(fileNameOf(undefined, new URL(text))).toBe(expected))

  it("keeps its extension if it is too long", () => {
    const name = fileNameOf(`attachment; filename=${"a".repeat(9_000)}.docx`, url)
    expect([name.length, name.endsWith("a.docx")]).toEqual([nameCharsMax, true])
  })

  it("is a plain name for any input", () => {
    const property = fc.property(fc.string({ unit: anyCharacter }), fc.webUrl(), (text, address) => {
      for (
        const header of [
          text,
          `a; filename=${text}`,
          `a; filename="${text}"`,
          `a; filename*=UTF-8''${encodeURI(text.toWellFormed())}`
        ]
      ) {
        const name = fileNameOf(header, new URL(address))
        expect(name).toMatch(/^[^/\\\p{Cc}\p{Cf}<>:"|?*]{1,255}$/u)
        expect(name).not.toMatch(/^[.\s]|[.\s]$/)
      }
    })
    fc.assert(property, runs(50))
  })

  it.each([";", "; ", ";a=\"", ";a=\"\\", "; filename", ";filename*=UTF-8''%", "\\\"", "%e2", ". "])(
    "is parsed quickly from a header full of %s",
    (piece) => {
      const header = piece.repeat(16_384 / piece.length)
      for (const text of [header, `a; filename="${header}"`, `a; filename*=UTF-8''${header}`]) {
        expect(measureCpuMillis(() => void fileNameOf(text, url))).toBeLessThan(500)
      }
    }
  )
})
