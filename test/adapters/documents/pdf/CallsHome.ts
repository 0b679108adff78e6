import type { ActionTrigger } from "../../../../core/documents/facts/DocumentAction.ts"
import type { Objects } from "./MakePdf.ts"

export const home = "https://home.example/x"

/** Every action that can call home, in PDF syntax. */
export const calls: ReadonlyArray<readonly [string, string]> = [
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

/** Places where an action can occur, each with its trigger. */
export const places: ReadonlyArray<readonly [string, ActionTrigger, (action: string) => Objects]> = [
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
  ...([["E", "field"], ["X", "field"], ["D", "click"], ["U", "click"], ["Fo", "click"], ["Bl", "click"]] as const).map((
    [key, trigger]
  ) =>
    [`pointer ${key}`, trigger, (action: string) => page(`/Annots[<</Subtype/Link/AA<</${key} ${action}>>>>]`)] as const
  ),
  ["link", "click", (action) => page(`/Annots[<</Subtype/Link/A ${action}>>]`)],
  ["outline", "click", (action) => ({ 1: "<</Type/Catalog/Outlines 4 0 R>>", 4: `<</First<</A ${action}>>>>` })],
  ["nothing", "unreachable", (action) => ({ 1: "<</Type/Catalog>>", 4: action })]
]

/** Scripts stored in other objects. */
export const elsewhere: Objects = { 9: `(app.launchURL\\('${home}'\\))` }
