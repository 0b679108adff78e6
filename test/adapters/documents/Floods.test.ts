import { describe, expect, it } from "vitest"
import { embeddedFilesMax, readDocument } from "../../../adapters/documents/ReadDocument.ts"
import { Budget, defaultBudgetLimits } from "../../../adapters/documents/reading/Budget.ts"
import type { DocumentFacts } from "../../../core/documents/facts/DocumentFacts.ts"
import { bytes, call, formula, joined, makeWorkbook, ptg } from "./excel/MakeWorkbook.ts"
import { contentOf, makeOdf, moduleOf } from "./odf/MakeOdf.ts"
import { makeCompoundFile } from "./ole/MakeCompoundFile.ts"
import { field, makeDoc } from "./ole/MakeDoc.ts"
import { makePackage } from "./ole/MakeObjects.ts"
import { hyperlink, interactive, makePpt } from "./ole/MakePpt.ts"
import { code, makeOoxml, mark, paragraph, wordDocument } from "./ooxml/MakeOoxml.ts"
import { makePdf, type Objects } from "./pdf/MakePdf.ts"
import { rtf } from "./rtf/MakeRtf.ts"
import { makeZip } from "./zip/MakeZip.ts"

const read = (document: Uint8Array, factsMax?: number): DocumentFacts =>
  readDocument(document, new Budget(Infinity, factsMax === undefined ? {} : { factsMax }))!

/** Maximum number of facts in these tests. */
const factsMax = 1_000

const address = (at: number): string => `https://harmless.example/${at}`
const each = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join("")

interface Family {
  readonly document: (links: number) => Uint8Array
  /** Properties of the fact for the dangerous action, which follows the flood of links. */
  readonly danger: Readonly<Record<string, unknown>>
}

const linkTo = (at: number): Uint8Array => formula(joined(ptg.text(address(at)), ptg.funcVar(call.HYPERLINK, 1)))
const runs = formula(joined(ptg.text("calc.exe"), ptg.funcVar(call.EXEC, 1)))

const families: Readonly<Record<string, Family>> = {
  PDF: {
    document: (links) => {
      const objects: Record<number, string> = { 1: "<</Type/Catalog/OpenAction 99999 0 R>>" }
      for (let at = 0; at < links; at++) objects[at + 2] = `<</Subtype/Link/A<</S/URI/URI(${address(at)})>>>>`
      return makePdf({ ...objects, 99999: "<</S/Launch/F(calc.exe)>>" } satisfies Objects, "none")
    },
    danger: { kind: "action", action: expect.objectContaining({ kind: "Launch", trigger: "open" }) }
  },
  RTF: {
    document: (links) =>
      rtf(
        each(links, (at) => `{\\field{\\*\\fldinst HYPERLINK "${address(at)}"}}`) + "{\\field{\\*\\fldinst DDE cmd a}}"
      ),
    danger: { kind: "dde", command: "DDE cmd a" }
  },
  ODF: {
    document: (links) =>
      makeOdf({
        "content.xml": contentOf(each(links, (at) => `<text:p><text:a xlink:href="${address(at)}"/></text:p>`)),
        "Basic/Standard/Module1.xml": moduleOf("Shell")
      }),
    danger: { kind: "odf macro", source: "Shell" }
  },
  OOXML: {
    document: (links) =>
      makeOoxml({
        mainContent: wordDocument(
          each(links, (at) => `<w:fldSimple w:instr="HYPERLINK &quot;${address(at)}&quot;"/>`) +
            paragraph(mark("begin"), code("DDE cmd a"), mark("end"))
        )
      }),
    danger: { kind: "dde", command: "DDE cmd a" }
  },
  "Word of OLE 2": {
    document: (links) =>
      makeCompoundFile(
        makeDoc({ pieces: [each(links, (at) => field(`HYPERLINK "${address(at)}"`)) + field("DDE a b")] })
      ),
    danger: { kind: "dde", command: "DDE a b" }
  },
  "several workbooks of OLE 2": {
    document: (links) => {
      const half = (from: number) => Array.from({ length: links / 2 }, (_, at) => linkTo(from + at))
      return makeCompoundFile({
        Book: makeWorkbook([{ name: "S", records: half(0) }]),
        Workbook: makeWorkbook([{ name: "S", records: half(links) }, { name: "M", kind: "macro", records: [runs] }])
      })
    },
    danger: { kind: "xlm", formulas: ["EXEC(\"calc.exe\")"] }
  },
  "a presentation of OLE 2": {
    document: (links) =>
      makeCompoundFile(
        makePpt({
          records: [
            ...Array.from({ length: links }, (_, at) => hyperlink("a", address(at))),
            interactive(2, "calc.exe")
          ]
        })
      ),
    danger: { kind: "action", action: expect.objectContaining({ kind: "Launch", target: "calc.exe" }) }
  },
  SYLK: {
    document: (links) =>
      bytes(
        ["ID;P", "O;E"].concat(Array.from({ length: links }, (_, at) => `C;EHYPERLINK("${address(at)}")`), [
          "NE;F\\\\host\\a.xls",
          "E"
        ]).join("\r\n")
      ),
    danger: { kind: "reference", target: "\\\\host\\a.xls" }
  }
}

describe("facts of a document flooded with harmless links", () => {
  it.each(Object.entries(families))("still include the danger at the end: %s", (_, { danger, document }) => {
    const { facts } = read(document(factsMax + 100), factsMax)
    expect(facts.filter(({ kind }) => kind === danger["kind"])).toContainEqual(expect.objectContaining(danger))
    expect(facts.at(-1)).toEqual({ kind: "cut off", limit: "facts", where: "document" })
    expect(facts.length).toBeLessThanOrEqual(factsMax + 2)
  })

  it.each(Object.entries(families))(
    "are complete for a smaller flood: %s",
    (_, { danger, document }) => {
      const { facts } = read(document(factsMax / 10), factsMax)
      expect(facts.filter(({ kind }) => kind === danger["kind"])).toContainEqual(expect.objectContaining(danger))
      expect(facts.filter(({ kind }) => kind === "cut off")).toEqual([])
    }
  )

  it("include links to another host and links with another URL scheme", () => {
    const links = (count: number, last: string) => {
      const urls = [...Array.from({ length: count }, (_, at) => address(at)), last]
      const { facts } = read(rtf(urls.map((url) => `{\\field{\\*\\fldinst HYPERLINK "${url}"}}`).join("")), factsMax)
      return facts.flatMap((fact) => fact.kind === "link" ? [fact.url] : [])
    }
    for (const last of ["https://evil.example/", "ms-msdt:/id PCWDiagnostic"]) {
      expect(links(factsMax, last)).toContain(last)
    }
    expect(links(factsMax, address(factsMax))).not.toContain(address(factsMax))
  })
})

describe("facts of a document flooded with harmless files", () => {
  const packed = (name: string) => makePackage({ fileName: name, label: name })
  const objects = (names: ReadonlyArray<string>) =>
    makeCompoundFile(
      Object.fromEntries(names.map((name, at) => [`o${String(at).padStart(3, "0")}/\x01Ole10Native`, packed(name)]))
    )
  const texts = Array.from({ length: embeddedFilesMax + 10 }, (_, at) => `${at}.txt`)

  it("include the dangerous file of the same document", () => {
    const { facts, files } = read(objects([...texts, "run.exe"]))
    expect(files).toHaveLength(embeddedFilesMax)
    expect(files[0]?.name).toBe("run.exe")
    expect(facts).toContainEqual({ kind: "cut off", limit: "embedded files", where: "document" })
    const few = read(objects(["run.exe", ...texts.slice(0, 9)]))
    expect([few.files.length, few.facts.filter(({ kind }) => kind === "cut off")]).toEqual([10, []])
  })

  it("include a dangerous file next to a document within the document", () => {
    const program = makePackage({ fileName: "run.exe", label: "run.exe", bytes: "MZ".repeat(100_000) })
    const parts = { "word/a.bin": objects(texts), "word/z.bin": makeCompoundFile({ "\x01Ole10Native": program }) }
    const { facts, files } = read(makeOoxml({
      relationships: {
        "word/document.xml": Object.keys(parts).map((part, at) => ({
          id: `r${at}`,
          type: "oleObject",
          target: `/${part}`
        }))
      },
      parts
    }))
    expect(new Map(files.map(({ document, name }) => [name, document?.files.length]))).toEqual(
      new Map([
        ["a.bin", embeddedFilesMax - 3],
        ["z.bin", 1]
      ])
    )
    expect(facts).toContainEqual({ kind: "cut off", limit: "embedded files", where: "document" })
  })

  it("report archives with too many files", () => {
    const zip = makeZip(Array.from({ length: 100 }, (_, at) => ({ name: `${at}.txt`, content: "" })))
    const holding = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `word/${at}.bin`)
      return read(makeOoxml({
        relationships: {
          "word/document.xml": names.map((name, at) => ({ id: `r${at}`, type: "package", target: `/${name}` }))
        },
        parts: Object.fromEntries(names.map((name) => [name, zip]))
      }))
    }
    const [all, more] = [holding(10), holding(defaultBudgetLimits.archiveFilesMax / 100 + 1)]
    expect([all.files.at(-1)!.files.length, all.facts]).toEqual([100, []])
    expect(more.facts).toContainEqual({ kind: "cut off", limit: "archive files", where: "document" })
    expect(more.files.flatMap(({ files }) => files).length).toBeLessThanOrEqual(embeddedFilesMax)
  })
})
