import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import {
  biff,
  bof,
  bytes,
  call,
  eof,
  externSheet,
  formula,
  joined,
  long8,
  makeWorkbook,
  name,
  order,
  ptg,
  selfBook,
  sst,
  u16,
  u32
} from "./MakeWorkbook.ts"
import { factsOf, factsOfKind } from "./ReadWorkbook.ts"

const runsCalc = formula(joined(ptg.text("calc.exe"), ptg.funcVar(call.EXEC, 1)))
const halts = formula(ptg.funcVar(call.HALT, 0), 1)

const hostile = makeWorkbook(
  [{ name: "Sheet1" }, { name: "Macro1", kind: "macro", state: 2, records: [runsCalc, halts] }],
  [
    selfBook,
    externSheet([0, 1]),
    name("", { builtIn: 1, isHidden: true, tokens: ptg.ref3d(0, 0, 0) }),
    sst("Enable content")
  ]
)

describe("a workbook", () => {
  it("reports a macro sheet that runs automatically", () => {
    expect(factsOf(hostile)).toEqual([
      {
        kind: "xlm",
        sheet: "Macro1",
        visibility: "very hidden",
        formulas: ["EXEC(\"calc.exe\")", "HALT()"],
        where: "Workbook, sheet Macro1"
      },
      { kind: "auto name", name: "Auto_Open", refersTo: "Macro1!A1", where: "Workbook" },
      { kind: "text", text: "Enable content", pages: null, where: "Workbook" }
    ])
  })

  it("has only its text without a macro sheet", () => {
    const facts = factsOf(makeWorkbook([{ name: "Sheet1", records: [formula(ptg.int(4))] }], [sst("Sales", "42")]))
    expect(facts).toEqual([{ kind: "text", text: "Sales\n42", pages: null, where: "Workbook" }])
  })

  it.each([[0, "visible"], [1, "hidden"], [2, "very hidden"], [3, "very hidden"], [0xf1, "hidden"], [0xf4, "visible"]])(
    "has a macro sheet of state %i: %s",
    (state, visibility) => {
      const [xlm] = factsOfKind(factsOf(makeWorkbook([{ name: "M", kind: "macro", state }])), "xlm")
      expect(xlm).toMatchObject({ sheet: "M", visibility, formulas: [] })
    }
  )

  it.each([
    ["its list says so", makeWorkbook([{ name: "M", kind: "worksheet", listedAs: 1, records: [runsCalc] }])],
    ["where it begins says so", makeWorkbook([{ name: "M", kind: "macro", listedAs: 0, records: [runsCalc] }])]
  ])("has a macro sheet if only %s", (_, stream) => {
    expect(factsOfKind(factsOf(stream), "xlm").map(({ formulas }) => formulas)).toEqual([["EXEC(\"calc.exe\")"]])
  })

  it("reports an unlisted macro sheet as hidden", () => {
    const stream = joined(makeWorkbook([{ name: "Sheet1" }]), bof("macro"), runsCalc, eof)
    const facts = factsOf(stream)
    expect(factsOfKind(facts, "xlm")).toMatchObject([{
      sheet: "",
      visibility: "very hidden",
      formulas: ["EXEC(\"calc.exe\")"]
    }])
    expect(factsOfKind(facts, "hidden object")).toHaveLength(1)
  })

  it("reports a macro sheet with an invalid offset, and damage", () => {
    const stream = makeWorkbook([{ name: "M", kind: "macro" }], []).slice(0, -24)
    const facts = factsOf(stream)
    expect(factsOfKind(facts, "xlm")).toMatchObject([{ sheet: "M", formulas: [] }])
    expect(factsOfKind(facts, "damaged")).not.toEqual([])
  })

  it("finds a macro sheet in a gap that only the sheet list points to", () => {
    const macro = joined(bof("macro"), runsCalc, eof)
    // The preceding record claims to extend over the macro sheet.
    const gap = bytes(u16(0x1234), u16(0xffff))
    const head = (at: number): Uint8Array => joined(bof("globals"), biff(0x85, u32(at), 0, 1, 1, 0, "M"), eof)
    const stream = joined(head(head(0).length + gap.length), gap, macro)
    expect(factsOfKind(factsOf(stream), "xlm").map(({ formulas }) => formulas)).toEqual([["EXEC(\"calc.exe\")"]])
  })

  it("reads macro formulas around an embedded chart", () => {
    const chart = joined(bof("chart"), eof)
    const stream = makeWorkbook([{ name: "M", kind: "macro", records: [runsCalc, chart, halts] }])
    expect(factsOfKind(factsOf(stream), "xlm").map(({ formulas }) => formulas)).toEqual([[
      "EXEC(\"calc.exe\")",
      "HALT()"
    ]])
  })

  it("reports the cached result of a macro formula if it is a command, but not a number or a word", () => {
    const cached = (text: string): Uint8Array => biff(0x207, long8(text))
    const stream = makeWorkbook([{
      name: "M",
      kind: "macro",
      records: [formula(ptg.name(1)), cached("https://example.org/x.dll"), formula(ptg.name(1)), cached("Total")]
    }])
    expect(factsOfKind(factsOf(stream), "xlm")[0]?.formulas).toEqual([
      "name1",
      "\"https://example.org/x.dll\"",
      "name1"
    ])
  })

  it("without a valid first record is damaged", () => {
    expect(factsOf(bytes("not a workbook"))).toMatchObject([{ kind: "damaged" }])
  })
})

describe("names that run automatically", () => {
  const namesOf = (...records: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
    factsOfKind(factsOf(makeWorkbook([{ name: "Sheet1" }], records)), "auto name").map(({ name }) => name)

  it.each([
    "Auto_Open",
    "AUTO_OPEN17",
    "Auto_Close",
    "auto_activate",
    "Auto_Deactivate",
    "_xlnm.Auto_Open",
    "Auto_Ouvrir",
    "A\0uto_Open"
  ])("include %j", (text) => {
    expect(namesOf(name(text))).toEqual([text])
  })

  it.each([["Auto_Open", 1], ["Auto_Close", 2], ["Auto_Activate", 10], ["Auto_Deactivate", 11]])(
    "include %s as a built-in name",
    (text, builtIn) => expect(namesOf(name("", { builtIn }))).toEqual([text])
  )

  it.each(["AutoOpen", "My_Auto_Open", "Automatic", "Auto_Total"])(
    "exclude %s",
    (text) => expect(namesOf(name(text))).toEqual([])
  )
  it("exclude built-in names that only affect printing", () => expect(namesOf(name("", { builtIn: 6 }))).toEqual([]))
})

describe("formulas of names", () => {
  const xlmOf = (tokens: Uint8Array) =>
    factsOfKind(factsOf(makeWorkbook([{ name: "S" }], [name("x", { tokens })])), "xlm")

  it("are reported if they call functions that worksheet cells cannot call", () => {
    expect(xlmOf(joined(ptg.text("calc"), ptg.funcVar(call.EXEC, 1)))).toMatchObject([{ formulas: ["EXEC(\"calc\")"] }])
  })

  it("are not reported for common uses", () => {
    // The formulas are a call of GET.CELL, and a string that only looks like a call.
    expect(xlmOf(joined(ptg.int(38), ptg.funcVar(185, 1)))).toEqual([])
    expect(xlmOf(ptg.text("= EXEC(1)"))).toEqual([])
  })
})

describe("hostile bytes", () => {
  it("never throws and always ends if truncated", () => {
    for (let end = 0; end < hostile.length; end++) factsOf(hostile.subarray(0, end))
  })

  it("never throws and always ends if changed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(hostile.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (changes) => {
          const changed = hostile.slice()
          for (const [at, byte] of changes) changed[at] = byte
          factsOf(changed)
        }
      ),
      runs(200)
    )
  })

  it("never throws and always ends on records of any type", () => {
    const known = [
      0x06,
      0x17,
      0x18,
      0x1ae,
      0x23,
      0x85,
      0xcd,
      0xd6,
      0xfc,
      0x1b6,
      0x1b8,
      0x204,
      0x207,
      0x221,
      0x3c,
      0x4bc,
      0x876,
      0x809,
      0x0a,
      0x2f
    ]
    const anyRecord = fc.tuple(fc.constantFrom(...known), fc.uint8Array({ maxLength: 80 })).map(([type, body]) =>
      biff(type, body)
    )
    fc.assert(
      fc.property(fc.constantFrom(0x600, 0x500), fc.array(anyRecord, { maxLength: 20 }), (version, records) => {
        factsOf(joined(bof("macro", version), ...records))
      }),
      runs(200)
    )
  })

  it("sheets that share an offset are read once", () => {
    const macro = joined(bof("macro"), ...Array.from({ length: 200 }, () => runsCalc), eof)
    const list = (at: number): Uint8Array =>
      joined(...Array.from({ length: 2_000 }, () => biff(0x85, u32(at), 0, 1, 1, 0, "M")))
    const head = (at: number): Uint8Array => joined(bof("globals"), list(at), eof)
    const xlm = factsOfKind(factsOf(joined(head(head(0).length), macro)), "xlm")
    expect(xlm.map(({ formulas }) => formulas.length)).toEqual([200])
  })

  it("a flood of links hides no macro", () => {
    const link = formula(joined(ptg.int(1), ptg.concat, ptg.funcVar(call.HYPERLINK, 1)))
    const links = Array.from(
      { length: 1_100 },
      (_, at) => formula(joined(ptg.text(`https://example.org/${at}`), ptg.funcVar(call.HYPERLINK, 1)))
    )
    const stream = makeWorkbook([{ name: "S", records: [link, ...links] }, {
      name: "M",
      kind: "macro",
      records: [runsCalc]
    }])
    const facts = factsOf(stream, 1_000)
    expect(factsOfKind(facts, "xlm").map(({ formulas }) => formulas)).toEqual([["EXEC(\"calc.exe\")"]])
    expect(factsOfKind(facts, "cut off")).toEqual([{ kind: "cut off", limit: "facts", where: "document" }])
  })

  it("nested sheets are cut off by the budget", () => {
    const starts = Array.from({ length: 3_000 }, () => bof("worksheet"))
    const filler = Array.from({ length: 600 }, () => biff(0x1234, new Uint8Array(8_000)))
    const body = joined(...starts, ...filler)
    const list = (from: number): Uint8Array =>
      joined(...starts.map((start, at) => biff(0x85, u32(from + at * start.length), 0, 0, 1, 0, "S")))
    const head = (from: number): Uint8Array => joined(bof("globals"), list(from), eof)
    const stream = joined(head(head(0).length), body)
    expect(measureCpuMillis(() => factsOf(stream))).toBeLessThan(3_000)
  })
})

it("shared and array formulas are read in place", () => {
  const tokens = joined(ptg.int(1), ptg.command(order["ON.TIME"], 1))
  const shared = joined(
    formula(bytes(0x01, u16(0), u16(0))),
    biff(0x4bc, new Uint8Array(8), u16(tokens.length), tokens)
  )
  const array = biff(0x221, new Uint8Array(12), u16(tokens.length), tokens)
  const stream = makeWorkbook([{ name: "M", kind: "macro", records: [shared, array] }])
  expect(factsOfKind(factsOf(stream), "xlm")[0]?.formulas).toEqual(["ON.TIME(1)", "ON.TIME(1)"])
})
