import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { autoNamesMax, macroNamesMax } from "../../../../adapters/documents/excel/DefinedNames.ts"
import {
  readXlsbExternalLink,
  readXlsbMacroSheet,
  readXlsbWorkbook,
  readXlsbWorksheet
} from "../../../../adapters/documents/excel/XlsbParts.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { runs } from "../../../support/TestRun.ts"
import { bytes, call, joined, order, ptg, u32 } from "./MakeWorkbook.ts"
import { bundleSheet, externalLink, formulaCells, parsed, token12, wide, xlsb, xlsbName } from "./MakeXlsb.ts"

const factsOf = (read: (findings: Findings) => void): ReadonlyArray<Fact> => {
  const findings = new Findings()
  read(findings)
  return findings.reading().facts
}

const workbook = joined(
  xlsb(131),
  bundleSheet("Sheet1", "rId1"),
  bundleSheet("My macros", "rId2", 2),
  xlsb(357),
  xlsb(362, u32(1), u32(0), u32(1), u32(1)),
  xlsbName("Auto_Open", token12.ref3d(0, 4, 0), 0x21),
  xlsbName("Total", token12.ref(0, 0))
)

describe("a binary workbook", () => {
  it("lists its sheets and automatic names", () => {
    const findings = new Findings()
    const sheets = readXlsbWorkbook(workbook, "xl/workbook.bin", findings)
    expect(sheets).toMatchObject([
      { name: "Sheet1", relationshipId: "rId1", visibility: "visible" },
      { name: "My macros", relationshipId: "rId2", visibility: "very hidden" }
    ])
    expect(findings.reading().facts).toEqual([
      { kind: "auto name", name: "Auto_Open", refersTo: "'My macros'!A5", where: "xl/workbook.bin" }
    ])
  })

  it("reports nothing without an automatic name", () => {
    const plain = joined(bundleSheet("Sheet1", "rId1"), xlsbName("_xlnm.Print_Area", token12.ref(0, 0), 0x20))
    expect(factsOf((findings) => readXlsbWorkbook(plain, "w", findings))).toEqual([])
  })

  it("reports names whose formulas call functions that cells cannot call", () => {
    const tokens = joined(token12.text("calc"), ptg.funcVar(call.EXEC, 1))
    const facts = factsOf((findings) => readXlsbWorkbook(xlsbName("x", tokens), "w", findings))
    expect(facts).toMatchObject([{ kind: "xlm", formulas: ["EXEC(\"calc\")"] }])
  })

  it.each([
    ["automatic names", "Auto_Open", autoNamesMax],
    ["defined names", "Total", macroNamesMax]
  ])("reports more %s than its limit", (limit, name, max) => {
    const namesOf = (count: number) =>
      joined(...Array.from({ length: count }, (_, at) => xlsbName(`${name}${at}`, token12.ref(0, 0))))
    const cutOff = (count: number) =>
      factsOf((findings) => readXlsbWorkbook(namesOf(count), "a", findings)).filter(({ kind }) => kind === "cut off")
    expect(cutOff(max)).toEqual([])
    expect(cutOff(max + 1)).toEqual([{ kind: "cut off", limit, where: "a" }])
  })

  it("returns the readable part if it is damaged", () => {
    const broken = joined(
      xlsb(156, u32(0), u32(1), u32(0x7fffffff)),
      bundleSheet("Sheet1", "rId1"),
      bytes(0x9c, 0x01, 0x7f)
    )
    const findings = new Findings()
    expect(readXlsbWorkbook(broken, "w", findings)).toMatchObject([{ name: "Sheet1" }])
    expect(findings.reading().facts).toMatchObject([{ kind: "damaged" }])
  })
})

describe("a binary macro sheet", () => {
  const exec = joined(token12.text("calc"), ptg.funcVar(call.EXEC, 1))

  it("reads the formulas of all cell types", () => {
    const sheet = joined(
      xlsb(129),
      formulaCells.string(exec),
      formulaCells.number(joined(ptg.name(1), ptg.funcVar(call.USER, 1))),
      formulaCells.bool(joined(token12.text("hi"), ptg.command(order.ALERT, 1))),
      formulaCells.error(ptg.funcVar(call.HALT, 0)),
      xlsb(426, new Uint8Array(17), parsed(token12.ref(0, 0))),
      xlsb(427, new Uint8Array(16), parsed(token12.ref(0, 1)))
    )
    const names = readXlsbWorkbook(workbook, "w", new Findings())[0]?.names
    expect(
      factsOf((findings) => readXlsbMacroSheet(sheet, "M", "hidden", "xl/macrosheets/sheet1.bin", findings, names))
    )
      .toEqual([{
        kind: "xlm",
        sheet: "M",
        visibility: "hidden",
        formulas: ["EXEC(\"calc\")", "Auto_Open()", "ALERT(\"hi\")", "HALT()", "A1", "B1"],
        where: "xl/macrosheets/sheet1.bin"
      }])
  })

  it("reads formulas of any length", () => {
    const long = joined(token12.text("x".repeat(3_000)), ptg.funcVar(call.EXEC, 1))
    const facts = factsOf((findings) => readXlsbMacroSheet(formulaCells.string(long), "M", "visible", "s", findings))
    expect(facts).toMatchObject([{ kind: "xlm", formulas: [`EXEC("${"x".repeat(3_000)}")`] }])
  })

  it("is reported without formulas too", () => {
    const facts = factsOf((findings) => readXlsbMacroSheet(xlsb(129), "M", "visible", "s", findings))
    expect(facts).toEqual([{ kind: "xlm", sheet: "M", visibility: "visible", formulas: [], where: "s" }])
  })

  it("never throws and always ends on arbitrary bytes", () => {
    const types = [0, 7, 8, 9, 10, 11, 39, 156, 357, 360, 362, 426, 427, 577]
    const records = fc.array(fc.tuple(fc.constantFrom(...types), fc.uint8Array({ maxLength: 60 })), { maxLength: 10 })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          records.map((all) => joined(...all.map(([type, body]) => xlsb(type, body))))
        ),
        (part) => {
          factsOf((findings) => {
            readXlsbWorkbook(part, "w", findings)
            readXlsbMacroSheet(part, "M", "visible", "s", findings)
            readXlsbExternalLink(part, "x", findings)
          })
        }
      ),
      runs(200)
    )
  })
})

describe("a binary external link", () => {
  const linkOf = (part: Uint8Array): ReadonlyArray<Fact> =>
    factsOf((findings) => readXlsbExternalLink(part, "x", findings))

  it("reports DDE", () => {
    expect(linkOf(externalLink(1, "cmd", "/c calc.exe", "_xlbgnm.A1", "StdDocumentName"))).toEqual([
      { kind: "dde", command: "cmd|'/c calc.exe'!A1", where: "x" }
    ])
    expect(linkOf(externalLink(1, "cmd", "/c calc.exe"))).toMatchObject([{ command: "cmd|'/c calc.exe'" }])
  })

  it("takes the target of a workbook or object link from the relationship", () => {
    expect(linkOf(externalLink(0, "rId1", "Sheet1"))).toEqual([])
    expect(linkOf(externalLink(2, "rId1", "Word.Document.8", "'"))).toEqual([])
  })

  it("reports a damaged DDE link as DDE", () => {
    expect(linkOf(xlsb(360, 1, 0, u32(0xfffffff)))).toMatchObject([{ kind: "damaged" }, { kind: "dde" }])
  })
})

describe("a binary worksheet", () => {
  const read = (part: Uint8Array) => {
    const findings = new Findings()
    const text = readXlsbWorksheet(part, "sheet1", findings)
    return { text, facts: findings.reading().facts }
  }

  it("reads its inline strings and links to addresses", () => {
    const link = joined(token12.text("https://example.org/"), token12.text("Pay"), ptg.funcVar(call.HYPERLINK, 2))
    expect(read(joined(xlsb(6, u32(0), u32(0), wide("Enable content")), formulaCells.string(link)))).toEqual({
      text: "Enable content",
      facts: [{ kind: "link", url: "https://example.org/", text: "Pay", from: "field", where: "sheet1" }]
    })
  })

  it("reports no link for formulas without one", () => {
    const formula = joined(token12.text("https://example.org/"), ptg.funcVar(4, 1))
    expect(read(formulaCells.number(formula))).toEqual({ text: "", facts: [] })
  })

  it("is damaged if it is truncated", () => {
    expect(read(xlsb(6, u32(0), u32(0), wide("text")).slice(0, -2))).toMatchObject({
      text: "tex",
      facts: [{ kind: "damaged" }]
    })
  })
})
