import { expect, it } from "vitest"
import { tokenizeField } from "../../../../adapters/documents/fields/FieldCode.ts"
import {
  FieldEvaluator,
  fieldVariablesMax,
  insertedCharsMax
} from "../../../../adapters/documents/fields/FieldEvaluator.ts"
import { fieldFacts } from "../../../../adapters/documents/fields/FieldFacts.ts"
import {
  allEffectfulFieldsMax,
  effectfulFieldsMax,
  FieldQuotas,
  rareFieldsMax,
  textFieldsMax
} from "../../../../adapters/documents/fields/FieldQuotas.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"

const textOf = (names: FieldEvaluator, code: string): string | null => names.evaluate(tokenizeField(code))

const factsOf = (code: string, shown: () => string | null, where: string): ReadonlyArray<Fact> =>
  fieldFacts(code, tokenizeField(code), shown, where)

it("resolves QUOTE and names, and returns nothing for other fields", () => {
  const names = new FieldEvaluator(new Findings())
  const given = ["QUOTE 68 \"D\" E", "REF a", "SET A \"text\" \\* UPPER", "REF a", "a", "REF b", "PAGE", ""]
  expect(given.map((code) => textOf(names, code))).toEqual(["DDE", null, null, "text", "text", null, null, null])
})

it("limits the number of names and the length of results", () => {
  const findings = new Findings()
  const names = new FieldEvaluator(findings)
  for (let at = 0; at <= fieldVariablesMax; at++) textOf(names, `SET a${at} ${"x".repeat(at === 0 ? 10_000 : 1)}`)
  expect([textOf(names, `REF a${fieldVariablesMax - 1}`), textOf(names, `REF a${fieldVariablesMax}`)]).toEqual([
    "x",
    null
  ])
  expect(findings.reading().facts).toEqual([])
  for (let chars = 0; chars < insertedCharsMax; chars += 10_000) textOf(names, "REF a0")
  expect(textOf(names, "REF a0")).toBeNull()
  expect(findings.reading().facts).toMatchObject([{ kind: "cut off", limit: "nested fields" }])
})

it("evaluates only the results of links", () => {
  const shown = () => "shown"
  expect(factsOf("HYPERLINK \"http://a.example/\" \\l \"b\"", shown, "w")).toEqual([
    { kind: "link", url: "http://a.example/#b", text: "shown", from: "field", where: "w" }
  ])
  expect(factsOf("DDE a b", () => expect.fail(), "w")).toEqual([{ kind: "dde", command: "DDE a b", where: "w" }])
  expect(factsOf("HYPERLINK \\l \"b\"", () => expect.fail(), "w")).toEqual([])
})

it("limits the fields read per name and URL scheme, but keeps links to another host", () => {
  const findings = new Findings()
  const rations = new FieldQuotas(findings)
  const isRead = (code: string): boolean => rations.tokensOf(code) !== null
  for (let at = 0; at < effectfulFieldsMax; at++) isRead(`HYPERLINK "http://a.example/${at}"`)
  expect([isRead("HYPERLINK \"http://b.example/\""), isRead("HYPERLINK ms-msdt:/a"), isRead("DDE a b")])
    .toEqual([true, true, true])
  for (let at = 0; at < textFieldsMax; at++) isRead(`QUOTE ${at}`)
  expect([isRead("SET a b"), isRead("PAGE 1"), findings.reading().facts]).toEqual([true, true, []])
  expect([isRead("hyperlink http://a.example/x"), isRead("HYPERLINK \"http://b.example/\""), isRead("QUOTE 1")])
    .toEqual([false, false, false])
  expect(rations.tokensOf("PAGE 1")).toEqual([{ text: "PAGE", isSwitch: false }])
  expect(findings.reading().facts).toEqual([{ kind: "cut off", limit: "fields", where: "document" }])
})

it("reads a thousand of the remaining fields", () => {
  const rations = new FieldQuotas(new Findings())
  const isRead = (code: string): boolean => rations.tokensOf(code) !== null
  for (let at = 0; at < allEffectfulFieldsMax; at++) isRead(`${["DDE", "DDEAUTO", "LINK", "RD"][at % 4]} a`)
  expect([...Array(rareFieldsMax + 1)].map(() => isRead("INCLUDE a")).lastIndexOf(true)).toBe(rareFieldsMax - 1)
})
