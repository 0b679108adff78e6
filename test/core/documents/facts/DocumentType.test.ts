import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { checkDocument } from "../../../../core/documents/UnsupportedDocument.ts"

const typeOf = (text: string) => documentTypeOf(Buffer.from(text, "latin1"))

const [zip, contentTypes, mimeType] = [
  "PK\u0003\u0004",
  "[Content_Types].xml",
  "mimetypeapplication/vnd.oasis.opendocument."
]

/** Returns a ZIP file of the given size, with a text at the given offset. */
const zipWith = (text: string, at: number, size: number): string => `${zip.padEnd(at)}${text}`.padEnd(size)

describe("the document type", () => {
  it.each([
    ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", "ole2"],
    ["\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e2", null],
    [" \u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1", null],
    ["{\\rtf1", "rtf"],
    ["{\\rt", "rtf"],
    ["{\\rx", null],
    [" {\\rtf1", null],
    ["ID;PWXL;N;E", "slk"],
    ["ID;Q", null],
    [" ID;P", null],
    ["%PDF-1.7", "pdf"],
    ["MZ %PDF-1.7", "pdf"],
    ["%PDF", null],
    [zip, null],
    [`${zip}[Content_Types].xm`, null],
    [`${zip}[[Content_Types].xml`, "ooxml"],
    [`${zip}${contentTypes}`, "ooxml"],
    [`${zip}${mimeType}text`, "odf"],
    [`${zip}${mimeType}text ${contentTypes}`, "ooxml"],
    [`PK\u0003\u0005${contentTypes}`, null],
    ["hello", null],
    ["", null]
  ])("of %j is %s", (text, type) => expect(typeOf(text)).toBe(type))

  it("is PDF if its header ends within the first 1,024 bytes", () => {
    expect(typeOf("%PDF-".padStart(1_024))).toBe("pdf")
    expect(typeOf("%PDF-".padStart(1_025))).toBeNull()
  })

  it.each([[contentTypes, "ooxml"], [mimeType, "odf"]])(
    "is read from %s anywhere in a ZIP file of 131,072 bytes",
    (name, type) => {
      expect(typeOf(zipWith(name, 65_530, 131_072))).toBe(type)
      expect(typeOf(zipWith(name, 65_530, 131_073))).toBeNull()
    }
  )

  it.each([[contentTypes, "ooxml"], [mimeType, "odf"]])(
    "is read from %s in the first and last 65,536 bytes of a ZIP file",
    (name, type) => {
      const size = 200_000
      expect(typeOf(zipWith(name, 65_536 - name.length, size))).toBe(type)
      expect(typeOf(zipWith(name, 65_537 - name.length, size))).toBeNull()
      expect(typeOf(zipWith(name, size - 65_536, size))).toBe(type)
      expect(typeOf(zipWith(name, size - 65_537, size))).toBeNull()
    }
  )
})

describe("the refusal of another file type", () => {
  const refusalOf = (text: string): string =>
    Effect.runSync(Effect.flip(checkDocument(Buffer.from(text, "latin1")))).message

  it.each([
    ["Rar!\x1a\x07\x01\0", "This is a RAR archive, which is not supported."],
    [`${zip}a.txt`, "This is a ZIP archive, which is not supported."],
    ["hello", "This type of file is not supported."],
    ["\x01\x02", "This type of file is not supported."],
    ["", "The file is empty."]
  ])("for %j names the file type", (text, message) => expect(refusalOf(text)).toContain(message))
})
