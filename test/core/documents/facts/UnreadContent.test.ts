import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unknownContent, unreadContentOf } from "../../../../core/documents/facts/UnreadContent.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"

const contentOf = (text: string) => unreadContentOf(Buffer.from(text, "latin1"))

describe("unread content", () => {
  it.each([
    ["PK\x03\x04", "a ZIP archive"],
    ["PK\x05\x06", "a ZIP archive"],
    ["Rar!\x1a\x07\0", "a RAR archive"],
    ["Rar!\x1a\x07\x01\0", "a RAR archive"],
    ["7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"],
    ["MSCF\0\0\0\0", "a Windows cabinet"],
    ["\x1f\x8b\x08\0", "a gzip archive"],
    ["\xfd7zXZ\0", "an xz archive"],
    ["BZh91AY", "a bzip2 archive"],
    [`${"a.txt".padEnd(257, "\0")}ustar\0`, "a tar archive"],
    [`${"\0".repeat(32_769)}CD001\x01`, "a disk image"],
    ["conectix\0\0\0\x02", "a disk image"],
    ["\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d", "a OneNote section"],
    ["\0\x01\0\0Standard Jet DB\0", "an Access database"],
    ["%!PS-Adobe-3.0\n", "a PostScript program"],
    ["From: a@a.example\r\nMIME-Version: 1.0\r\n\r\nhello", "an email message"],
    ["Received: by a\n\tfor b\nContent-Type: multipart/mixed; boundary=x\n", "an email message"],
    [
      "<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?><w:wordDocument/>",
      "a document of one XML file"
    ],
    [
      "<pkg:package xmlns:pkg=\"http://schemas.microsoft.com/office/2006/xmlPackage\"/>",
      "a document of one XML file"
    ],
    ["<office:document xmlns:office=\"urn:oasis\"/>", "a document of one XML file"],
    ["[InternetShortcut]\r\nURL=file://a.example/x", "an internet shortcut"],
    ["\x01\x02\x03\x04", unknownContent],
    ["text with a zero\0", unknownContent],
    [`${"text ".repeat(5_000)}\x01`, unknownContent],
    ["BM is no picture\0", unknownContent]
  ])("classifies %j as %s", (text, what) => expect(contentOf(text)).toBe(what))
})

describe("inert content", () => {
  it.each([
    ["nothing", ""],
    ["a text", "Dear Ann,\r\n\tsee page 2.\f"],
    ["a text of another code page", "Gr\xfc\xdfe aus K\xf6ln"],
    ["an invoice in XML", "<?xml version=\"1.0\"?><rsm:CrossIndustryInvoice xmlns:rsm=\"urn:un\"/>"],
    ["a table", "name;amount\nA;1\n"],
    ["a text that mentions headers", "Date: tomorrow\nPlace: here\n"],
    ["PNG", "\x89PNG\r\n\x1a\n\0"],
    ["JPEG", "\xff\xd8\xff\xe0\0"],
    ["TIFF", "MM\0*\0"],
    ["BMP", `BM${"\0".repeat(12)}\x28\0\0\0`],
    ["EMF", `\x01\0\0\0${"\0".repeat(36)} EMF`],
    ["WMF", "\x01\0\x09\0\0\x03"],
    ["TrueType", "\0\x01\0\0\0\x0f"],
    ["WOFF 2", "wOF2\0\x01"],
    ["MP3", "ID3\x04\0"],
    ["MP4", "\0\0\0\x20ftypisom"],
    ["WAVE", "RIFF\x10\0\0\0WAVE"],
    ["Ogg", "OggS\0"]
  ])("includes %s", (_, text) => expect(contentOf(text)).toBeNull())

  it("includes UTF-16 text, but no other data after its byte order mark", () => {
    for (const mark of ["fffe", "feff"]) {
      const text = Buffer.from("hello", "utf16le")
      const bytes = Buffer.concat([Buffer.from(mark, "hex"), mark === "fffe" ? text : text.swap16()])
      expect(unreadContentOf(bytes)).toBeNull()
      expect(unreadContentOf(Buffer.concat([bytes, Buffer.alloc(2)]))).toBe(unknownContent)
    }
  })
})

it("classifies any bytes quickly", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(unreadContentOf(bytes)).not.toBe("")
    }),
    runs(100)
  )
  for (const sign of ["a", "\n", "From: \n", "\t"]) {
    const bytes = Buffer.from(`From: a\n${sign.repeat(2_000_000)}`, "latin1")
    expect(measureCpuMillis(() => void unreadContentOf(bytes))).toBeLessThan(1_000)
  }
})
