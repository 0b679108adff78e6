import { expect, it } from "vitest"
import { fieldFacts } from "../../../../adapters/documents/fields/FieldFacts.ts"
import { FieldNames, fieldNamesMax, namedCharsMax } from "../../../../adapters/documents/fields/FieldNames.ts"
import { Findings } from "../../../../adapters/documents/Findings.ts"

it("gives what QUOTE and names stand for, and nothing for other fields", () => {
  const names = new FieldNames(new Findings())
  const given = ["QUOTE 68 \"D\" E", "REF a", "SET A \"text\" \\* UPPER", "REF a", "a", "REF b", "PAGE", ""]
  expect(given.map((code) => names.textOf(code))).toEqual(["DDE", null, null, "text", "text", null, null, null])
})

it("keeps so many names, and gives so much", () => {
  const findings = new Findings()
  const names = new FieldNames(findings)
  for (let at = 0; at <= fieldNamesMax; at++) names.textOf(`SET a${at} ${"x".repeat(at === 0 ? 10_000 : 1)}`)
  expect([names.textOf(`REF a${fieldNamesMax - 1}`), names.textOf(`REF a${fieldNamesMax}`)]).toEqual(["x", null])
  expect(findings.reading().facts).toEqual([])
  for (let chars = 0; chars < namedCharsMax; chars += 10_000) names.textOf("REF a0")
  expect(names.textOf("REF a0")).toBeNull()
  expect(findings.reading().facts).toMatchObject([{ kind: "cut off", limit: "fields within fields" }])
})

it("asks for the result of links alone", () => {
  const shown = () => "shown"
  expect(fieldFacts("HYPERLINK \"http://a.example/\" \\l \"b\"", shown, "w")).toEqual([
    { kind: "link", url: "http://a.example/#b", text: "shown", from: "field", where: "w" }
  ])
  expect(fieldFacts("DDE a b", () => expect.fail(), "w")).toEqual([{ kind: "dde", command: "DDE a b", where: "w" }])
  expect(fieldFacts("HYPERLINK \\l \"b\"", () => expect.fail(), "w")).toEqual([])
})
