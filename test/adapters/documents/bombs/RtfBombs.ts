import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { bytesOf, embedded, hexOf, objectOf, packed, rtf } from "../rtf/MakeRtf.ts"
import type { Bomb } from "./ExpectBombs.ts"

const megabyte = 1024 * 1024

const text = (content: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi ${content}`, "latin1")

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("")

const within = (depth: number): Uint8Array => {
  let inner = rtf("a")
  // Each level doubles the length, because its content is in hexadecimal.
  for (let level = 0; level < depth; level++) {
    inner = rtf(objectOf(embedded("Package", packed("a.rtf", Buffer.from(inner).toString("latin1")))))
  }
  return inner
}

export const rtfBombs: ReadonlyArray<Bomb> = [
  ["groups within one another", () => text("{".repeat(20 * megabyte))],
  ["groups", () => text("{}".repeat(10 * megabyte))],
  ["ends of groups", () => text("}".repeat(20 * megabyte))],
  ["words", () => text("\\b".repeat(10 * megabyte))],
  ["one word", () => text(`\\${"a".repeat(20 * megabyte)}`)],
  ["one number", () => text(`\\a${"1".repeat(20 * megabyte)}`)],
  ["escapes", () => text("\\'41".repeat(5 * megabyte))],
  ["characters of Unicode", () => text("\\u65 ".repeat(4 * megabyte))],
  ["fallbacks that are passed over", () => text("\\uc9999999\\u65 ".repeat(megabyte))],
  ["text", () => text("a".repeat(20 * megabyte))],
  ["binary data that claims all there is", () => text("\\bin4294967295 ".repeat(megabyte))],
  ["binary data that claims less than nothing", () => text("\\bin-1 ".repeat(2 * megabyte))],
  ["binary data of nothing", () => text("\\bin0 ".repeat(3 * megabyte))],
  ["objects", () => text(objectOf(embedded("Package", packed("a.exe", "MZ"))).repeat(40_000))],
  ["objects within objects", () => text("{\\object\\objemb{\\*\\objdata 0105".repeat(500_000))],
  ["one object", () => text(`{\\object\\objemb{\\*\\objdata ${"41".repeat(10 * megabyte)}}}`)],
  ["one object in groups", () => text(`{\\object\\objemb{\\*\\objdata ${"4{\\b}1".repeat(3 * megabyte)}}}`)],
  ["one object of binary data", () => text(`{\\object\\objemb{\\*\\objdata ${"\\bin1 A".repeat(2 * megabyte)}}}`)],
  ["one object of words", () => text(`{\\object\\objemb{\\*\\objdata ${"\\a1".repeat(5 * megabyte)}}}`)],
  ["classes", () => text("{\\object{\\*\\objclass a}".repeat(600_000))],
  ["one class", () => text(`{\\object{\\*\\objclass ${"a".repeat(20 * megabyte)}}}`)],
  ["pictures", () => text("{\\pict 00}".repeat(2 * megabyte))],
  ["fields", () => text("{\\field{\\*\\fldinst HYPERLINK \"http://a.example/\"}{\\fldrslt a}}".repeat(200_000))],
  [
    "fields of their own",
    () => text(times(150_000, (index) => `{\\field{\\*\\fldinst HYPERLINK "http://a${index}.example/"}{\\fldrslt a}}`))
  ],
  [
    "nested fields",
    () => text("{\\field{\\*\\fldinst HYPERLINK \"http://a.example/\"{\\fldrslt a".repeat(300_000))
  ],
  ["one field", () => text(`{\\field{\\*\\fldinst ${"DDEAUTO ".repeat(2 * megabyte)}}}`)],
  ["one field of quotation marks", () => text(`{\\field{\\*\\fldinst ${"\" ".repeat(8 * megabyte)}}}`)],
  ["fonts", () => text(`{\\fonttbl${"{\\f1\\fcharset128 a;}".repeat(600_000)}}`)],
  ["code pages", () => text("\\f1\\cpg932 \\'81".repeat(megabyte))],
  ["half characters of two bytes", () => text(`\\ansicpg932 ${"\\'81".repeat(5 * megabyte)}`)],
  ["templates", () => text("{\\*\\template http://a.example/}".repeat(500_000))],
  ["pages of the internet", () => text(`{\\*\\htmltag <html>}`.repeat(megabyte))],
  [
    "signs of other files",
    () => Buffer.concat([rtf("a"), Buffer.from("<html><script>PK\x05\x06MZ%PDF-".repeat(600_000), "latin1")])
  ],
  ["compound files within objects", () => {
    const file = makeCompoundFile({ "\x01Ole10Native": Buffer.alloc(100_000) })
    return text(objectOf(embedded("Package", file)).repeat(90))
  }],
  [
    "one object many times over",
    () =>
      text(`{\\object\\objemb{\\*\\objdata ${hexOf(embedded("a", bytesOf("0105000002000000".repeat(megabyte / 2))))}}}`)
  ],
  [
    "headers of objects within one",
    () =>
      text(
        `{\\object\\objemb{\\*\\objdata ${"0105000002000000020000004100000000000000000000ffffff7f".repeat(400_000)}}}`
      )
  ],
  ["nested documents", () => within(11)]
]
