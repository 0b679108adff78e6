import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { makeOdf } from "../odf/MakeOdf.ts"
import { makeCompoundFile, type Streams } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { makeCompObj, makePackage } from "../ole/MakeObjects.ts"
import { makeOoxml } from "../ooxml/MakeOoxml.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { carriers } from "./Carriers.ts"
import { rate } from "./Rate.ts"

const types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"
const opc = (...names: ReadonlyArray<string>): Uint8Array =>
  makeZip([
    { name: "[Content_Types].xml", content: types },
    ...names.map((name) => ({ name, content: "<a/>" }))
  ])
const ole = (streams: Streams, classId = ""): Uint8Array => makeCompoundFile(streams, { classIds: { "": classId } })

const installer = ole({ "\u4840\u3f3f\u4577": "x", "\u4840\u3b3f": "y" }, "000C1084-0000-0000-C000-000000000046")

const containers: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a Windows Installer package", installer],
  ["a Windows Installer package", ole({ "\u4840\u3b3f": "no class" })],
  ["a Windows Installer package", ole({ ...makeDoc({}), "\u4840\u3b3f": "beside a text" })],
  ["a Visio drawing", ole({ VisioDocument: "x" }, "00021A14-0000-0000-C000-000000000046")],
  ["a Publisher publication", ole({ "Quill/QuillSub/CONTENTS": "x", Contents: "x" })],
  ["a Project plan", ole({ Props12: "x", "   112/x": "y" })],
  ["a thumbnail cache", ole({ Catalog: "x", "1": "y" })],
  ["an OLE2 container of an unknown type", ole({ Data: "x\0" })],
  ["an OLE2 container of an unknown type", ole({})],
  [
    "an OLE2 object of the class 11111111-2222-3333-4444-555555555555",
    ole(
      { Data: "x\0" },
      "11111111-2222-3333-4444-555555555555"
    )
  ],
  ["an XPS document", opc("FixedDocSeq.fdseq", "Documents/1/Pages/1.fpage")],
  ["a Windows app package", opc("AppxManifest.xml", "App.exe")],
  ["a Windows app package", opc("AppxManifest.xml", "word/document.xml")],
  ["a Visual Studio extension", opc("extension.vsixmanifest")],
  ["a NuGet package", opc("Some.Package.nuspec")],
  ["a Visio drawing", opc("visio/document.xml")],
  ["an Office theme", opc("theme/theme/themeManager.xml")],
  ["an Open Packaging container of an unknown type", opc("data.bin")],
  [
    "an OpenDocument database",
    makeZip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.database", isStored: true },
      { name: "content.xml", content: "<a/>" }
    ])
  ],
  [
    "an OpenDocument container of an unknown type",
    makeZip([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.other", isStored: true }
    ])
  ]
]

describe("an unreadable container", () => {
  it.each(containers)("is refused: %s", (what, bytes) => expect(rate(bytes)).toEqual(["refused", what]))

  it("is not refused if its macros were read, but never ok", () => {
    expect(rate(ole({ ...vbaStreams, Data: "x" }))[0]).toBe("warn")
  })

  it("is not refused beside an Outlook message, but never ok", () => {
    const message = { "__properties_version1.0": "x", "Olk10SideProps_0001": "x\0" }
    for (const classId of ["", "00020D0B-0000-0000-C000-000000000046"]) {
      expect(rate(ole(message, classId))[0]).toBe("ok")
      expect(rate(ole({ ...message, Data: "x\0" }, classId))).toEqual(["warn", "UNREAD_CONTENT"])
    }
  })

  it.each(carriers)("is rated warn if %s", (_, carry) => {
    for (const [what, bytes] of containers) {
      expect(rate(carry(bytes, "report.doc")), what).toEqual(["warn", "UNREAD_CONTENT"])
    }
  })
})

/** Streams of a VBA project without code. */
const vbaStreams: Streams = { "Macros/VBA/dir": "x", "Macros/VBA/M": "x", "Macros/PROJECT": "x" }

describe("an archive within a document", () => {
  const zip = makeZip([{ name: "a.pdf", content: "MZ", flags: 1, localFlags: 1 }])
  it.each<readonly [string, Uint8Array]>([
    ["encrypted ZIP", zip],
    ["7z", Buffer.from("7z\xbc\xaf\x27\x1c\0\x04 and more", "latin1")],
    ["RAR", Buffer.from("Rar!\x1a\x07\x01\0 and more", "latin1")],
    ["CAB", Buffer.from("MSCF\0\0\0\0 and more", "latin1")],
    ["gzip", gzipSync(Buffer.from("\0\0"))],
    ["unknown data", Buffer.from("\x01\x02\x03")]
  ])("is rated warn: %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.dat"))[0], where).toBe("warn")
  })

  it("is named in the reason", () => {
    expect(rate(carriers[0]![1](zip, "a.zip"))).toEqual(["warn", "UNREAD_CONTENT"])
  })
})

it("is rated warn if an attachment cannot be decoded", () => {
  const attached = (filter: string) =>
    makePdf({
      1: "<</Type/Catalog>>",
      2: "<</Type/Filespec/F(a.txt)/EF<</F 3 0 R>>>>",
      3: `<</Type/EmbeddedFile${filter}/Length 5>>stream\nhello\nendstream`
    }, "none")
  expect(rate(attached("/Filter/DCTDecode"))).toEqual(["warn", "UNREAD_CONTENT"])
  expect(rate(attached(""))[0]).toBe("ok")
})

describe("readable or inert content stays ok", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d", "hex")
  it.each<readonly [string, Uint8Array]>([
    ["a text", Buffer.from("see page 2\n")],
    ["an invoice", Buffer.from("<?xml version=\"1.0\"?><rsm:CrossIndustryInvoice xmlns:rsm=\"urn:un\"/>")],
    ["a picture", png],
    ["a packed picture", gzipSync(png)],
    ["a text of Word", makeCompoundFile(makeDoc({}))],
    ["a package of Word", makeOoxml({})],
    ["a text of OpenDocument", makeOdf({})]
  ])("%s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.dat"))[0], where).toBe("ok")
  })

  it.each<readonly [string, Streams]>([
    ["an object of pictures of itself alone", { "\x02OlePres000": "x\0", "\x03META": "y\0" }],
    ["an object of text", { "think-cellXML": "<?xml version=\"1.0\"?><a/>" }],
    ["a picture as an object", { CONTENTS: png }],
    ["a workbook as an object", { Workbook: new Uint8Array(8) }]
  ])("%s", (_, streams) => {
    const object = { "\x01CompObj": makeCompObj("11111111-2222-3333-4444-555555555555", "Some.Thing.1"), ...streams }
    const pool = Object.fromEntries(Object.entries(object).map(([name, bytes]) => [`ObjectPool/_1/${name}`, bytes]))
    expect(rate(makeCompoundFile({ ...makeDoc({}), ...pool }))[0]).toBe("ok")
  })

  describe("a drawing of an Office program, unless it is another file", () => {
    const photo = "11943940-36DE-11CF-953E-00C0A84029E9"
    const rateObject = (classId: string, streams: Streams) =>
      rate(makeCompoundFile(
        {
          ...makeDoc({}),
          ...Object.fromEntries(Object.entries(streams).map(([name, bytes]) => [`ObjectPool/_1/${name}`, bytes]))
        },
        { classIds: { "ObjectPool/_1": classId } }
      ))[0]

    it.each<readonly [string, string, Streams]>([
      ["ok", photo, { CONTENTS: "\x01\x02\0", Other: "\x01\0" }],
      ["ok", "00030007-0000-0000-C000-000000000046", { "\x01Ole10Native": "\x03\0\0\0\x08\0\0" }],
      ["ok", "D2D59CD1-0A6A-4D36-AE20-47817077D57C", { package_stream: makeOdf({}), properties_stream: "\x01\0" }],
      ["warn", "11111111-2222-3333-4444-555555555555", { CONTENTS: "\x01\x02\0" }],
      ["warn", photo, { CONTENTS: installer }],
      ["block", photo, { "\x01Ole10Native": makePackage({ fileName: "a.exe", bytes: "MZ" }) }],
      ["warn", photo, { CONTENTS: "7z\xbc\xaf\x27\x1c\0\x04 and more" }]
    ])("%s: class %s", (rating, classId, streams) => expect(rateObject(classId, streams)).toBe(rating))
  })

  it("the forms of a project, which are objects too", () => {
    const form = {
      "Macros/Form1/\x01CompObj": makeCompObj("C62A69F0-16DC-11CE-9E98-00AA00574A4F", ""),
      "Macros/Form1/f": "\0"
    }
    const [, reason] = rate(makeCompoundFile({ ...makeDoc({}), ...vbaStreams, ...form }))
    expect(reason).not.toBe("UNREAD_CONTENT")
  })

  it("a document with a truncated main part", () => {
    expect(rate(makeOoxml({}).subarray(0, 900))[0]).not.toBe("refused")
  })
})

it("names an object of another program", () => {
  const streams = { "ObjectPool/_1/\x01CompObj": makeCompObj("11111111-2222-3333-4444-555555555555", "Some.Thing.1") }
  expect(rate(makeCompoundFile({ ...makeDoc({}), ...streams, "ObjectPool/_1/Data": "x\0" }))).toEqual([
    "warn",
    "UNREAD_CONTENT"
  ])
})

it("keeps the other findings of an unreadable attachment", () => {
  const withMacros = makeCompoundFile({
    VisioDocument: "x",
    "\x01Ole10Native": makePackage({ fileName: "a.exe", label: "a.exe" })
  })
  expect(rate(carriers[0]![1](withMacros, "a.vsd"))[0]).toBe("block")
})
