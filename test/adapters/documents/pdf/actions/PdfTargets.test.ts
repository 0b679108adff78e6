import { describe, expect, it } from "vitest"
import { findActions } from "../../../../../adapters/documents/pdf/actions/PdfActions.ts"
import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { readDocument } from "../../../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { judgeDocument } from "../../../../../core/documents/judge/JudgeDocument.ts"
import { scoreOf } from "../../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../../core/scoring/Bands.ts"
import { makePdf } from "../MakePdf.ts"

const linking = (action: string): Uint8Array => makePdf({ 1: `<</Subtype/Link/A<<${action}>>>>` }, "none")
const targetsIn = (action: string): ReadonlyArray<string | null> =>
  [...findActions(new PdfFile(linking(action), new Budget()))].map(({ target }) => target)
const ratingOf = (action: string): string =>
  documentRatings.nameOf(scoreOf(judgeDocument(readDocument(linking(action), new Budget())!).findings))

describe("what an action goes to", () => {
  it.each([
    ["/S/URI/URI(http://a.example)", ["http://a.example"]],
    ["/S/Launch", [null]],
    ["/S/Launch/F(a.pdf)/Win<</F(a.pdf)>>", ["a.pdf"]],
    ["/S/Launch/F(a.pdf)/Win<</F(b.exe)>>/Mac(c)/Unix<</F(d)>>", ["a.pdf", "b.exe", "c", "d"]],
    ["/S/Launch/URI(a.pdf)/F(b.exe)", ["a.pdf", "b.exe"]],
    ["/S/GoToR/F<</F(a.pdf)/UF(b.pdf)/DOS(c.pdf)/Unix(d.pdf)/Mac(e.pdf)>>", [
      "a.pdf",
      "b.pdf",
      "c.pdf",
      "d.pdf",
      "e.pdf"
    ]],
    ["/S/Launch/Win<</F(cmd.exe)/P(/c calc)/O(open)>>", ["cmd.exe /c calc"]],
    ["/S/Launch/Win<</F(cmd.exe)/P( )>>", ["cmd.exe"]],
    ["/S/Launch/Win<</F(a.pdf)/D(C:\\\\b\\\\)>>", ["C:\\b\\a.pdf"]],
    ["/S/Launch/Win<</F(a.pdf)/D(\\\\\\\\a.example\\\\b)>>", ["\\\\a.example\\b\\a.pdf"]],
    ["/S/Launch/Win<</F(D:\\\\a.pdf)/D(C:\\\\b)>>", ["D:\\a.pdf"]]
  ])("%s", (action, targets) => expect(targetsIn(action)).toEqual(targets))
})

describe("a document beside it hides nothing else that a click opens", () => {
  it("and is no more than a link by itself", () => {
    expect(ratingOf("/S/Launch/F(a.pdf)")).toBe("ok")
    expect(ratingOf("/S/Launch/F<</F(a.pdf)/UF(b.pdf)>>/Win<</F(a.pdf)/O(open)>>")).toBe("ok")
  })
  it.each([
    "/S/Launch/F(a.pdf)/Win<</F(cmd.exe)/P(/c a.pdf)>>",
    "/S/Launch/F(a.pdf)/Win<</F(cmd.exe)/P(a.pdf)>>",
    "/S/Launch/F(a.pdf)/Unix(/bin/sh)",
    "/S/Launch/F<</F(a.pdf)/UF(setup.exe)>>",
    "/S/Launch/URI(a.pdf)/F(setup.exe)",
    "/S/Launch/Win<</F(a.pdf)/D(\\\\\\\\a.example\\\\b)>>",
    "/S/GoToR/F<</F(a.pdf)/UF(http://a.example/b.pdf)>>"
  ])("%s", (action) => expect(ratingOf(action)).toBe("block"))
})
