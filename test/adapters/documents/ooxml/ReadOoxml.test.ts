import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { filesMax } from "../../../../adapters/documents/reading/Findings.ts"
import { nothingReadable } from "../../../../core/documents/facts/Fact.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeVba } from "../vba/MakeVba.ts"
import {
  code,
  type MadeDocument,
  mainTypes,
  makeOoxml,
  mark,
  namespaces,
  office,
  paragraph,
  run,
  sheet,
  wordDocument
} from "./MakeOoxml.ts"
import { factsOf, read } from "./OoxmlFacts.ts"

const vba = makeVba([{ name: "Module1", source: "Sub AutoOpen()\r\nEnd Sub\r\n" }])

describe("the archive", () => {
  it("is reported if it is malformed", () => {
    expect(factsOf({ zip: { behind: Buffer.alloc(100, "x") } }))
      .toEqual([{ kind: "tampered archive", detail: "data after the archive", where: "document" }])
    expect(factsOf({ zip: { hasDirectory: false } })).toEqual([{
      kind: "damaged",
      detail: "no directory",
      where: "document"
    }])
    expect(readOoxml(new Uint8Array(10), new Budget()).facts).toEqual([{
      kind: "damaged",
      detail: nothingReadable,
      where: "document"
    }])
  })

  it("is read despite damaged parts", () => {
    const facts = factsOf({
      mainContent: wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end"))).slice(0, -20),
      parts: { "word/a.xml": "<a", "word/b.xml": wordDocument("<o:OLEObject ProgID=\"a\"/>") }
    })
    expect(facts).toContainEqual({ kind: "damaged", detail: "XML", where: "word/document.xml" })
    expect(facts).toContainEqual({ kind: "damaged", detail: "XML", where: "word/a.xml" })
    expect(facts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["dde", "ole object"]))
  })

  it("yields no facts for a plain document", () => {
    expect(read({ parts: { "word/styles.xml": `<w:styles ${namespaces}/>` } })).toEqual({ facts: [], files: [] })
  })

  it("is read in UTF-16 and in strict documents too", () => {
    const strict = wordDocument(paragraph(`<w:hyperlink r:id="r1">${run("a")}</w:hyperlink>`))
      .replaceAll(office, "http://purl.oclc.org/ooxml/officeDocument/relationships")
      .replaceAll(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main"
      )
      .replace("UTF-8", "UTF-16")
    const facts = factsOf({
      mainContent: Buffer.from(`\ufeff${strict}`, "utf16le"),
      relationships: {
        "word/document.xml": [{
          id: "r1",
          type: "http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink",
          target: "http://a.example/",
          mode: "External"
        }]
      }
    })
    expect(facts.map(({ kind }) => kind)).toEqual(["link", "text"])
    expect(facts[0]).toMatchObject({ text: "a" })
  })
})

it("never throws and always ends", () => {
  const bytes = makeOoxml({
    mainContent: wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end"), run("text"))),
    parts: { "word/vbaProject.bin": vba, "word/a.xml": sheet("<f>cmd|'a'!b</f>") },
    relationships: { "word/document.xml": [{ id: "r1", type: "hyperlink", target: "http://a/", mode: "External" }] }
  })
  for (let length = 0; length < bytes.length; length += 7) readOoxml(bytes.subarray(0, length), new Budget())
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (pairs) => {
      const damaged = Uint8Array.from(bytes)
      for (const [at, value] of pairs) damaged[at] = value
      readOoxml(damaged, new Budget())
    }),
    runs(200)
  )
})

describe("disguised content is still read", () => {
  const dde = paragraph(mark("begin"), code("DDE a b"), mark("end"))
  const found = { kind: "dde", command: "DDE a b", where: "word/document.xml" }

  it.each<readonly [string, MadeDocument]>([
    ["behind white space", { mainContent: wordDocument(dde).replace(/^<\?xml[^>]*\?>/, " \n".repeat(500)) }],
    ["behind white space in UTF-16", {
      mainContent: Buffer.from(`\ufeff${wordDocument(dde).replace(/^<\?xml[^>]*\?>/, "\n".repeat(501))}`, "utf16le")
    }],
    ["as a page of the web", {
      mainContent: wordDocument(dde).replaceAll("w:", "html:").replaceAll("xmlns:w=", "xmlns:html=")
    }],
    ["as an alternative chunk", {
      mainContent: wordDocument(dde),
      relationships: { "word/document.xml": [{ id: "r1", type: "aFChunk", target: "document.xml" }] }
    }],
    ["as a picture", {
      mainContent: wordDocument(dde),
      main: "image/png",
      relationships: { "word/document.xml": [{ id: "r1", type: "image", target: "document.xml" }] }
    }],
    ["as a drawing", {
      mainContent: wordDocument(dde),
      main: "application/vnd.openxmlformats-officedocument.vmlDrawing"
    }]
  ])("%s", (_, document) => {
    expect(factsOf(document)).toContainEqual(found)
  })

  it("reports a part as damaged if it should be XML and is not", () => {
    expect(factsOf({ mainContent: "\u0001\u0002\u0003 no XML" })).toEqual([{
      kind: "damaged",
      detail: "XML",
      where: "word/document.xml"
    }])
  })

  it("reports macros as misplaced if only an unused part has a macro type", () => {
    const facts = factsOf({
      types: { "word/other.xml": mainTypes.docm },
      parts: { "word/other.xml": "<a/>", "word/vbaProject.bin": vba }
    })
    expect(facts).toMatchObject([{ kind: "vba", isMisplaced: true }])
  })
})

it("loses no fact to a flood of other facts", () => {
  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join("")
  const external = (type: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${type}${at}`,
      type,
      target: `http://a.example/${at}`,
      mode: "External" as const
    }))
  const document = makeOoxml({
    mainContent: wordDocument(
      many(1_100, (at) => `<w:fldSimple w:instr="HYPERLINK &quot;http://b.example/${at}&quot;"/>`)
    ),
    relationships: { "word/document.xml": [...external("image", 60), ...external("hyperlink", 60)] },
    parts: {
      "word/vbaProject.bin": vba,
      "word/z.xml": wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end")))
    }
  })
  const { facts } = readOoxml(document, new Budget(Infinity, { factsMax: 1_000 }))
  const kinds = facts.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(["vba", "dde", "link"]))
  expect(kinds.filter((kind) => kind === "reference")).toHaveLength(60)
  expect(facts).toContainEqual({ kind: "cut off", limit: "facts", where: "document" })
})

it("keeps the files that can be dangerous if there are too many", () => {
  const names = Array.from({ length: filesMax + 6 }, (_, at) => `word/embeddings/a${at}.bin`)
  const { files } = read({
    relationships: {
      "word/document.xml": names.map((name, at) => ({ id: `r${at}`, type: "package", target: `/${name}` }))
    },
    parts: {
      ...Object.fromEntries(names.map((name) => [name, "harmless"])),
      "word/embeddings/z.bin": "MZ, and longer than others"
    }
  })
  expect(files).toHaveLength(filesMax)
  expect(files[0]).toMatchObject({ name: "z.bin" })
})

it("reads a relationship type full of slashes in linear time", () => {
  const type = `${"/".repeat(200_000)}x`
  const relationships = { "word/document.xml": [{ id: "r1", type, target: "a.xml" }] }
  expect(measureCpuMillis(() => read({ relationships }))).toBeLessThan(2_000)
})
