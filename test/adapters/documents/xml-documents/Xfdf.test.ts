import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { readXfdf } from "../../../../adapters/documents/xml-documents/Xfdf.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { makeXfdf } from "../pdf/MakeFdf.ts"
import { makePdf } from "../pdf/MakePdf.ts"

const read = (bytes: Uint8Array) => readXfdf(bytes, new Budget())
const program = Buffer.from(`MZ${"x".repeat(300)}`)
const link = (action: string, trigger = "U"): string =>
  `<annots><link page="0" rect="0,0,9,9"><OnActivation><Action Trigger="${trigger}">${action}</Action></OnActivation></link></annots>`
const attached = (name: string, data: string, attributes = "encoding=\"hex\" MODE=\"raw\""): string =>
  `<annots><fileattachment page="0" file="${name}"><data ${attributes}>${data}</data></fileattachment></annots>`
const launching = Buffer.from(makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none"))
const rich = (html: string): string =>
  `<annots><text page="0"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml">${html}</body></contents-richtext></text></annots>`

/** Data of forms that attack when it is imported, or on a click. */
const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a form on a share", makeXfdf("<f href=\"\\\\198.51.100.7\\s\\a.pdf\"/>")],
  ["a form on a share, as URL", makeXfdf("<f href=\"file://evil.example/s/a.pdf\"/>")],
  ["a link that starts a program", makeXfdf(link("<Launch NewWindow=\"true\"><File Name=\"cmd.exe\"/></Launch>"))],
  ["a page that starts a program", makeXfdf(link("<Launch><File OriginalName=\"cmd.exe\"/></Launch>", "PO"))],
  ["a script", makeXfdf(link("<JavaScript>app.launchURL('http://a.example/')</JavaScript>", "PO"))],
  [
    "a script in CDATA",
    makeXfdf(link("<JavaScript><![CDATA[this.exportDataObject({cName:'a',nLaunch:2})]]></JavaScript>"))
  ],
  ["a script in an attribute", makeXfdf(link("<JavaScript Script=\"this.exportDataObject({nLaunch:2})\"/>"))],
  ["an address that is opened with the page", makeXfdf(link("<URI Name=\"http://a.example/\"/>", "PV"))],
  ["a document on a share", makeXfdf(link("<GoToR><File Name=\"//evil.example/s/a.pdf\"/></GoToR>"))],
  ["a document on the web", makeXfdf(link("<GoToR><File Name=\"http://a.example/a.pdf\"/></GoToR>"))],
  ["an attached program", makeXfdf(attached("a.exe", program.toString("hex")))],
  [
    "a compressed program",
    makeXfdf(
      attached(
        "a.dat",
        deflateSync(program).toString("hex"),
        "filter=\"FlateDecode\" encoding=\"hex\" MODE=\"filtered\""
      )
    )
  ],
  ["a program in Base64", makeXfdf(attached("a.dat", program.toString("base64"), "encoding=\"base64\""))],
  ["an attached document", makeXfdf(attached("a.pdf", launching.toString("hex")))],
  [
    "external entities",
    Buffer.from(
      "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><xfdf xmlns=\"http://ns.adobe.com/xfdf/\">&b;</xfdf>"
    )
  ],
  ["a picture on a share", makeXfdf(rich("<img src=\"\\\\evil.example\\s\\a.png\"/>"))],
  [
    "UTF-16",
    Buffer.from(
      `\ufeff${
        Buffer.from(makeXfdf(link("<Launch><File Name=\"cmd.exe\"/></Launch>"))).toString().replace("UTF-8", "UTF-16")
      }`,
      "utf16le"
    )
  ],
  [
    "another prefix",
    Buffer.from(`<x:xfdf xmlns:x="http://ns.adobe.com/xfdf/"><x:f href="\\\\evil.example\\s\\a.pdf"/></x:xfdf>`)
  ]
]

const fields =
  "<fields><field name=\"a\"><value>Ann Smith</value></field><field name=\"b\"><value>Yes</value></field></fields>"
const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["values", makeXfdf(`<f href="form.pdf"/><ids original="00" modified="01"/>${fields}`)],
  ["a form on the author's disk", makeXfdf(`<f href="/C/Users/ann/form.pdf"/>${fields}`)],
  ["a form on a site", makeXfdf(`<f href="https://www.wikipedia.org/form.pdf"/>${fields}`)],
  ["no namespace", makeXfdf(fields, "xfdf")],
  [
    "a comment",
    makeXfdf(
      "<annots><text page=\"0\" name=\"1\" title=\"Ann\"><contents>Please check</contents><popup page=\"0\"/></text></annots>"
    )
  ],
  ["a formatted comment", makeXfdf(rich("<p dir=\"ltr\"><span style=\"font-size:9pt\">Please check</span></p>"))],
  ["a link to a page", makeXfdf(link("<GoTo><Dest><XYZ Page=\"1\" Left=\"0\"/></Dest></GoTo>"))],
  ["a link", makeXfdf(link("<URI Name=\"https://www.wikipedia.org/\" IsMap=\"false\"/>"))],
  ["an attached text", makeXfdf(attached("a.txt", Buffer.from("Hello").toString("hex")))],
  [
    "a compressed text",
    makeXfdf(
      attached("a.txt", deflateSync(Buffer.from("Hello")).toString("hex"), "filter=\"FlateDecode\" encoding=\"hex\"")
    )
  ],
  ["a drawing", makeXfdf("<annots><ink page=\"0\"><inklist><gesture>1,2;3,4</gesture></inklist></ink></annots>")],
  [
    "a stamp",
    makeXfdf(
      "<annots><stamp page=\"0\" name=\"2\" icon=\"Approved\"><appearance>PERJQ1Q+</appearance></stamp></annots>"
    )
  ],
  [
    "a sound",
    makeXfdf("<annots><sound page=\"0\" rate=\"8000\"><data MODE=\"raw\" encoding=\"hex\">00ff</data></sound></annots>")
  ]
]

describe("the data of a form in XML", () => {
  it.each(attacks)("is blocked with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("block"))
  it.each(attacks)("is not ok within another document with %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.xfdf"))[0], where).not.toBe("ok")
  })
  it.each(ordinary)("is ok with %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))
  it.each(ordinary)("is ok within a PDF with %s", (_, bytes) => {
    expect(rate(carriers[0]![1](bytes, "a.xfdf"))[0]).toBe("ok")
  })

  it("has its texts, documents, actions and files", () => {
    const { facts, files } = read(makeXfdf(
      `<f href="a.pdf"/>${fields}${link("<URI Name=\"http://a.example/\"/>")}${attached("a.txt", "48 69")}`
    ))
    expect(facts).toEqual([
      { kind: "reference", role: "other", target: "a.pdf", where: "document" },
      { kind: "link", url: "http://a.example/", text: null, from: "annotation", where: "document" },
      {
        kind: "action",
        action: { kind: "URI", trigger: "click", target: "http://a.example/", script: null },
        where: "document"
      },
      { kind: "text", text: "Ann Smith\nYes", pages: null, where: "document" }
    ])
    expect(files.map(({ bytes, name }) => [name, Buffer.from(bytes).toString()])).toEqual([["a.txt", "Hi"]])
  })

  it("reports data that cannot be decoded", () => {
    expect(rate(makeXfdf(attached("a.txt", "00ff00", "filter=\"FlateDecode\"")))).toEqual(["warn", "UNREAD_CONTENT"])
    expect(rate(makeXfdf(attached("a.txt", "4869", "filter=\"Unknown\"")))).toEqual(["warn", "UNREAD_CONTENT"])
  })

  it.each<readonly [string, Uint8Array]>([
    ["open elements", Buffer.from(makeXfdf("<Action><URI Name='a'>".repeat(50))).subarray(0, 900)],
    ["deep nesting", makeXfdf("<a>".repeat(100_000))],
    ["many actions", makeXfdf(link("<URI Name=\"http://a.example/\"/>".repeat(50_000)))],
    ["data that does not end", makeXfdf("<fileattachment file=\"a\"><data>4d5a")],
    ["a bomb", makeXfdf(attached("a", deflateSync(Buffer.alloc(40_000_000)).toString("hex"), "filter=\"FlateDecode\""))]
  ])("is answered with %s", (_, bytes) => {
    const started = performance.now()
    expect(documentTypeOf(bytes)).toBe("xml")
    expect(["warn", "block", "ok"]).toContain(rate(bytes)[0])
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
