import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isSlk, readSlk, slkFieldsMax, slkNamesMax } from "../../../../adapters/documents/excel/Slk.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"

const bytesOf = (...lines: ReadonlyArray<string>): Uint8Array => Buffer.from(lines.join("\r\n"), "latin1")
const factsOf = (bytes: Uint8Array): ReadonlyArray<Fact> => readSlk(bytes, new Budget()).facts

const macro = bytesOf(
  "ID;PWXL;N;E",
  "P;PGeneral",
  "O;L;E;D;V0;K47;G100 0.001",
  "NN;NAuto_Open;ER101C1",
  "C;Y101;X1;K0;EEXEC(\"cmd /c calc;;exit\")",
  "C;Y102;KTRUE;EHALT()",
  "C;Y103;K\"Enable content\"",
  "E"
)

const inText = "C;Y1;X1;E\"cmd|'/c calc'!A0\""

describe("a symbolic link file (SYLK)", () => {
  it("is read as a macro sheet", () => {
    expect(factsOf(macro)).toEqual([
      { kind: "auto name", name: "Auto_Open", refersTo: "R101C1", where: "document" },
      {
        kind: "xlm",
        sheet: "",
        visibility: "visible",
        formulas: ["EXEC(\"cmd /c calc;exit\")", "HALT()"],
        where: "document"
      },
      { kind: "text", text: "Enable content", pages: null, where: "document" }
    ])
  })

  it("is read as a table", () => {
    expect(
      factsOf(
        bytesOf("ID;PWXL;N;E", "O;L;D;V0", "C;Y1;X1;K\"Sales\"", "C;X2;K2;ESUM(R1C1:R1C1)", "NN;NTotal;ER1C1", "E")
      )
    )
      .toEqual([{ kind: "text", text: "Sales", pages: null, where: "document" }])
  })

  it("is reported for its active formulas without the macro sheet mark", () => {
    const facts = factsOf(bytesOf("ID;P", "C;Y1;X1;ESUM(1)", "C;Y2;X1;EEXEC(\"calc\")"))
    expect(facts).toMatchObject([{ kind: "xlm", formulas: ["EXEC(\"calc\")"] }])
  })

  it.each([["\n"], ["\r"], ["\r\n"]])("is read if its lines end with %j", (end) => {
    const bytes = Buffer.from(["ID;P", "O;E", "C;Y1;EHALT()"].join(end))
    expect(factsOf(bytes)).toMatchObject([{ kind: "xlm", formulas: ["HALT()"] }])
  })

  it("is read if letters are written as two nibbles", () => {
    // E is 0x45, written as the bytes 0x24 and 0x35, whose low four bits are 4 and 5.
    expect(factsOf(bytesOf("ID;P", "O;E", "C;Y1;E\x1b$5X\x1b$5C(1)"))).toMatchObject([{ formulas: ["EXEC(1)"] }])
  })

  it.each([
    ["C;Y1;X1;Ecmd|'/c calc.exe'!A0", "cmd|'/c calc.exe'!A0"],
    [
      "C;Y1;X1;E1+MSEXCEL|'\\..\\..\\Windows\\System32\\cmd.exe /c calc'!''",
      "MSEXCEL|'\\..\\..\\Windows\\System32\\cmd.exe /c calc'!''"
    ],
    ["NN;Nx;Ecmd|calc!A0", "cmd|calc!A0"]
  ])("reports a DDE link: %s", (line, command) => {
    expect(factsOf(bytesOf("ID;P", line))).toEqual([{ kind: "dde", command, where: "document" }])
  })

  it.each([inText, "C;Y1;X1;ER1C1", "C;Y1;X1;K\"a|b!c\"", "C;Y1;EIF(R1C1,1)"])("reports no DDE link: %s", (line) => {
    expect(factsOf(bytesOf("ID;P", line)).filter(({ kind }) => kind === "dde")).toEqual([])
  })

  it("reports links to addresses and to other workbooks", () => {
    const facts = factsOf(
      bytesOf("ID;P", "C;Y1;EHYPERLINK(\"https://example.org/\",\"Here\")", "NE;F\\\\host\\a.xls;SR1C1;ER1C1")
    )
    expect(facts).toEqual([
      { kind: "link", url: "https://example.org/", text: "Here", from: "field", where: "document" },
      { kind: "reference", role: "workbook", target: "\\\\host\\a.xls", where: "document" }
    ])
  })

  it("is recognized by its first bytes", () => {
    expect([isSlk(macro), isSlk(bytesOf("ID,Name")), isSlk(new Uint8Array(0))]).toEqual([true, false, false])
    expect(factsOf(bytesOf("no such file"))).toMatchObject([{ kind: "damaged" }])
  })

  it("never throws and always ends on arbitrary bytes", () => {
    const line = fc.stringMatching(/^(?:C|NN|O|NE|P);(?:[EKNFM][\w"'|!;()&\x1b $%]{0,40};?){0,4}$/)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => void factsOf(bytesOf("ID;P", ...lines))),
      runs(150)
    )
    for (let end = 0; end < macro.length; end++) factsOf(macro.subarray(0, end))
  })

  it.each(["a|", "a|'x'", "a|'", "HYPERLINK(\"", "\"", "'", ";", ";;", "\x1b$5", "HYPERLINK(\"a\",\""])(
    "is read in linear time: %j",
    (part) => {
      const long = part.repeat(200_000 / part.length)
      const lines = Array.from({ length: 15 }, () => `C;E${part.repeat(16_000 / part.length)}`)
      const files = [bytesOf("ID;P", "O;E", `C;E${long}`, `K${long}`), bytesOf("ID;P", "O;E", ...lines)]
      for (const file of files) expect(measureCpuMillis(() => factsOf(file))).toBeLessThan(3_000)
    }
  )
})

describe("limits", () => {
  const cutOff = { kind: "cut off", limit: "formulas", where: "document" }
  const cellBehind = (fields: number) => bytesOf("ID;P", "O;E", `C;${"X1;".repeat(fields)}EEXEC("calc")`)

  it("apply to fields", () => {
    expect(factsOf(cellBehind(slkFieldsMax - 2))).toMatchObject([{ kind: "xlm", formulas: ["EXEC(\"calc\")"] }])
    expect(factsOf(cellBehind(slkFieldsMax))).toMatchObject([{ kind: "xlm", formulas: [] }, cutOff])
  })

  it("apply to names", () => {
    const names = (count: number) => bytesOf("ID;P", "NN;Na;ER1C1\r\n".repeat(count))
    expect(factsOf(names(slkNamesMax))).toEqual([])
    expect(factsOf(names(slkNamesMax + 1))).toEqual([cutOff])
  })
})
