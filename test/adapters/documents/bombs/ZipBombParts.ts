import { deflateRawSync } from "node:zlib"
import { makeOdf } from "../odf/MakeOdf.ts"
import { type MadeDocument, mainTypes, makeOoxml, wordDocument, workbook } from "../ooxml/MakeOoxml.ts"
import { makeZip, type ZipPart } from "../zip/MakeZip.ts"

export const megabyte = 1024 * 1024

export const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("")

export const types = { name: "[Content_Types].xml", content: "<Types/>" }

/**
 * Returns a part with deflated content. The declared size and checksum are deliberately false: they describe the
 * deflated data.
 */
export const deflatedPart = (name: string, deflated: Uint8Array): ZipPart => ({
  name,
  content: deflated,
  isStored: true,
  method: 8,
  localMethod: 8
})

export const deflatedZeros64Mebibytes = (): Uint8Array => {
  const whole = deflateRawSync(Buffer.alloc(64 * megabyte), { level: 9 })
  return whole
}

/** Builds XML with entities that each expand to ten copies of the previous entity. */
export const laughs = (root: string): string =>
  `<!DOCTYPE a [<!ENTITY a0 "ha">${
    times(12, (index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`)
  }]><${root}>&a12;</${root}>`

export const quadratic = (root: string): string =>
  `<!DOCTYPE a [<!ENTITY a "${"a".repeat(500_000)}">]><${root}>${"&a;".repeat(500_000)}</${root}>`

export const word = (mainContent: string | Uint8Array, more: MadeDocument = {}): Uint8Array =>
  makeOoxml({ mainContent, ...more })

export const excel = (parts: Readonly<Record<string, string | Uint8Array>>, more: MadeDocument = {}): Uint8Array =>
  makeOoxml({
    main: mainTypes.xlsm,
    mainName: "xl/workbook.xml",
    mainContent: workbook(
      "<sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/><sheet name=\"M\" sheetId=\"2\" r:id=\"r2\"/></sheets>"
    ),
    relationships: {
      "xl/workbook.xml": [
        { id: "r1", type: "worksheet", target: "worksheets/sheet1.xml" },
        {
          id: "r2",
          type: "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet",
          target: "macrosheets/sheet1.xml"
        },
        { id: "r3", type: "sharedStrings", target: "sharedStrings.xml" }
      ]
    },
    parts,
    ...more
  })

/** Part names of every document type. Tests use them for content that any part can contain. */
export const partNames = [
  "[Content_Types].xml",
  "_rels/.rels",
  "word/_rels/document.xml.rels",
  "word/document.xml",
  "word/settings.xml",
  "word/header1.xml",
  "word/comments.xml",
  "docProps/app.xml",
  "docProps/custom.xml",
  "customUI/customUI.xml",
  "customXml/item1.xml",
  "xl/workbook.xml",
  "xl/sharedStrings.xml",
  "xl/worksheets/sheet1.xml",
  "xl/macrosheets/sheet1.xml",
  "xl/connections.xml",
  "xl/externalLinks/externalLink1.xml",
  "ppt/presentation.xml",
  "ppt/slides/slide1.xml",
  "word/activeX/activeX1.xml"
]

export const everyPart = (content: string | Uint8Array): Uint8Array =>
  makeZip([types, ...partNames.map((name) => ({ name, content }))])

export const odfEveryPart = (content: string | Uint8Array): Uint8Array =>
  makeOdf(Object.fromEntries(
    [
      "content.xml",
      "styles.xml",
      "meta.xml",
      "settings.xml",
      "META-INF/manifest.xml",
      "Basic/script-lc.xml",
      "Basic/Standard/Module1.xml",
      "Object 1/content.xml"
    ]
      .map((name) => [name, content])
  ))

export const nested = (depth: number, inner: Uint8Array): Uint8Array => {
  let bytes = inner
  for (let level = 0; level < depth; level++) {
    bytes = word(wordDocument(""), { parts: { "word/embeddings/a.docx": bytes } })
  }
  return bytes
}

/** Builds a package whose entries all share the data of one part (compare Fifield, "A better zip bomb", 2019). */
export const overlapping = (count: number, kernelBytes: number): Uint8Array => {
  const kernel = deflateRawSync(Buffer.alloc(kernelBytes), { level: 9 })
  const parts: Array<ZipPart> = [types, { ...deflatedPart("word/document.xml", kernel), name: "word/document.xml" }]
  for (let index = 0; index < count; index++) parts.push({ ...deflatedPart(`word/a${index}.xml`, kernel), sameAs: 1 })
  return makeZip(parts)
}

export const levels = (count: number, element = "a"): string =>
  `${`<${element}>`.repeat(count)}${`</${element}>`.repeat(count)}`
