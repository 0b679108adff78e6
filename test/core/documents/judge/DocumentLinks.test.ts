import { describe, expect, it } from "vitest"
import type { DocumentFacts } from "../../../../core/documents/facts/DocumentFacts.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { collectLinks, linksMax } from "../../../../core/documents/judge/DocumentLinks.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"

const link = (url: string, at = 0): Fact => ({ kind: "link", url, text: null, from: "field", where: `field ${at}` })
const documentOf = (facts: ReadonlyArray<Fact>, inner: ReadonlyArray<Fact> = []): DocumentFacts => ({
  type: "ooxml",
  facts,
  files: inner.length === 0 ? [] : [{
    name: "a.docx",
    otherNames: [],
    as: "package part",
    where: "a.docx",
    bytes: 1,
    kind: "ooxml",
    unread: null,
    document: documentOf(inner),
    files: []
  }]
})
const hrefs = (document: DocumentFacts) => collectLinks(document, () => expect.fail()).map(({ href }) => href)

describe("the links of a document", () => {
  const same = Array.from({ length: linksMax * 2 }, (_, at) => link("https://a.example/", at))

  it("do not hide others by repeating one link", () => {
    expect(hrefs(documentOf([...same, link("https://b.example/")])).at(-1)).toBe("https://b.example/")
    expect(hrefs(documentOf(same, [link("https://b.example/")])).at(-1)).toBe("https://b.example/")
    expect(hrefs(documentOf(same))).toHaveLength(linksMax + 1)
  })

  it("are not all examined if there are too many", () => {
    const different = Array.from({ length: linksMax + 1 }, (_, at) => link(`https://a.example/${at}`))
    expect(hrefs(documentOf(different))).toHaveLength(linksMax)
    expect(hrefs(documentOf(different.slice(0, -1)))).toHaveLength(linksMax)
  })

  it.each([
    ["\u5982 www.a.example\u3002\u5b66\u751fa", "http://www.a.example/"],
    ["https://a.example/b\uff0c\u5b66", "https://a.example/b"],
    ["http://a.example\uff08\u5b66\uff09", "http://a.example/"],
    ["http://evil\u3002com/b", "http://evil.com/b"],
    ["www.evil\u3002com", "http://www.evil.com/"],
    ["http://a.example/\u5b66", "http://a.example/%E5%AD%A6"],
    ["http://b\u00fccher.example/", "http://xn--bcher-kva.example/"]
  ])(
    "end where a sentence of the text does: %s",
    (text, href) => expect(hrefs(documentOf([{ kind: "text", text, pages: 1, where: "document" }]))).toEqual([href])
  )

  it("are found as quickly in a text of punctuation", () => {
    const text = Array.from({ length: 490 }, (_, at) => `http://a${at}.example/${".".repeat(2_020)}x`).join(" ")
    const document = documentOf([{ kind: "text", text, pages: 1, where: "document" }])
    expect(hrefs(document)).toHaveLength(490)
    expect(measureCpuMillis(() => void hrefs(document))).toBeLessThan(2_000)
  })

  it("lead to the web", () => {
    expect(hrefs(documentOf([link("mailto:a@b.example"), link("#place"), link("HTTP://A.example")]))).toEqual([
      "http://a.example/"
    ])
  })
})
