import { describe, expect, it } from "vitest"
import { contentOf, makeOdf } from "../odf/MakeOdf.ts"
import { makeOoxml, paragraph, run, wordDocument } from "../ooxml/MakeOoxml.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { stream } from "../pdf/pages/MakePage.ts"
import { rate } from "./Rate.ts"

const main = "word/document.xml"
const filler = paragraph(run("All of this is there to be read, and read again. ".repeat(50)))

const shown = (text: string, target: string): Uint8Array =>
  makeOoxml({
    mainContent: wordDocument(paragraph(`<w:hyperlink r:id="rId9">${run(text)}</w:hyperlink>`) + filler),
    relationships: { [main]: [{ id: "rId9", type: "hyperlink", target, mode: "External" }] }
  })

describe("a link that displays a different address", () => {
  it.each([
    "www.my\u200bbank.com",
    "\u2066https://www.mybank.com/\u2069",
    "www.mybank.com\u00ad",
    "www\u3002mybank\u3002com",
    "»www.mybank.com«",
    "→ www.mybank.com",
    "https:// www.mybank.com",
    "Log in: https://www.mybank.com/login now"
  ])("is found if it displays %j", (text) => {
    expect(rate(shown(text, "https://other.example.org/"))).toEqual(["warn", "LINK_TEXT_MISMATCH"])
  })

  it.each([
    "https://www.google.com/url?q=https://call.example.org/",
    "https://sites.google.com/view/page",
    "https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fcall.example.org",
    "https://nam02.safelinks.protection.outlook.com/?url=https%253A%252F%252Fcall.example.org%252F&data=1"
  ])("is found if it redirects through %s", (target) => {
    expect(rate(shown("www.mybank.com", target))).toEqual(["warn", "LINK_TEXT_MISMATCH"])
  })

  it.each([
    ["www.mybank.com", "https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.mybank.com%2F&data=1"],
    ["www.mybank.com", "https://click.mail.example.org/?u=https%253A%252F%252Fmybank.com%252F"],
    ["www.mybank.com", "https://www.google.com/url?q=www.mybank.com"],
    ["https://mybank.com or https://mybank.de", "https://example.org/banks"],
    ["info@mybank.com", "https://example.org/contact"]
  ])("is not found if it is honest: %s", (text, target) => {
    expect(rate(shown(text, target))[0]).toBe("ok")
  })
})

const link = (rect: string, url: string): string => `<</Subtype/Link/Rect[${rect}]/A<</S/URI/URI(${url})>>>>`

/**
 * Builds a document of `count` pages. The first page has `text` and `links`, and the other pages have the text
 * `others`.
 */
const pages = (count: number, text: string, links: string, others = ""): Uint8Array => {
  const numbers = Array.from({ length: count }, (_, at) => 10 + at)
  const page = (at: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>>>` +
    `/Contents ${at === 0 ? 5 : 6} 0 R${at === 0 ? `/Annots[${links}]` : ""}>>`
  const drawn = (content: string) => stream(`BT /F 12 Tf 50 700 Td (${content}) Tj ET`)
  return makePdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(" ")}]/Count ${count}>>`,
    4: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    5: drawn(text),
    6: drawn(others),
    ...Object.fromEntries(numbers.map((number, at) => [number, page(at)]))
  }, "none")
}

describe("a lure", () => {
  const asking = "Click to view the secure document"
  const button = link("100 300 400 600", "https://call.example.org/x")
  const whole = link("0 0 600 800", "https://call.example.org/x")

  it("is found before empty pages", () => {
    expect(rate(pages(5, asking, button))).toEqual(["warn", "SOCIAL_LURE"])
    expect(rate(pages(5, asking, whole))).toEqual(["block", "SOCIAL_LURE"])
    expect(rate(pages(5, asking, button, "A page of a book"))[0]).toBe("ok")
  })

  it("is found next to an invisible link", () => {
    const tiny = link("0 0 1 1", "https://fine.example.org/")
    expect(rate(pages(1, asking, button + tiny))).toEqual(["warn", "SOCIAL_LURE"])
    expect(rate(pages(1, "Our shops, where you find us", button + tiny))[0]).toBe("ok")
  })
})

describe("a click handler in an OpenDocument text", () => {
  const listener = (event: string, href: string) =>
    contentOf(
      "",
      `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" ` +
        `script:event-name="${event}" xlink:href="${href}"/></office:event-listeners></office:scripts>`
    )

  it.each([
    "macro:///Standard.Module1.Main",
    ".uno:Print",
    "vnd.sun.star.script:a.b?language=Basic&amp;location=share"
  ])(
    "%s",
    (href) => {
      const content = contentOf(`<text:p><text:a xlink:href="${href}">see</text:a></text:p>`)
      expect(rate(makeOdf({ "content.xml": content }))).toEqual(["warn", "MACRO_PRESENT"])
    }
  )

  it("is found through a path that leaves the script folder", () => {
    const href = "vnd.sun.star.script:../../../program/python-core/lib/pydoc.py$run?language=Python&amp;location=share"
    for (const event of ["dom:mouseover", "dom:click"]) {
      expect(rate(makeOdf({ "content.xml": listener(event, href) })), event).toEqual(["block", "MACRO_SUSPICIOUS"])
    }
  })
})
