import { mainTypes, makeOoxml, sheet, wordDocument, workbook } from "../ooxml/MakeOoxml.ts"
import { makeZip } from "../zip/MakeZip.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { everyPart, excel, megabyte, nested, times, word } from "./ZipBombParts.ts"

export const officeBombs: ReadonlyArray<Bomb> = [
  ["links within links", () => word(wordDocument("<w:hyperlink r:id=\"r1\"><w:r><w:t>a</w:t></w:r>".repeat(100)))],
  ["templates", () =>
    word(wordDocument(""), {
      relationships: {
        "word/document.xml": Array.from({ length: 100_000 }, (_, index) => ({
          id: `r${index}`,
          type: "attachedTemplate",
          target: `http://a${index}.example/`,
          mode: "External" as const
        }))
      }
    })],
  ["relationships to one part", () =>
    word(wordDocument(""), {
      parts: { "word/a.bin": Buffer.alloc(15 * megabyte) },
      relationships: {
        "word/document.xml": Array.from(
          { length: 20_000 },
          (_, index) => ({ id: `r${index}`, type: "oleObject", target: "a.bin" })
        )
      }
    })],
  [
    "content types",
    () =>
      makeZip([{
        name: "[Content_Types].xml",
        content: `<Types>${times(200_000, (index) => `<Override PartName="/a${index}" ContentType="a"/>`)}</Types>`
      }])
  ],
  [
    "shared strings",
    () =>
      excel({ "xl/sharedStrings.xml": `<sst>${times(1_500_000, () => "<si><t>a</t></si>").slice(0, 15 * megabyte)}` })
  ],
  [
    "one shared string",
    () => excel({ "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(15 * megabyte)}</t></si></sst>` })
  ],
  [
    "cells",
    () =>
      excel({
        "xl/worksheets/sheet1.xml": sheet(
          `<sheetData><row>${"<c r=\"A1\" t=\"s\"><v>0</v></c>".repeat(400_000)}</row></sheetData>`
        ),
        "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(30_000)}</t></si></sst>`
      })
  ],
  [
    "formulas",
    () =>
      excel({
        "xl/worksheets/sheet1.xml": sheet(
          `<sheetData><row>${
            "<c r=\"A1\"><f>HYPERLINK(\"http://a.example/\")</f></c>".repeat(200_000)
          }</row></sheetData>`
        )
      })
  ],
  [
    "one formula of brackets",
    () =>
      excel({
        "xl/worksheets/sheet1.xml": sheet(
          `<sheetData><row><c><f>${"HYPERLINK(".repeat(megabyte)}</f></c></row></sheetData>`
        )
      })
  ],
  [
    "one formula of links",
    () =>
      excel({
        "xl/worksheets/sheet1.xml": sheet(
          `<sheetData><row><c><f>${"HYPERLINK(\"http://a\"&amp;".repeat(500_000)}</f></c></row></sheetData>`
        )
      })
  ],
  [
    "formulas of a macro sheet",
    () =>
      excel({
        "xl/macrosheets/sheet1.xml": sheet(
          `<sheetData><row>${"<c r=\"A1\"><f>EXEC(\"calc\")</f></c>".repeat(300_000)}</row></sheetData>`,
          "macrosheet"
        )
      })
  ],
  [
    "names",
    () =>
      makeOoxml({
        main: mainTypes.xlsx,
        mainName: "xl/workbook.xml",
        mainContent: workbook(`<definedNames>${
          times(150_000, (index) => `<definedName name="Auto_Open${index}">A!$A$1</definedName>`)
        }</definedNames>`)
      })
  ],
  [
    "sheets",
    () =>
      makeOoxml({
        main: mainTypes.xlsx,
        mainName: "xl/workbook.xml",
        mainContent: workbook(`<sheets>${times(150_000, (index) => `<sheet name="S${index}" r:id="r1"/>`)}</sheets>`)
      })
  ],
  [
    "a binary workbook of records",
    () => makeOoxml({ main: mainTypes.xlsb, mainName: "xl/workbook.bin", mainContent: Buffer.alloc(15 * megabyte) })
  ],
  [
    "a binary workbook of names",
    () =>
      makeOoxml({
        main: mainTypes.xlsb,
        mainName: "xl/workbook.bin",
        mainContent: Buffer.from("270927090000000000000000".repeat(500_000), "hex")
      })
  ],
  ["nested documents", () => nested(100, word(wordDocument("")))],
  ["documents beside documents", () => {
    const inner = word(wordDocument("<w:p/>".repeat(100_000)))
    return word(wordDocument(""), {
      parts: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`word/embeddings/a${index}.docx`, inner]))
    })
  }],
  ["documents beside and within documents", () => {
    let inner = word(wordDocument(""))
    for (let level = 0; level < 4; level++) {
      inner = word(wordDocument(""), {
        parts: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`word/embeddings/a${index}.docx`, inner]))
      })
    }
    return inner
  }],
  ["a zip in a zip in a zip", () => {
    let inner = makeZip([{ name: "a", content: Buffer.alloc(15 * megabyte) }])
    for (let level = 0; level < 4; level++) {
      inner = makeZip(Array.from({ length: 16 }, (_, index) => ({ name: `a${index}.zip`, content: inner })))
    }
    return word(wordDocument(""), { parts: { "word/embeddings/a.zip": inner } })
  }],
  ["UTF-16 in every part", () => everyPart(Buffer.from(`\ufeff<a>${"b".repeat(300_000)}</a>`, "utf16le"))],
  ["elements in every part", () => everyPart(`<a>${"<b c=\"d\"/>".repeat(150_000)}</a>`)]
]
