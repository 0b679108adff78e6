import { describe, expect, it } from "vitest"
import { readXlsbWorksheet } from "../../../../adapters/documents/excel/XlsbParts.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import { call, joined, ptg, u32 } from "./MakeWorkbook.ts"
import { formulaCells, token12, wide, xlsb } from "./MakeXlsb.ts"

describe("a binary worksheet", () => {
  const read = (part: Uint8Array) => {
    const findings = new Findings()
    const text = readXlsbWorksheet(part, "sheet1", findings)
    return { text, facts: findings.reading().facts }
  }

  it("has texts of its own, and leads to addresses", () => {
    const link = joined(token12.text("https://example.org/"), token12.text("Pay"), ptg.funcVar(call.HYPERLINK, 2))
    expect(read(joined(xlsb(6, u32(0), u32(0), wide("Enable content")), formulaCells.string(link)))).toEqual({
      text: "Enable content",
      facts: [{ kind: "link", url: "https://example.org/", text: "Pay", from: "field", where: "sheet1" }]
    })
  })

  it("has formulas that lead nowhere", () => {
    const formula = joined(token12.text("https://example.org/"), ptg.funcVar(4, 1))
    expect(read(formulaCells.number(formula))).toEqual({ text: "", facts: [] })
  })

  it("that is cut short is damaged", () => {
    expect(read(xlsb(6, u32(0), u32(0), wide("text")).slice(0, -2))).toMatchObject({
      text: "tex",
      facts: [{ kind: "damaged" }]
    })
  })
})
