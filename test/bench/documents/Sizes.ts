import { crc32 } from "node:zlib"
import { formula, makeWorkbook, ptg, sst } from "../../adapters/documents/excel/MakeWorkbook.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import {
  mainTypes,
  makeOoxml,
  office,
  paragraph,
  run,
  sheet,
  wordDocument,
  workbook
} from "../../adapters/documents/ooxml/MakeOoxml.ts"
import { makePdf } from "../../adapters/documents/pdf/MakePdf.ts"
import { plainFont, stream } from "../../adapters/documents/pdf/pages/MakePage.ts"
import { rtf } from "../../adapters/documents/rtf/MakeRtf.ts"

const words = "the of and to in is that for it as was with be by on not he his but at are this have from or had an they"
  .split(" ")

/** Returns a generator of pseudorandom numbers. The same seed gives the same numbers. */
const chance = (seed: string) => {
  let state = crc32(seed)
  return (below: number): number => {
    state = Math.imul(state, 1_103_515_245) + 12_345 >>> 0
    return (state >>> 8) % below
  }
}

/** Makes parts until they have at least `bytes` characters in total. */
const until = (bytes: number, make: (at: number) => string): Array<string> => {
  const parts: Array<string> = []
  for (let length = 0; length < bytes;) {
    const part = make(parts.length)
    parts.push(part)
    length += part.length
  }
  return parts
}

const noise = (bytes: number): Uint8Array => {
  const next = chance("noise")
  return Uint8Array.from({ length: bytes }, () => next(256))
}

const sentence = (next: (below: number) => number): string =>
  Array.from({ length: 12 }, () => words[next(words.length)] + String(next(100))).join(" ")

/** Makes pages of text with one link each. Every fourth page also has a picture of noise. */
const pdf = (bytes: number): Uint8Array => {
  const next = chance("pdf")
  const pages = until(
    bytes,
    () => until(2_500, () => `BT /F 10 Tf 20 ${next(700)} Td (${sentence(next)}) Tj ET\n`).join("")
  )
  const objects: Record<number, string> = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Kids[${pages.map((_, at) => `${4 + 3 * at} 0 R`).join(" ")}]/Count ${pages.length}>>`,
    3: plainFont
  }
  for (const [at, content] of pages.entries()) {
    const number = 4 + 3 * at
    objects[number] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${number + 1} 0 R/Resources<</Font<</F 3 0 R>>>>` +
      `/Annots[${number + 2} 0 R]>>`
    objects[number + 1] = stream(content)
    objects[number + 2] = `<</Subtype/Link/Rect[0 0 99 9]/A<</S/URI/URI(https://a.example/${at})>>>>`
  }
  return makePdf(objects, "none")
}

/** Makes paragraphs of at most 2 MB of XML. Documents over 500 kB also contain a picture of noise. */
const docx = (bytes: number): Uint8Array => {
  const next = chance("docx")
  const paragraphs = until(Math.min(2_000_000, 4 * bytes), () => paragraph(run(sentence(next)), run(sentence(next))))
  const pictures = Math.max(0, bytes - 500_000)
  return makeOoxml({
    mainContent: wordDocument(paragraphs.join("")),
    types: { "word/media/image1.png": "image/png" },
    relationships: { "word/document.xml": [{ id: "r1", type: "image", target: "media/image1.png" }] },
    parts: pictures === 0 ? {} : { "word/media/image1.png": noise(pictures) }
  })
}

/** Makes sheets of formulas and of references to shared strings. */
const xlsx = (bytes: number): Uint8Array => {
  const next = chance("xlsx")
  const cell = (column: string, row: number): string =>
    next(8) === 0
      ? `<c r="${column}${row}" s="1"><f>SUM(A1:A${row})</f><v>${next(1e6)}</v></c>`
      : `<c r="${column}${row}" t="s"><v>${next(1e5)}</v></c>`
  const row = (at: number): string =>
    `<row r="${at + 1}">${[..."ABCDEFGH"].map((name) => cell(name, at + 1)).join("")}</row>`
  // Each sheet has at most 5 MB of XML, which compress to 1 MB.
  const names = Array.from({ length: Math.ceil(bytes / 1_000_000) }, (_, at) => `worksheets/sheet${at + 1}.xml`)
  return makeOoxml({
    main: mainTypes.xlsx,
    mainName: "xl/workbook.xml",
    mainContent: workbook(
      `<sheets>${names.map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="r${at}"/>`).join("")}</sheets>`
    ),
    relationships: {
      "xl/workbook.xml": names.map((target, at) => ({ id: `r${at}`, type: `${office}/worksheet`, target }))
    },
    parts: Object.fromEntries(
      names.map((name) => [
        `xl/${name}`,
        sheet(`<sheetData>${until(Math.min(5 * bytes, 5_000_000), row).join("")}</sheetData>`)
      ])
    )
  })
}

const xls = (bytes: number): Uint8Array => {
  const next = chance("xls")
  const texts = until(bytes / 2, () => sentence(next))
  // Half of the file is strings, the other half is cells with formulas.
  const record = formula(Buffer.concat([ptg.int(1), ptg.text("text")]))
  const cells = new Uint8Array(
    Buffer.concat(Array.from({ length: Math.ceil(bytes / 2 / record.length) }, () => record))
  )
  const tables = until(bytes / 2, () => "x".repeat(8_000)).map((_, at) =>
    sst(...texts.slice(90 * at, 90 * at + 90).map((text) => text.slice(0, 80)))
  )
  return makeCompoundFile({ Workbook: makeWorkbook([{ name: "S", records: [cells] }], tables) })
}

const rtfOf = (bytes: number): Uint8Array => {
  const next = chance("rtf")
  const hex = Buffer.from(noise(400)).toString("hex")
  return rtf(
    until(bytes, (at) => at % 8 === 7 ? `{\\pict\\pngblip ${hex}}\n` : `\\pard\\f0\\fs22 ${sentence(next)}\\par\n`)
      .join("")
  )
}

/** Functions that make a document of about `bytes` bytes, by file extension. */
export const makeDocuments: Readonly<Record<string, (bytes: number) => Uint8Array>> = {
  pdf,
  docx,
  xlsx,
  xls,
  rtf: rtfOf
}
