import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/Budget.ts"
import { findActions } from "../../../../adapters/documents/pdf/PdfActions.ts"
import { PdfFile } from "../../../../adapters/documents/pdf/PdfFile.ts"
import type { ActionTrigger, DocumentAction } from "../../../../core/documents/DocumentAction.ts"
import { disguises, makePdf, type Objects } from "./MakePdf.ts"

const actionsOf = (bytes: Uint8Array): ReadonlyArray<DocumentAction> => findActions(new PdfFile(bytes, new Budget()))

const home = "https://home.example/x"

/** Every action that can call home, as it is written. */
const calls: ReadonlyArray<readonly [string, string]> = [
  ["URI", `<</S/URI/URI(${home})>>`],
  ["Launch", `<</S/Launch/F(${home})>>`],
  ["Launch", `<</S/Launch/Win<</F(${home})>>>>`],
  ["GoToR", `<</S/GoToR/F<</FS/URL/F(${home})>>/D[0/Fit]>>`],
  ["GoToE", `<</S/GoToE/F(${home})>>`],
  ["Thread", `<</S/Thread/F(${home})/D 0>>`],
  ["SubmitForm", `<</S/SubmitForm/F<</FS/URL/F(${home})>>>>`],
  ["ImportData", `<</S/ImportData/F(${home})>>`],
  ["JavaScript", `<</S/JavaScript/JS(app.launchURL\\('${home}'\\))>>`],
  ["JavaScript", "<</S/JavaScript/JS 9 0 R>>"],
  ["JavaScript", `<</JS(app.launchURL\\('${home}'\\))>>`],
  ["Rendition", `<</S/Rendition/OP 0/R<</S/MR>>/F(${home})>>`]
]

const page = (more: string) => ({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Kids[3 0 R]>>",
  3: `<</Type/Page${more}>>`
})

/** Where an action can hang, and what that means. */
const places: ReadonlyArray<readonly [string, ActionTrigger, (action: string) => Objects]> = [
  ["OpenAction", "open", (action) => ({ 1: `<</Type/Catalog/OpenAction ${action}>>` })],
  ["OpenAction elsewhere", "open", (action) => ({ 1: "<</Type/Catalog/OpenAction 4 0 R>>", 4: action })],
  ["named scripts", "open", (action) => ({
    1: "<</Type/Catalog/Names<</JavaScript 4 0 R>>>>",
    4: "<</Kids[5 0 R]>>",
    5: `<</Names[(a) 6 0 R]>>`,
    6: action
  })],
  ["what follows on a jump", "open", (action) => ({
    1: "<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[4 0 R]>>>>",
    4: `<</S/Named/N/NextPage/Next ${action}>>`
  })],
  ...["WC", "WS", "DS", "WP", "DP"].map((key) =>
    [`catalog ${key}`, "open", (action: string) => ({ 1: `<</Type/Catalog/AA<</${key} ${action}>>>>` })] as const
  ),
  ...["O", "C"].map((key) => [`page ${key}`, "open", (action: string) => page(`/AA<</${key} ${action}>>`)] as const),
  ...["PO", "PC", "PV", "PI"].map((key) =>
    [
      `annotation ${key}`,
      "open",
      (action: string) => page(`/Annots[<</Subtype/Screen/AA<</${key} ${action}>>>>]`)
    ] as const
  ),
  ...["K", "F", "V", "C"].map((key) =>
    [
      `field ${key}`,
      "field",
      (action: string) => page(`/Annots[<</Subtype/Widget/FT/Tx/AA<</${key} ${action}>>>>]`)
    ] as const
  ),
  ...["E", "X", "D", "U", "Fo", "Bl"].map((key) =>
    [`pointer ${key}`, "click", (action: string) => page(`/Annots[<</Subtype/Link/AA<</${key} ${action}>>>>]`)] as const
  ),
  ["link", "click", (action) => page(`/Annots[<</Subtype/Link/A ${action}>>]`)],
  ["outline", "click", (action) => ({ 1: "<</Type/Catalog/Outlines 4 0 R>>", 4: `<</First<</A ${action}>>>>` })],
  ["nothing", "unreachable", (action) => ({ 1: "<</Type/Catalog>>", 4: action })]
]

describe.each(disguises)("an action that calls home (disguise: %s)", (disguise) => {
  it.each(places)("is found at %s", (_, trigger, place) => {
    for (const [kind, action] of calls) {
      const bytes = makePdf({ ...place(action), 9: `(app.launchURL\\('${home}'\\))` }, disguise)
      const found = actionsOf(bytes).filter((one) => one.kind === kind)
      expect(found.map((one) => one.trigger), action).toEqual([trigger])
      expect(found[0]!.script ?? found[0]!.target, action).toContain(home)
    }
  })
})

describe("what goes nowhere", () => {
  it.each([
    "<</Type/Catalog/OpenAction[3 0 R/XYZ 0 0 1]>>",
    "<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]>>>>",
    "<</Type/Catalog/AA<</WC<</S/Named/N/FirstPage>>>>>>",
    "<</Type/Catalog/A(a string)/AA[1 2]/JavaScript 7>>",
    "<</BaseFont/AAAAAA+Arial/AAPL:Keywords[(x)]>>",
    "<</S/ResetForm>>"
  ])("is no action: %s", (catalog) => expect(actionsOf(makePdf({ 1: catalog }, "none"))).toEqual([]))
})

it("takes the strongest of the triggers of one action", () => {
  const objects = {
    1: "<</Type/Catalog/Outlines<</First<</A 4 0 R>>>>/AA<</DP 4 0 R>>>>",
    3: "<</Subtype/Widget/FT/Tx/AA<</K 4 0 R>>>>",
    4: "<</S/JavaScript/JS(x)>>"
  }
  expect(actionsOf(makePdf(objects, "none"))).toMatchObject([{ trigger: "open", object: 4 }])
})

it("follows chains that run in a circle, or on for ever, to their limit", () => {
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

it("reads scripts and addresses in every encoding of text", () => {
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
