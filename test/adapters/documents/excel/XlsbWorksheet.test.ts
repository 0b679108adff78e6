import { describe, expect, it } from "vitest"
import { readXlsbWorksheet } from "../../../../adapters/documents/excel/XlsbWorksheet.ts"
import { Findings } from "../../../../adapters/documents/Findings.ts"
import { call, joined, ptg, u32 } from "./MakeWorkbook.ts"
import { formulaCells, token12, wide, xlsb } from "./MakeXlsb.ts"

describe("a binary worksheet", () => {
  const factsOf = (part: Uint8Array) => {
    const findings = new Findings()
    readXlsbWorksheet(part, "sheet1", findings)
    return findings.reading().facts
  }

  it("has texts of its own, and leads to addresses", () => {
    const link = joined(token12.text("https://example.org/"), token12.text("Pay"), ptg.funcVar(call.HYPERLINK, 2))
    expect(factsOf(joined(xlsb(6, u32(0), u32(0), wide("Enable content")), formulaCells.string(link)))).toEqual([
      { kind: "link", url: "https://example.org/", text: "Pay", from: "field", where: "sheet1" },
      { kind: "text", text: "Enable content", pages: null, where: "sheet1" }
    ])
  })

  it("has formulas that lead nowhere", () => {
    expect(factsOf(formulaCells.number(joined(token12.text("https://example.org/"), ptg.funcVar(4, 1))))).toEqual([])
  })

  it("that is cut short is damaged", () => {
    expect(factsOf(xlsb(6, u32(0), u32(0), wide("text")).slice(0, -1))).toMatchObject([{ kind: "text" }, {
      kind: "damaged"
    }])
  })
})
