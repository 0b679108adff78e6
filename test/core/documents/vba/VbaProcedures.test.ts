import { describe, expect, it } from "vitest"
import { parseModule } from "../../../../core/documents/vba/VbaProcedures.ts"

const parse = (source: string) => parseModule({ name: "Module1", source })

describe("a library function", () => {
  it.each([
    ["Declare Function f Lib \"a.dll\" (ByVal x As Long) As Long", "f", "f"],
    ["Declare Sub f Lib \"a.dll\" Alias \"g\" ()", "f", "g"],
    ["Private Declare PtrSafe Function f Lib \"a.dll\" Alias \"#1\" ()", "f", "#1"],
    ["Declare Function Lib Lib \"a.dll\" Alias \"g\" ()", "Lib", "g"],
    ["Declare Function Alias Lib \"a.dll\" Alias \"g\" ()", "Alias", "g"]
  ])("is declared by %j", (source, name, alias) => {
    expect(parse(source).declarations).toEqual([{ name, library: "a.dll", alias }])
  })

  it.each([
    "Declare Function f Alias \"g\" ()",
    "Declare Function f Lib a ()",
    "Declare f Lib \"a.dll\" ()",
    "Declare Function \"f\" Lib \"a.dll\" ()",
    "Function f() ' Lib \"a.dll\"",
    "f.Declare Function g Lib \"a.dll\""
  ])("is not declared by %j", (source) => expect(parse(source).declarations).toEqual([]))
})

describe("a procedure", () => {
  it.each([
    ["Sub a()", "a"],
    ["Public Static Function a() As Long", "a"],
    ["Property Get a()", "a"],
    ["Friend Property Set a(x)", "a"],
    ["Property Let Get(x)", "Get"]
  ])("starts with %j", (header, name) => {
    const { procedures } = parse(`${header}\nb 1\nc\nEnd Property\nd`)
    expect(procedures.map(({ body, name }) => [name, body.length])).toEqual([[name, 2]])
  })

  it("includes everything after its header, and ends where the next one starts", () => {
    const { procedures, statements } = parse("Option Explicit\nx = 1\nSub a()\nb\nEnd If\nSub c()\nEnd Function\n#d\ny")
    expect(procedures.map(({ body, header, name }) => [name, header.length, body.length]))
      .toEqual([["a", 3, 2], ["c", 3, 0]])
    expect(statements).toHaveLength(2)
  })

  it("belongs to a form if two GUIDs in the first 4,096 characters name its class", () => {
    const named = "Attribute VB_Base = \"0{6CAEBC20-86AE}{132E3DFC-465C}"
    const isForm = (source: string): boolean => parse(`${source}"\nSub a()`).procedures[0]!.isInForm
    expect(isForm(named)).toBe(true)
    expect(isForm("Attribute VB_Base = \"0{6CAEBC20-86AE}")).toBe(false)
    expect(isForm(`x${named}`)).toBe(false)
    expect(isForm(`${"\n".repeat(4_096 - named.length)}${named}`)).toBe(true)
    expect(isForm(`${"\n".repeat(4_097 - named.length)}${named}`)).toBe(false)
  })
})
