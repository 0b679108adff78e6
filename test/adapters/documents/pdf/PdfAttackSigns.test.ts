import { expect, it } from "vitest"
import { PdfFile } from "../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { findAttackSigns } from "../../../../adapters/documents/pdf/PdfAttackSigns.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import { makePdf } from "./MakePdf.ts"

/** Returns the exploits that are detected in an object with the given entries. */
const exploitsOf = (entries: string): ReadonlyArray<string> => {
  const findings = new Findings()
  findAttackSigns(
    new PdfFile(makePdf({ 1: "<</Type/Catalog>>", 2: `<<${entries}>>`, 3: "(text)" }, "none"), new Budget()),
    findings
  )
  return findings.reading().facts.flatMap((fact) => fact.kind === "exploit" ? [fact.detail] : [])
}

const fontMatrix = ["a font matrix that contains text (CVE-2024-4367)"]
const colors = ["a predictor with too many colors (CVE-2009-3459)"]

it.each([
  ["[1 2 3 4 5 (text)]", fontMatrix],
  ["[1 2 3 4 5 3 0 R]", fontMatrix],
  [`[${"1 ".repeat(63)}(text)]`, fontMatrix],
  [`[${"1 ".repeat(64)}(text)]`, []],
  ["[1 2 3 4 5 6]", []],
  ["(text)", []],
  ["null", []]
])("checks for an exploit in font matrix %s", (matrix, exploits) => {
  expect(exploitsOf(`/Type/Font/FontMatrix ${matrix}`)).toEqual(exploits)
})

it.each([
  ["16777216", []],
  ["16777217", colors],
  ["4294967295", colors],
  ["4", []],
  ["(99999999)", []]
])("checks for an exploit in a predictor with %s colors", (count, exploits) => {
  expect(exploitsOf(`/Predictor 12/Colors ${count}`)).toEqual(exploits)
})
