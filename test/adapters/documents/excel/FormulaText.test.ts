import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Biff } from "../../../../adapters/documents/excel/formulas/CellReferences.ts"
import { formulaCharsMax } from "../../../../adapters/documents/excel/formulas/FormulaStack.ts"
import {
  decodeFormula,
  formulaTokensMax,
  unresolvedNames
} from "../../../../adapters/documents/excel/formulas/FormulaText.ts"
import { runs } from "../../../support/TestRun.ts"
import { bytes, call, f64, joined, order, ptg, u16, u32, utf16 } from "./MakeWorkbook.ts"

const names = {
  name: (index: number) => ["", "Payload"][index] ?? "?",
  externalName: (sheet: number, index: number) => `${sheet}.${index}`,
  sheet: (index: number) => `Sheet${index}!`
}

const text = (tokens: Uint8Array, biff: Biff = 8, extra: Uint8Array = new Uint8Array(0)): string =>
  decodeFormula(tokens, extra, biff, names)

describe("a formula", () => {
  it.each([
    ["EXEC(\"calc.exe\")", joined(ptg.text("calc.exe"), ptg.funcVar(call.EXEC, 1))],
    ["EXEC(\"я\")", joined(ptg.wideText("я"), ptg.funcVar(call.EXEC, 1))],
    ["FORMULA(\"=HALT()\",A2)", joined(ptg.text("=HALT()"), ptg.ref(1, 0), ptg.command(order.FORMULA, 2))],
    ["FORMULA.FILL(A1,AB10)", joined(ptg.ref(0, 0), ptg.ref(9, 27), ptg.command(order["FORMULA.FILL"], 2))],
    [
      "CALL(\"urlmon\",\"URLDownloadToFileA\",\"JJCCJJ\",0)",
      joined(
        ptg.text("urlmon"),
        ptg.text("URLDownloadToFileA"),
        ptg.text("JJCCJJ"),
        ptg.int(0),
        ptg.funcVar(call.CALL, 4)
      )
    ],
    ["Payload(1)", joined(ptg.name(1), ptg.int(1), ptg.funcVar(call.USER, 2))],
    ["7.2(1)", joined(ptg.nameX(7, 2), ptg.int(1), ptg.funcVar(call.USER, 2))],
    ["GOTO(Sheet3!B2)", joined(ptg.ref3d(3, 1, 1), ptg.func(call.GOTO))],
    ["(1+2.5)&A1", joined(ptg.int(1), ptg.number(2.5), ptg.add, ptg.paren, ptg.ref(0, 0), ptg.concat)],
    [
      "ALERT(\"say \"\"hi\"\"\",,TRUE)",
      joined(ptg.text("say \"hi\""), ptg.missing, ptg.bool(true), ptg.command(order.ALERT, 3))
    ],
    ["SUM(A1:C3)", joined(bytes(0x25, u16(0), u16(2), u16(0), u16(2)), bytes(0x19, 0x10, u16(0)))],
    [
      "IF(A1,1,2)",
      joined(
        ptg.ref(0, 0),
        bytes(0x19, 0x02, u16(4)),
        ptg.int(1),
        bytes(0x19, 0x08, u16(3)),
        ptg.int(2),
        ptg.funcVar(1, 3)
      )
    ],
    [
      "CHOOSE(1,2,3)",
      joined(ptg.int(1), bytes(0x19, 0x04, u16(2), u16(0), u16(0), u16(0)), ptg.int(2), ptg.int(3), ptg.funcVar(100, 3))
    ],
    ["-A1%", joined(ptg.ref(0, 0), bytes(0x14), bytes(0x13))],
    ["#N/A", bytes(0x1c, 0x2a)],
    ["#REF!", bytes(0x2a, u32(0))],
    ["R[-1]C[2]", bytes(0x2c, u16(0xffff), u16(0xc002))],
    ["FUNCTION999()", ptg.func(999)]
  ])("%s", (expected, tokens) => expect(text(tokens)).toBe(expected))

  it("is evaluated if it concatenates strings", () => {
    const char = (code: number): Uint8Array => joined(ptg.int(code), ptg.func(call.CHAR))
    const joinedUp = joined(char(99), char(109), ptg.concat, ptg.text("d /c"), ptg.concat, ptg.funcVar(call.EXEC, 1))
    expect(text(joinedUp)).toBe("EXEC(\"cmd /c\")")
    expect(text(joined(ptg.text("a"), ptg.text("b"), ptg.int(1), ptg.funcVar(336, 3)))).toBe("\"ab1\"")
    expect(text(joined(ptg.text("a"), ptg.ref(0, 0), ptg.funcVar(336, 2)))).toBe("CONCATENATE(\"a\",A1)")
    expect(text(joined(ptg.ref(0, 0), ptg.func(call.CHAR)))).toBe("CHAR(A1)")
  })

  it("writes out a constant array", () => {
    const tokens = joined(bytes(0x60, new Uint8Array(7)), ptg.funcVar(call.EXEC, 1))
    const extra = bytes(1, u16(0), 1, f64(5), 2, u16(4), 0, "calc")
    expect(text(tokens, 8, extra)).toBe("EXEC({5,\"calc\"})")
    expect(text(tokens, 8, bytes(255, u16(0xffff)))).toBe("EXEC({…})")
  })

  it("shows the preceding part if a token is unknown", () => {
    expect(text(joined(ptg.text("calc"), bytes(0xff), ptg.int(1)))).toBe("\"calc\"…")
    expect(text(ptg.text("calculator").subarray(0, 7))).toBe("\"calc\"")
    expect(text(bytes(0x1f, 1, 2))).toMatch(/…$/)
  })

  it("has a bounded length", () => {
    const long = "n".repeat(200)
    const many = joined(...Array.from({ length: 5_000 }, () => ptg.name(1)))
    const grown = decodeFormula(many, new Uint8Array(0), 8, { ...unresolvedNames, name: () => long })
    expect(grown.length).toBeLessThan(2 * formulaCharsMax)
    expect(grown).toMatch(/…$/)
    const endless = text(joined(ptg.ref(0, 0), new Uint8Array(formulaTokensMax + 1).fill(0x12)))
    expect(endless).toMatch(/^\++A1…$/)
  })

  it("never throws and always ends on arbitrary bytes", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.uint8Array({ maxLength: 50 }),
        fc.constantFrom<Biff>(2, 3, 4, 5, 8, 12),
        (tokens, extra, biff) => {
          expect(typeof text(tokens, biff, extra)).toBe("string")
        }
      ),
      runs(250)
    )
  })
})

describe("other versions", () => {
  it("BIFF2 and BIFF3 use one byte for function numbers", () => {
    const tokens = bytes(0x17, 4, "calc", 0x42, 1, call.EXEC)
    expect([text(tokens, 2), text(tokens, 3)]).toEqual(["EXEC(\"calc\")", "EXEC(\"calc\")"])
    expect(text(bytes(0x17, 2, "hi", 0x38, 1, order.ALERT), 3)).toBe("ALERT(\"hi\")")
  })

  it("BIFF4 uses two bytes for function numbers", () => {
    expect(text(bytes(0x17, 4, "calc", 0x42, 1, u16(call.EXEC)), 4)).toBe("EXEC(\"calc\")")
  })

  it("BIFF5 has short references and stores sheet indexes next to them", () => {
    const place = bytes(0x5a, u16(0xffff), new Uint8Array(8), u16(2), u16(2), u16(4), 1)
    expect(text(joined(place, bytes(0x41, u16(call.GOTO))), 5)).toBe("GOTO(Sheet2!B5)")
    expect(
      text(joined(bytes(0x43, u16(1), new Uint8Array(12)), bytes(0x44, u16(0), 2), bytes(0x42, 2, u16(call.USER))), 5)
    ).toBe(
      "Payload(C1)"
    )
    expect(text(bytes(0x59, u16(1), new Uint8Array(8), u16(3), new Uint8Array(12)), 5)).toBe("1.3")
  })

  it("MS-XLSB has wide rows and long strings", () => {
    const tokens = bytes(0x17, u16(4), utf16("calc"), 0x44, u32(99_999), u16(3), 0x42, 2, u16(call.EXEC))
    expect(text(tokens, 12)).toBe("EXEC(\"calc\",D100000)")
    expect(text(bytes(0x5b, u16(1), u32(0), u32(1), u16(0), u16(1)), 12)).toBe("Sheet1!A1:B2")
  })
})
