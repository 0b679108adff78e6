import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as DocumentReaderInline from "../../adapters/documents/pool/DocumentReaderInline.ts"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { DocumentReader } from "../../core/documents/DocumentReader.ts"
import { makeCompoundFile } from "../adapters/documents/ole/MakeCompoundFile.ts"
import { makeOoxml } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { makeVba } from "../adapters/documents/vba/MakeVba.ts"

const adapters = [
  { name: "in the thread that asks", layer: DocumentReaderInline.layer },
  { name: "in threads of its own", layer: DocumentReaderPool.layer({ workers: 2 }) }
]

const link = "<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://example.com/a)>>>>"
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>", 2: link }, "none")
const macros = makeOoxml({
  parts: { "word/vbaProject.bin": makeVba([{ name: "M", source: "Sub A()\r\nBeep\r\nEnd Sub\r\n" }]) },
  relationships: {
    "word/document.xml": [{
      id: "rId9",
      type: "http://schemas.microsoft.com/office/2006/relationships/vbaProject",
      target: "vbaProject.bin"
    }]
  }
})

describe.each(adapters)("documents read $name", ({ layer }) => {
  it.live("are classified and hashed, with their links", () =>
    Effect.gen(function*() {
      const { judge } = yield* DocumentReader
      const judged = yield* judge(launching)
      expect(judged).toEqual({
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        findings: [{
          code: "LAUNCH_ACTION",
          penalty: 70,
          message: "cmd.exe is started automatically",
          where: "object 1"
        }],
        links: expect.arrayContaining([
          {
            href: "https://example.com/a",
            raw: "https://example.com/a",
            text: null,
            from: "annotation",
            where: "object 2",
            through: null
          }
        ]),
        hasEmbeddedFiles: false,
        hasMacros: false
      })
      expect((yield* judge(macros)).hasMacros).toBe(true)
    }).pipe(Effect.provide(layer)))

  it.live("are read concurrently, each with its own result", () =>
    Effect.gen(function*() {
      const { judge } = yield* DocumentReader
      const files = Array.from({ length: 20 }, (_, at) => makePdf({ 1: `<</Type/Catalog/V ${at}>>` }, "none"))
      const judged = yield* Effect.forEach(files, (bytes) => judge(bytes), { concurrency: "unbounded" })
      expect(new Set(judged.map(({ sha256 }) => sha256)).size).toBe(files.length)
    }).pipe(Effect.provide(layer)))

  it.live("are not read if there is no content", () =>
    Effect.gen(function*() {
      const failure = yield* Effect.flip((yield* DocumentReader).judge(new TextEncoder().encode("%PDF-1.7\n")))
      expect(failure._tag).toBe("UnreadableDocument")
    }).pipe(Effect.provide(layer)))

  it.live("are refused if they are containers of another type, which the error names", () =>
    Effect.gen(function*() {
      const failure = yield* Effect.flip((yield* DocumentReader).judge(makeCompoundFile({ VisioDocument: "x" })))
      expect(failure).toMatchObject({
        _tag: "UnsupportedDocument",
        message: expect.stringContaining("a Visio drawing")
      })
    }).pipe(Effect.provide(layer)))
})
