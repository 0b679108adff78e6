import { expect, it } from "vitest"
import { formulaFacts } from "../../../../../adapters/documents/ooxml/sheets/SheetFormulas.ts"
import { cpuMillisOf } from "../../../../support/CpuTime.ts"

const blanks = " ".repeat(95)

it("reads what a link shows behind blanks and a bracket", () => {
  for (const between of [",", `${blanks},${blanks}`, `${blanks})${blanks};`]) {
    expect(formulaFacts(`HYPERLINK("https://a.example/"${between}"shown")`, "sheet")).toMatchObject([{ text: "shown" }])
  }
})

it("reads links of many blanks soon", () => {
  const read = () => {
    for (let run = 0; run < 100_000; run++) formulaFacts(`HYPERLINK("a"${blanks}${blanks}x)`, "sheet")
  }
  // 1,300 ms more if each number of blanks before a bracket is tried with each number behind it.
  expect(cpuMillisOf(read)).toBeLessThan(1_000)
})
