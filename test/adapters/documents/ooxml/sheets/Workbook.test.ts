import { describe, expect, it } from "vitest"
import { readOoxml } from "../../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { formulaFacts } from "../../../../../adapters/documents/ooxml/sheets/SheetFormulas.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import type { Fact } from "../../../../../core/documents/facts/Fact.ts"
import { measureCpuMillis } from "../../../../support/CpuTime.ts"
import { makeZip } from "../../zip/MakeZip.ts"
import { type MadeDocument, type MadeRelationship, mainTypes, makeOoxml, sheet, workbook } from "../MakeOoxml.ts"

const where = "xl/workbook.xml"
const factsOf = (document: MadeDocument): ReadonlyArray<Fact> =>
  readOoxml(makeOoxml({ main: mainTypes.xlsx, mainName: where, mainContent: workbook(""), ...document }), new Budget())
    .facts

const macroSheet = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"
const formulas = sheet(
  "<sheetData><row><c r=\"A1\"><f>EXEC(\"calc\")</f><v>0</v></c><c><f>HALT()</f></c></row></sheetData>"
)
const macros = formulas.replaceAll("x:worksheet", "x:macrosheet")

describe("macro sheets", () => {
  const listed = (state: string, relationship: MadeRelationship, parts: Readonly<Record<string, string>>) =>
    factsOf({
      mainContent: workbook(`<sheets><sheet name="Macro1" sheetId="1" ${state} r:id="r1"/></sheets>`),
      relationships: { [where]: [relationship] },
      parts
    })
  const found = (part: string, visibility: string) => [
    { kind: "xlm", sheet: "Macro1", visibility, formulas: ["EXEC(\"calc\")", "HALT()"], where: part }
  ]

  it.each([
    ["", "visible"],
    ["state=\"hidden\"", "hidden"],
    ["state=\"veryHidden\"", "very hidden"]
  ])("are reported with formulas and visibility (%s)", (state, visibility) => {
    const target = "macrosheets/sheet1.xml"
    expect(listed(state, { id: "r1", type: macroSheet, target }, { [`xl/${target}`]: macros }))
      .toEqual(found(`xl/${target}`, visibility))
  })

  it("are recognized by relationship, content type, folder or content", () => {
    const part = "xl/worksheets/a.xml"
    const related = { id: "r1", type: macroSheet, target: "/xl/worksheets/a.xml" }
    expect(listed("", related, { [part]: formulas })).toEqual(found(part, "visible"))
    expect(listed("", { ...related, type: "worksheet" }, { [part]: macros })).toEqual(found(part, "visible"))
    expect(factsOf({ parts: { [part]: formulas }, types: { [part]: "application/vnd.ms-excel.intlmacrosheet+xml" } }))
      .toMatchObject([{ kind: "xlm", where: part }])
    expect(factsOf({ parts: { "xl/macrosheets/b.xml": formulas } })).toMatchObject([{ kind: "xlm" }])
  })

  it("exclude worksheets with formulas", () => {
    expect(listed("", { id: "r1", type: "worksheet", target: "worksheets/a.xml" }, { "xl/worksheets/a.xml": formulas }))
      .toEqual([])
  })
})

describe("defined names", () => {
  const named = (name: string) =>
    factsOf({
      mainContent: workbook(
        `<definedNames><definedName name="${name}" hidden="1">Macro1!$A$1</definedName></definedNames>`
      )
    })

  it.each(["_xlnm.Auto_Open", "Auto_Close", "auto_open123", "Auto_Activate"])("run automatically: %s", (name) => {
    expect(named(name)).toEqual([{ kind: "auto name", name, refersTo: "Macro1!$A$1", where }])
  })

  it.each(["_xlnm.Print_Area", "Open", "My_Auto_Open"])("do not run automatically: %s", (name) => {
    expect(named(name)).toEqual([])
  })
})

it("reports names whose formulas call functions that cells cannot call", () => {
  const named = (formula: string) =>
    factsOf({
      mainContent: workbook(`<definedNames><definedName name="x" hidden="1">${formula}</definedName></definedNames>`)
    })
  expect(named("EXEC(\"calc\")")).toEqual([
    {
      kind: "xlm",
      sheet: "defined names",
      visibility: "hidden",
      formulas: ["EXEC(\"calc\")"],
      where: `${where}, defined names`
    }
  ])
  expect(named("GET.CELL(48,A1)&amp;\"EXEC(\"")).toEqual([])
})

describe("DDE", () => {
  const external = (content: string) => factsOf({ parts: { "xl/externalLinks/externalLink1.xml": workbook(content) } })
  const inCell = (formula: string) =>
    factsOf({ parts: { "xl/worksheets/sheet1.xml": sheet(`<c><f>${formula}</f></c>`) } })

  it("is found in external links of the workbook", () => {
    const items = "<ddeItems><ddeItem name=\"_xlbgnm.A1\"/><ddeItem name=\"StdDocumentName\" ole=\"1\"/></ddeItems>"
    expect(external(`<ddeLink ddeService="cmd" ddeTopic="/c calc">${items}</ddeLink>`)).toEqual([
      { kind: "dde", command: "cmd|'/c calc'!A1", where: "xl/externalLinks/externalLink1.xml" }
    ])
    expect(external("<ddeLink ddeService=\"cmd\" ddeTopic=\"/c calc\"/>")).toMatchObject([{ command: "cmd|'/c calc'" }])
    expect(external("<externalBook r:id=\"r1\"/>")).toEqual([])
  })

  it.each([
    ["cmd|'/c calc'!A1", "cmd|'/c calc'!A1"],
    ["1+MSEXCEL|'\\..\\..\\cmd.exe /c calc'!A0", "MSEXCEL|'\\..\\..\\cmd.exe /c calc'!A0"],
    ["SUM(1,cmd|x!A1)", "cmd|x!A1"]
  ])("is found in formulas: %s", (formula, command) => {
    expect(inCell(formula)).toEqual([{ kind: "dde", command, where: "xl/worksheets/sheet1.xml" }])
  })

  it.each(["\"a|b!c\"", "A1&amp;\"|\"&amp;Sheet2!B1", "Sheet1!A1", "IF(A1=\"x|'y'!z\",1,2)"])(
    "is not found in formulas: %s",
    (formula) => {
      expect(inCell(formula)).toEqual([])
    }
  )
})

it("reports external content and links of formulas", () => {
  const cells = [
    "HYPERLINK(\"http://a.example/\",\"go\")",
    "HYPERLINK(\"http://b.example/\"&amp;A1)",
    "_xlfn.WEBSERVICE(\"http://c.example/\")",
    "_xlfn.IMAGE(\"http://d.example/x.png\")",
    "HYPERLINK(A1,\"no\")"
  ]
  const part = "xl/worksheets/sheet1.xml"
  expect(factsOf({ parts: { [part]: sheet(cells.map((one) => `<c><f>${one}</f></c>`).join("")) } })).toEqual([
    { kind: "link", url: "http://a.example/", text: "go", from: "field", where: part },
    { kind: "link", url: "http://b.example/", text: null, from: "field", where: part },
    { kind: "reference", role: "data", target: "http://c.example/", where: part },
    { kind: "reference", role: "image", target: "http://d.example/x.png", where: part }
  ])
})

it("reports the targets of connections", () => {
  const connections = workbook(
    "<connection id=\"1\" odcFile=\"C:\\a.odc\"><webPr url=\"http://a.example/\"/></connection>" +
      "<connection id=\"2\"><dbPr connection=\"Provider=X;Data Source=b.example\" command=\"SELECT 1\"/></connection>" +
      "<connection id=\"3\"><textPr sourceFile=\"\\\\c.example\\d.csv\"/></connection><connection id=\"4\"/>"
  )
  const targets = factsOf({ parts: { "xl/connections.xml": connections } }).map((fact) =>
    fact.kind === "reference" && fact.role === "data" ? fact.target : fact
  )
  expect(targets).toEqual([
    "C:\\a.odc",
    "http://a.example/",
    "Provider=X;Data Source=b.example",
    "\\\\c.example\\d.csv"
  ])
})

describe("Power Query", () => {
  const mashup = (formula: string): string => {
    const zip = makeZip([{ name: "Formulas/Section1.m", content: `section Section1;\nshared Query1 = ${formula};` }])
    const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(new Uint32Array([zip.length]).buffer), zip])
    return `<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">${bytes.toString("base64")}</DataMashup>`
  }
  const targets = (content: string) => factsOf({ parts: { "customXml/item1.xml": content } })

  it("is reported with its data source", () => {
    expect(targets(mashup("Web.Page(Web.Contents(\"http://a.example/\"))"))).toEqual([
      { kind: "reference", role: "data", target: "http://a.example/", where: "customXml/item1.xml" }
    ])
  })

  it("has no external source within the workbook", () => {
    expect(targets(mashup("Excel.CurrentWorkbook(){[Name=\"Table1\"]}[Content]"))).toEqual([])
    expect(targets("<DataMashup>%%% no Base64</DataMashup>")).toEqual([])
  })
})

it("reports links with their cell text", () => {
  const part = "xl/worksheets/sheet1.xml"
  const link = (id: string): MadeRelationship => ({
    id,
    type: "hyperlink",
    target: `http://${id}.example/`,
    mode: "External"
  })
  const cells =
    "<c r=\"A1\" t=\"s\"><v>1</v></c><c r=\"A2\" t=\"inlineStr\"><is><t>two</t></is></c><c r=\"A3\"><v>3</v></c>"
  const links = ["A1", "A2:B2", "A3", "A4"].map((ref, at) => `<hyperlink ref="${ref}" r:id="r${at}"/>`).join("")
  const facts = factsOf({
    parts: {
      [part]: sheet(`<sheetData><row>${cells}</row></sheetData><hyperlinks>${links}</hyperlinks>`),
      "xl/sharedStrings.xml": sheet(
        "<si><t>no</t></si><si><r><t>o</t></r><r><t>ne</t></r><rPh><t>hint</t></rPh></si>",
        "sst"
      )
    },
    relationships: {
      [where]: [{ id: "r9", type: "sharedStrings", target: "sharedStrings.xml" }],
      [part]: ["r0", "r1", "r2", "r3"].map(link)
    }
  })
  expect(facts.flatMap((fact) => fact.kind === "link" ? [[fact.url, fact.text]] : [])).toEqual([
    ["http://r0.example/", "one"],
    ["http://r1.example/", "two"],
    ["http://r2.example/", "3"],
    ["http://r3.example/", null]
  ])
})

it("limits the number of formulas", () => {
  const many = Array.from({ length: 200 }, (_, at) => `<c><f>${"A".repeat(8_000)}${at}</f></c>`).join("")
  const facts = factsOf({ parts: { "xl/macrosheets/a.xml": sheet(many) } })
  expect(facts.map(({ kind }) => kind)).toEqual(["cut off", "xlm"])
})

const blanks = " ".repeat(95)

it("reads the display text of a link after spaces and a bracket", () => {
  for (const between of [",", `${blanks},${blanks}`, `${blanks})${blanks};`]) {
    expect(formulaFacts(`HYPERLINK("https://a.example/"${between}"shown")`, "sheet")).toMatchObject([{ text: "shown" }])
  }
})

it("reads links with many spaces in linear time", () => {
  const read = () => {
    for (let run = 0; run < 100_000; run++) formulaFacts(`HYPERLINK("a"${blanks}${blanks}x)`, "sheet")
  }
  // The calls take 1,300 ms more if the pattern retries each run of spaces before a bracket with each run after it.
  expect(measureCpuMillis(read)).toBeLessThan(1_000)
})
