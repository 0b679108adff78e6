import { describe, expect, it } from "vitest"
import {
  findActions,
  longScriptCharsMin,
  longTargetCharsMin,
  type PdfAction
} from "../../../../../adapters/documents/pdf/actions/PdfActions.ts"
import { scriptsCharsMax } from "../../../../../adapters/documents/pdf/actions/PdfScripts.ts"
import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { readDocument } from "../../../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { judgeDocument } from "../../../../../core/documents/judge/JudgeDocument.ts"
import { scoreOf } from "../../../../../core/documents/reasons/Finding.ts"
import { scriptCharsMax } from "../../../../../core/documents/scripts/ScriptTokens.ts"
import { documentRatings } from "../../../../../core/scoring/Bands.ts"
import { calls, elsewhere, home, places } from "../CallsHome.ts"
import { disguises, makePdf } from "../MakePdf.ts"

const actionsOf = (
  bytes: Uint8Array
): ReadonlyArray<PdfAction> => [...findActions(new PdfFile(bytes, new Budget()))]

describe.each(disguises)("an action that calls home (disguise: %s)", (disguise) => {
  it.each(places)("is found at %s", (_, trigger, place) => {
    for (const [kind, action] of calls) {
      const bytes = makePdf({ ...place(action), ...elsewhere }, disguise)
      const found = actionsOf(bytes).filter((one) => one.kind === kind)
      expect(found.map((one) => one.trigger), action).toEqual([trigger])
      expect(found[0]!.script ?? found[0]!.target, action).toContain(home)
    }
  })
})

describe("a target that leads nowhere", () => {
  it.each([
    "<</Type/Catalog/OpenAction[3 0 R/XYZ 0 0 1]>>",
    "<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]>>>>",
    "<</Type/Catalog/AA<</WC<</S/Named/N/FirstPage>>>>>>",
    "<</Type/Catalog/A(a string)/AA[1 2]/JavaScript 7>>",
    "<</BaseFont/AAAAAA+Arial/AAPL:Keywords[(x)]>>",
    "<</S/ResetForm>>"
  ])("is not an action: %s", (catalog) => expect(actionsOf(makePdf({ 1: catalog }, "none"))).toEqual([]))
})

it("uses the strongest trigger of an action", () => {
  const objects = {
    1: "<</Type/Catalog/Outlines<</First<</A 4 0 R>>>>/AA<</DP 4 0 R>>>>",
    3: "<</Subtype/Widget/FT/Tx/AA<</K 4 0 R>>>>",
    4: "<</S/JavaScript/JS(x)>>"
  }
  expect(actionsOf(makePdf(objects, "none"))).toMatchObject([{ trigger: "open", object: 4 }])
})

it("limits cyclic and endless action chains", () => {
  expect(actionsOf(makePdf({ 1: "<</OpenAction 2 0 R>>", 2: "<</S/URI/Next 2 0 R>>" }, "none"))).toHaveLength(1)
  const long = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [at + 2, `<</S/URI/URI(a)/Next ${at + 3} 0 R>>`])
  )
  const found = actionsOf(makePdf({ 1: "<</OpenAction 2 0 R>>", ...long }, "none"))
  expect(found).toHaveLength(10_000)
  expect(found.filter(({ trigger }) => trigger === "open").length).toBeGreaterThan(30)
  const tree = { 1: "<</Names<</JavaScript 2 0 R>>>>", 2: "<</Kids[2 0 R 2 0 R]/Names[(a)<</S/JavaScript/JS(x)>>]>>" }
  expect(actionsOf(makePdf(tree, "none"))).toMatchObject([{ trigger: "open" }])
  const lists = { 1: "<</OpenAction<</S/URI/Next 2 0 R>>>>", 2: "[2 0 R 3 0 R 3 0 R]", 3: "[2 0 R 2 0 R<</S/Launch>>]" }
  expect(actionsOf(makePdf(lists, "none")).map(({ trigger }) => trigger)).toEqual(["open", "open"])
})

it("reads scripts and addresses in every text encoding", () => {
  const utf16 = `<FEFF${Buffer.from("app.x('ü')", "utf16le").swap16().toString("hex")}>`
  const objects = {
    1: `<</OpenAction<</S/JavaScript/JS ${utf16}>>>>`,
    2: "<</A<</S/URI/URI(\xef\xbb\xbfhttps://b\xc3\xbc.example/)>>>>"
  }
  expect(actionsOf(makePdf(objects, "none")).map(({ script, target }) => script ?? target)).toEqual([
    "app.x('ü')",
    "https://bü.example/"
  ])
})

describe("scripts shared by many actions", () => {
  const script = "a".repeat(longScriptCharsMin)
  const runs = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 10, `<</S/JavaScript/JS ${text}>>`]))
  const streamOf = (content: string) => `<</Length ${content.length}>>stream\n${content}\nendstream`

  it.each([["in a string", `(${script})`], ["in a stream", streamOf(script)]])("appear once: %s", (_, content) => {
    const objects = { 1: "<</OpenAction 10 0 R>>", 9: content, ...runs(50, "9 0 R") }
    const found = actionsOf(makePdf(objects, "none"))
    expect(found.map(({ trigger }) => trigger)).toEqual(["open", "unreachable"])
    expect(found.map((one) => one.script)).toEqual([script, script])
  })

  it("are reported once per kind and trigger if the target is long", () => {
    const target = "a".repeat(longTargetCharsMin)
    const goes = (count: number, entries: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 10, `<<${entries}>>`]))
    const found = (text: string, entries: string) =>
      actionsOf(makePdf({ 1: "<</OpenAction 10 0 R>>", 9: `(${text})`, ...goes(50, entries) }, "none"))
    for (const entries of ["/S/URI/URI 9 0 R", "/S/Launch/F 9 0 R"]) {
      expect(found(target, entries).map(({ trigger }) => trigger)).toEqual(["open", "unreachable"])
      expect(found(target.slice(1), entries)).toHaveLength(50)
    }
    const others = { 8: `(${target}b)`, 9: `(${target})`, 60: "<</S/URI/URI 8 0 R>>", 61: "<</S/GoToR/F 9 0 R>>" }
    expect(actionsOf(makePdf({ ...others, ...goes(50, "/S/URI/URI 9 0 R") }, "none")).map(({ object }) => object))
      .toEqual(expect.arrayContaining([60, 61]))
  })

  it("are all reported if they are short", () => {
    expect(actionsOf(makePdf({ 9: "(a)", ...runs(50, "9 0 R") }, "none"))).toHaveLength(50)
  })

  it("have a limit on their total size", () => {
    const large = (letter: string) => letter.repeat(scriptCharsMax)
    const objects = { 2: streamOf(large("a")), 3: streamOf(large("b")), 4: streamOf("c"), ...runs(1, "2 0 R") }
    const found = actionsOf(makePdf({ ...objects, 11: "<</JS 3 0 R>>", 12: "<</JS 4 0 R>>" }, "none"))
    expect(found.map((one) => one.script?.[0] ?? null)).toEqual(["a", "b", null])
    expect(scriptsCharsMax).toBe(2 * scriptCharsMax)
  })
})

const linking = (action: string): Uint8Array => makePdf({ 1: `<</Subtype/Link/A<<${action}>>>>` }, "none")
const targetsIn = (action: string): ReadonlyArray<string | null> =>
  [...findActions(new PdfFile(linking(action), new Budget()))].map(({ target }) => target)
const ratingOf = (action: string): string =>
  documentRatings.nameOf(scoreOf(judgeDocument(readDocument(linking(action), new Budget())!).findings))

describe("the target of an action", () => {
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

describe("a document next to other files does not hide other targets of a click", () => {
  it("is only a link on its own", () => {
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
