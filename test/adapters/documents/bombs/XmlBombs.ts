import { deflateRawSync } from "node:zlib"
import { code, mark, paragraph, run, wordDocument } from "../ooxml/MakeOoxml.ts"
import { makeZip } from "../zip/MakeZip.ts"
import type { Bomb } from "./ExpectBombs.ts"
import {
  deflatedPart,
  deflatedZeros64Mebibytes,
  everyPart,
  laughs,
  levels,
  megabyte,
  overlapping,
  quadratic,
  times,
  types,
  word
} from "./ZipBombParts.ts"

export const xmlBombs: ReadonlyArray<Bomb> = [
  [
    "an entry of zeros that claims ten gigabytes",
    () => makeZip([types, deflatedPart("word/document.xml", deflatedZeros64Mebibytes())], {})
  ],
  ["many entries of zeros", () => {
    const zeros = deflateRawSync(Buffer.alloc(16 * megabyte), { level: 9 })
    return makeZip([types, ...Array.from({ length: 1_000 }, (_, index) => deflatedPart(`word/a${index}.xml`, zeros))])
  }],
  ["entries that share their data", () => overlapping(4_000, 16 * megabyte)],
  ["entries that share their data, many", () => overlapping(60_000, megabyte)],
  [
    "sixty thousand entries",
    () =>
      makeZip([types, ...Array.from({ length: 60_000 }, (_, index) => ({ name: `word/a${index}.xml`, content: "" }))])
  ],
  [
    "local headers without a directory",
    () =>
      makeZip([types, ...Array.from({ length: 60_000 }, (_, index) => ({ name: `word/a${index}.xml`, content: "" }))], {
        hasDirectory: false
      })
  ],
  [
    "signatures of local headers",
    () =>
      makeZip([types, {
        name: "word/document.xml",
        content: Buffer.from("PK\x03\x04".repeat(5 * megabyte)),
        isStored: true
      }])
  ],
  [
    "signatures of local headers and no directory",
    () =>
      makeZip([types, {
        name: "word/document.xml",
        content: Buffer.from("PK\x03\x04".repeat(5 * megabyte)),
        isStored: true
      }], { hasDirectory: false })
  ],
  ["signatures of the end", () => makeZip([types], { behind: Buffer.from("PK\x05\x06".repeat(5 * megabyte)) })],
  [
    "signatures of descriptors",
    () =>
      makeZip([types, {
        name: "word/document.xml",
        content: Buffer.from("PK\x07\x08".repeat(5 * megabyte)),
        isStored: true,
        descriptor: "signed"
      }], { hasDirectory: false })
  ],
  ["the letter P", () => makeZip([types], { behind: Buffer.alloc(20 * megabyte, "P") })],
  [
    "names of 60 000 characters",
    () =>
      makeZip([
        types,
        ...Array.from({ length: 300 }, (_, index) => ({ name: `word/${"a".repeat(60_000)}${index}`, content: "" }))
      ])
  ],
  ["damaged entries", () => {
    const damaged = Buffer.concat([deflateRawSync(Buffer.alloc(200_000, "<a/>")), Buffer.alloc(20_000, 0xff)])
    return makeZip([types, ...Array.from({ length: 600 }, (_, index) => deflatedPart(`word/a${index}.xml`, damaged))])
  }],
  ["damaged entries, large", () => {
    const text = deflateRawSync(Buffer.from(times(700_000, (index) => `<a${index * 7_919 % 99_991}/>`)), { level: 1 })
    const damaged = Buffer.concat([text.subarray(0, text.length - 100), Buffer.alloc(200, 0xff)])
    return makeZip([types, ...Array.from({ length: 8 }, (_, index) => deflatedPart(`word/a${index}.xml`, damaged))])
  }],
  ["entities within entities in every part", () => everyPart(laughs("a"))],
  ["one long entity in every part", () => everyPart(quadratic("a"))],
  ["a declaration without end in every part", () => everyPart(`<!DOCTYPE a [${"<!ENTITY a ".repeat(100_000)}`)],
  ["percent signs in a declaration", () => everyPart(`<!DOCTYPE a [<!ENTITY ${"% ".repeat(300_000)}`)],
  ["PUBLIC in a declaration", () => everyPart(`<!DOCTYPE a ${"PUBLIC \"a ".repeat(100_000)}`)],
  ["elements within one another", () => word(levels(1_000_000))],
  ["elements of the text within one another", () => word(wordDocument(levels(1_000_000, "w:p")))],
  ["a million empty elements", () => word(wordDocument("<w:p/>".repeat(2_000_000)))],
  ["a million attributes", () => word(`<a ${times(1_000_000, (index) => `a${index}="" `)}/>`)],
  [
    "a million namespaces",
    () => word(`<a ${times(1_000, (index) => `xmlns:a${index}="b" `)}>${"<b:c/>".repeat(1_000_000)}</a>`)
  ],
  [
    "namespaces at every element",
    () => word(`<a>${`<b ${times(1_000, (index) => `xmlns:a${index}="" `)}/>`.repeat(1_000)}</a>`)
  ],
  [
    "many attributes that are looked for",
    () => word(wordDocument(`<w:fldSimple ${times(1_000, (index) => `a${index}="" `)}/>`.repeat(1_500)))
  ],
  ["one attribute", () => word(`<a a="${"a".repeat(15 * megabyte)}"/>`)],
  ["one attribute of references", () => word(`<a a="${"&#65;".repeat(3 * megabyte)}"/>`)],
  ["one text", () => word(wordDocument(`<w:p><w:r><w:t>${"a".repeat(15 * megabyte)}</w:t></w:r></w:p>`))],
  [
    "one text of references",
    () => word(wordDocument(`<w:p><w:r><w:t>${"&#65;".repeat(3 * megabyte)}</w:t></w:r></w:p>`))
  ],
  ["one comment", () => word(`<!--${"- ".repeat(7 * megabyte)}`)],
  ["one section of characters", () => word(`<a><![CDATA[${"]]".repeat(7 * megabyte)}`)],
  ["one name", () => word(`<${"a".repeat(15 * megabyte)}`)],
  ["one instruction", () => word(`<?a ${"?".repeat(15 * megabyte)}`)],
  ["angle brackets", () => word("<".repeat(15 * megabyte))],
  ["ampersands", () => word(`<a>${"&".repeat(15 * megabyte)}`)],
  ["faults", () => word(`<a>${"</b>".repeat(3 * megabyte)}`)],
  ["texts in many runs", () => word(wordDocument(`<w:p>${run("a").repeat(400_000)}</w:p>`))],
  ["fields", () => word(wordDocument(paragraph(mark("begin"), code("DDEAUTO a b"), mark("end")).repeat(100_000)))],
  [
    "nested fields",
    () => word(wordDocument(paragraph(...Array.from({ length: 100_000 }, () => mark("begin") + code("QUOTE ")))))
  ],
  [
    "fields that never end",
    () =>
      word(
        wordDocument(
          `<w:p>${
            (mark("begin") + code("HYPERLINK \"http://a.example/\"") + mark("separate") + run("a")).repeat(60_000)
          }</w:p>`
        )
      )
  ],
  [
    "one field in many pieces",
    () => word(wordDocument(paragraph(mark("begin"), code("a").repeat(200_000), mark("end"))))
  ],
  [
    "one field of numbers",
    () => word(wordDocument(paragraph(mark("begin"), code(`QUOTE ${"65 ".repeat(2_000_000)}`), mark("end"))))
  ],
  [
    "one field of quotation marks",
    () => word(wordDocument(paragraph(mark("begin"), code("\" ".repeat(2_000_000)), mark("end"))))
  ],
  [
    "links",
    () =>
      word(
        wordDocument(times(100_000, (index) => `<w:hyperlink r:id="r${index}"><w:r><w:t>a</w:t></w:r></w:hyperlink>`)),
        {
          relationships: {
            "word/document.xml": Array.from({ length: 100_000 }, (_, index) => ({
              id: `r${index}`,
              type: "hyperlink",
              target: `http://a${index}.example/`,
              mode: "External" as const
            }))
          }
        }
      )
  ]
]
