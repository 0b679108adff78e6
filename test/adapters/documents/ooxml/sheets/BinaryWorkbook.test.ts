import { describe, expect, it } from "vitest"
import { readOoxml } from "../../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { call, joined, ptg, u32 } from "../../excel/MakeWorkbook.ts"
import { bundleSheet, externalLink, formulaCells, token12, wide, xlsb, xlsbName } from "../../excel/MakeXlsb.ts"
import { mainTypes, makeOoxml } from "../MakeOoxml.ts"

const main = "xl/workbook.bin"
const [macros, strings, link] = ["xl/macrosheets/sheet1.bin", "xl/sharedStrings.bin", "xl/externalLinks/a.bin"]
const table = "xl/worksheets/sheet2.bin"
const macroSheet = formulaCells.number(joined(token12.text("calc"), ptg.funcVar(call.EXEC, 1)))
const microsoft = "http://schemas.microsoft.com/office/2006/relationships"

const factsOf = (parts: Readonly<Record<string, Uint8Array>>) =>
  readOoxml(
    makeOoxml({
      main: mainTypes.xlsb,
      mainName: main,
      mainContent: joined(bundleSheet("Macro1", "r1", 2), xlsbName("Auto_Open", token12.ref(0, 0), 0x20)),
      relationships: {
        [main]: [
          { id: "r1", type: `${microsoft}/xlMacrosheet`, target: `/${macros}` },
          { id: "r2", type: "sharedStrings", target: `/${strings}` },
          { id: "r3", type: "externalLink", target: `/${link}` },
          { id: "r4", type: "worksheet", target: `/${table}` }
        ],
        [macros]: [{ id: "r1", type: `${microsoft}/xlBinaryIndex`, target: "binaryIndex1.bin" }]
      },
      parts
    }),
    new Budget()
  ).facts

const autoName = { kind: "auto name", name: "Auto_Open", where: main }

describe("a binary workbook", () => {
  it("reports the macro sheets it lists, but no unlisted ones", () => {
    expect(factsOf({ [macros]: macroSheet, "xl/macrosheets/binaryIndex1.bin": xlsb(42) })).toMatchObject([
      autoName,
      { kind: "xlm", sheet: "Macro1", visibility: "very hidden", formulas: ["EXEC(\"calc\")"], where: macros }
    ])
  })

  it("reports DDE and cell texts", () => {
    const text = (content: string) => xlsb(19, 0, wide(content))
    expect(factsOf({ [link]: externalLink(1, "cmd", "/c calc", "A1"), [strings]: joined(text("one"), text("two")) }))
      .toMatchObject([
        autoName,
        { kind: "dde", command: "cmd|'/c calc'!A1", where: link },
        { kind: "text", text: "one\ntwo" }
      ])
  })

  it("reports the links of sheet formulas and the cell contents", () => {
    const formula = joined(token12.text("https://example.org/"), token12.text("Pay"), ptg.funcVar(call.HYPERLINK, 2))
    const sheet = joined(xlsb(6, u32(0), u32(0), wide("Enable content")), formulaCells.string(formula))
    expect(factsOf({ [table]: sheet })).toMatchObject([
      autoName,
      { kind: "link", url: "https://example.org/", text: "Pay", from: "field", where: table },
      { kind: "text", text: "Enable content", where: "document" }
    ])
    expect(factsOf({ "xl/worksheets/binaryIndex2.bin": sheet })).toMatchObject([autoName])
  })

  it("reports no macro formulas for plain sheets", () => {
    expect(factsOf({ [table]: macroSheet })).toMatchObject([autoName])
  })
})
