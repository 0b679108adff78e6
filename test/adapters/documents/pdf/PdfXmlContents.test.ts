import { expect, it } from "vitest"
import { PdfFile } from "../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { findXmlContents, textBytesMax, xfaBytesMax } from "../../../../adapters/documents/pdf/PdfXmlContents.ts"
import { xfaAddressesMax } from "../../../../adapters/documents/pdf/Xfa.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { Findings } from "../../../../adapters/documents/reading/Findings.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { makePdf } from "./MakePdf.ts"

const factsOf = (objects: Readonly<Record<number, string>>) => {
  const findings = new Findings()
  findXmlContents(new PdfFile(makePdf(objects, "none"), new Budget()), findings)
  return findings.reading().facts
}

const stream = (text: string, entries = "") => `<<${entries}/Length ${text.length}>>stream\n${text}\nendstream`
const script = "<event activity=\"docReady\"><script>a()</script></event>"
const read = { kind: "xfa form", scripts: [{ activity: "docReady", text: "a()" }], submits: [] }

it("reads a form once, regardless of its references and streams", () => {
  expect(factsOf({ 1: "<</XFA 9 0 R>>", 2: "<</XFA 9 0 R>>", 9: stream(script) })).toEqual([{
    ...read,
    where: "object 1"
  }])
  const parts = "[(a)8 0 R(b)9 0 R]"
  expect(factsOf({ 1: `<</XFA${parts}>>`, 8: stream(script.slice(0, 20)), 9: stream(script.slice(20)) }))
    .toEqual([{ ...read, where: "object 1" }])
  expect(factsOf({ 1: "<</XFA 7 0 R>>", 2: "<</XFA 7 0 R>>", 7: parts, 8: stream(script), 9: stream(script) }))
    .toHaveLength(1)
})

it("reports more addresses of connections than its limit", () => {
  const form = (count: number) =>
    Array.from({ length: count }, (_, at) => `<soapAddress>https://a.example/${at}</soapAddress>`).join("")
  const cutOff = (text: string) =>
    factsOf({ 1: "<</XFA 9 0 R>>", 9: stream(text) }).filter(({ kind }) => kind === "cut off")
  expect(cutOff(form(xfaAddressesMax) + form(1))).toEqual([])
  expect(cutOff(form(xfaAddressesMax + 1))).toHaveLength(1)
})

it("reads rich text once, from a string or a stream", () => {
  const text = "<p><img src='http://a.example/x'/></p>"
  const found = [{ kind: "reference", role: "image", target: "http://a.example/x", where: "object 1" }]
  expect(factsOf({ 1: `<</RV(${text})>>` })).toEqual(found)
  expect(factsOf({ 1: "<</RC 9 0 R>>", 2: "<</RV 9 0 R>>", 9: stream(text) })).toEqual(found)
  expect(factsOf({ 1: "<</RC 9 0 R>>", 9: `(${text.replace("src", "href")})` })).toEqual([])
})

it("limits the total size of forms and other texts", () => {
  const filler = " ".repeat(1024 * 1024)
  const forms = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [[at + 1, `<</XFA ${at + 11} 0 R>>`], [at + 11, stream(filler + script)]])
      .flat()
  )
  const full = Math.floor(xfaBytesMax / (filler.length + script.length))
  expect(factsOf(forms).filter((fact) => fact.kind === "xfa form" && fact.scripts.length > 0)).toHaveLength(full)
  const declaration = "<!DOCTYPE a [<!ENTITY b SYSTEM 'http://a.example/'>]>"
  const metadata = (count: number) =>
    Object.fromEntries(
      Array.from(
        { length: count },
        (_, at) => [at + 1, stream(declaration + filler.slice(0, 65_536), "/Type/Metadata")]
      )
    )
  expect(factsOf(metadata(150))).toHaveLength(textBytesMax / 65_536)
})

it("finds entities quickly, also after others", () => {
  const text = `<!DOCTYPE a [${"<!ENTITY b ".repeat(5_900)}`
  const objects = Object.fromEntries(
    Array.from({ length: 128 }, (_, at) => [at + 1, stream(text.slice(0, 65_000), "/Type/Metadata")])
  )
  // Reading takes 2,400 ms if the scan of each declaration continues through the later declarations.
  expect(measureCpuMillis(() => void factsOf(objects))).toBeLessThan(1_000)
  const last = "<!DOCTYPE a [<!ENTITY b \"c\"><!ENTITY d PUBLIC \"e\" \"http://a.example/\">]>"
  expect(factsOf({ 1: stream(last, "/Type/Metadata") })).toMatchObject([{ kind: "xml entity", entity: "external" }])
})
