import { describe, expect, it } from "vitest"
import { pageLinksMax } from "../../../../../adapters/documents/pdf/pages/PageLinks.ts"
import { linkTextCharsMax } from "../../../../../adapters/documents/pdf/pages/PageText.ts"
import { makePdf } from "../MakePdf.ts"
import { pageOf, pagesOf } from "./MakePage.ts"

/**
 * Page with letters 5 points wide. `Log in at bank.example today` starts at 10 points. `bank.example` is between 60 and
 * 120 points.
 */
const content = "BT /F 10 Tf 10 50 Td (Log in at bank.example today) Tj 0 -20 Td (second line) Tj ET"

const link = (entries: string): string => `<</Type/Annot/Subtype/Link${entries}>>`
const uri = (url: string): string => `/A<</S/URI/URI(${url})>>`

const linksOf = (...annotations: ReadonlyArray<string>) =>
  pageOf({ content, entries: `/Annots[${annotations.join("")}]` }).links

describe("a link", () => {
  it("has only the text in its rectangle", () => {
    expect(linksOf(link(`/Rect[60 48 120 60]${uri("https://evil.example/")}`))).toEqual([
      { url: "https://evil.example/", text: "bank.example", rect: { left: 60, bottom: 48, right: 120, top: 60 } }
    ])
  })

  it("has the text of every line it covers, with its corners in any order", () => {
    expect(linksOf(link(`/Rect[200 60 0 20]${uri("https://evil.example/")}`))[0]?.text).toBe(
      "Log in at bank.example today second line"
    )
  })

  it("has no text if its area is empty", () => {
    expect(linksOf(link(`/Rect[0 70 200 99]${uri("https://evil.example/")}`))[0]?.text).toBeNull()
  })

  it("uses its quad points if it has them", () => {
    const lines = "/QuadPoints[60 60 120 60 60 48 120 48 10 40 40 40 10 28 40 28]"
    expect(linksOf(link(`/Rect[10 28 120 60]${lines}${uri("https://evil.example/")}`))[0]?.text).toBe(
      "bank.example second"
    )
  })

  it("uses its rectangle if its quad points are outside of it", () => {
    const lines = "/QuadPoints[60 90 120 90 60 80 120 80]"
    expect(linksOf(link(`/Rect[60 48 120 60]${lines}${uri("https://evil.example/")}`))[0]?.text).toBe("bank.example")
  })

  it("can be a button, start a program or lead to a document at an address", () => {
    const rect = "/Rect[60 48 120 60]"
    expect(
      linksOf(
        `<</Subtype/Widget${rect}${uri("https://a.example/")}>>`,
        link(`${rect}/A<</S/Launch/F(https://b.example/x.exe)>>`),
        link(`${rect}/A<</S/GoToR/F<</FS/URL/F(\\\\\\\\host\\\\share)>>>>`),
        link(`${rect}/A<</S/Launch/F(C:\\\\windows\\\\calc.exe)>>`),
        link(`${rect}/A<</S/GoToR/F(other.pdf)>>`),
        link(`${rect}/A<</S/GoTo/D[3 0 R/Fit]>>`),
        link(`${rect}/Dest[3 0 R/Fit]`)
      ).map(({ url }) => url)
    ).toEqual(["https://a.example/", "https://b.example/x.exe", "\\\\host\\share"])
  })

  it("is resolved against the base URI of the document", () => {
    const bytes = makePdf({
      1: "<</Type/Catalog/Pages 2 0 R/URI<</Base(https://evil.example/)>>>>",
      2: "<</Kids[3 0 R]>>",
      3: `<</Type/Page/Annots[${link(uri("login"))}${link(uri("https://a.example/"))}]>>`
    }, "none")
    expect(pagesOf(bytes)[0]?.links.map(({ url }) => url)).toEqual(["https://evil.example/login", "https://a.example/"])
  })

  it("keeps enough text for the rating", () => {
    const long = pageOf({
      content: `BT /F 2 Tf 1 50 Td 1 Tz (${"a".repeat(3_000)}) Tj ET`,
      entries: `/Annots[${link(`/Rect[0 40 200 60]${uri("https://a.example/")}`)}]`
    })
    expect(long.links[0]?.text).toHaveLength(linkTextCharsMax)
  })

  it("counts toward a limit per page", () => {
    const many = Array.from(
      { length: pageLinksMax + 10 },
      (_, at) => link(`/Rect[0 0 200 100]${uri(`https://${at}.example`)}`)
    )
    expect(linksOf(...many)).toHaveLength(pageLinksMax)
  })
})

describe("the share of a page covered by links", () => {
  const shareOf = (...rects: ReadonlyArray<string>) =>
    pageOf({
      content,
      entries: `/Annots[${rects.map((rect) => link(`/Rect[${rect}]${uri("https://a.example/")}`)).join("")}]`
    })
      .linkArea

  it.each([
    ["all of it", ["0 0 200 100"], 1],
    ["more than all of it", ["-100 -100 900 900"], 1],
    ["a half", ["0 0 100 100"], 0.5],
    ["the same half twice", ["0 0 100 100", "0 0 100 100"], 0.5],
    ["a quarter and another", ["0 0 100 50", "100 50 200 100"], 0.5],
    ["a tenth", ["20 20 120 40"], 0.1],
    ["beside it", ["300 0 400 100"], 0]
  ])("%s", (_, rects, share) => {
    expect(shareOf(...rects)).toBeCloseTo(share, 1)
  })

  it("is zero without links", () => {
    expect(pageOf({ content }).linkArea).toBe(0)
  })
})
