import { describe, expect, it } from "vitest"
import { makePdf } from "../pdf/MakePdf.ts"
import { onePage, stream } from "../pdf/pages/MakePage.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { rate } from "./Rate.ts"

const link = (url: string): Uint8Array =>
  onePage({ content: "", entries: `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(${url})>>>>]` })

const attached = (name: string, content: string): Uint8Array =>
  makePdf({
    1: "<</Type/Catalog>>",
    2: `<</Type/Filespec/UF(${name})/EF<</F 3 0 R>>>>`,
    3: stream(content, "/Type/EmbeddedFile")
  }, "none")

describe("a link that disguises its target", () => {
  it.each([
    "www.call.example/x.exe",
    "call-home.com/x.exe",
    "https://www.bank.com-login@call.example/x",
    "https://www.bank.com%2Flogin@call.example/x",
    "microsoft-edge:http://192.0.2.7/x",
    "ms-word:ofe|u|http://192.0.2.7/x.docm",
    "feed:http://192.0.2.7/x",
    "view-source:http%3A%2F%2F192.0.2.7/x",
    "itms-services://?action=download-manifest&url=https://192.0.2.7/x.plist",
    "jnlp://192.0.2.7/x.jnlp",
    "mk:@MSITStore:http://192.0.2.7/x.chm",
    "search:query=x&crumb=location:\\\\\\\\192.0.2.7\\\\x",
    "\\\\\\\\files.call.example\\\\x\\\\setup.exe",
    "\\\\\\\\files.call.example\\\\x\\\\a.rtf!something",
    "file:///\\\\\\\\files.call.example\\\\x\\\\a!something",
    "\\\\\\\\srv\\\\x\\\\a.rtf!something"
  ])("%s", (url) => {
    expect(rate(link(url))).toEqual(["block", "SUSPICIOUS_LINK"])
  })

  it.each([
    "www.fine.example/page",
    "https://jane.doe@bitbucket.org/team/project.git",
    "microsoft-edge:https://fine.example/x",
    "ms-word:ofe|u|https://company.sharepoint.com/sites/x/letter.docx",
    "chapter2.pdf",
    "figures/overview.com.png",
    "mk:@MSITStore:C:\\\\Program Files\\\\help.chm::/page.html",
    "mailto:jane@fine.example?subject=http://192.0.2.7/",
    "\\\\\\\\srv\\\\Important!\\\\minutes.docx",
    "\\\\\\\\srv\\\\Read me!now\\\\minutes.docx"
  ])("accepts an undisguised link: %s", (url) => {
    expect(rate(link(url))[0]).toBe("ok")
  })

  it("warns of a link to a program next to the document", () => {
    expect(rate(link("setup.exe"))).toEqual(["warn", "SUSPICIOUS_LINK"])
    expect(rate(link("C:/Windows/System32/cmd.exe"))).toEqual(["warn", "SUSPICIOUS_LINK"])
  })
})

describe("a link through a redirector, rewriter or viewer", () => {
  const toAddress = encodeURIComponent("http://192.0.2.7/login")
  const toProgram = encodeURIComponent("https://files.call.example/setup.exe")
  const toLookalike = encodeURIComponent("https://paypa1-login.example/")
  const toPage = encodeURIComponent("https://fine.example/page")
  const throughEach = (target: string): ReadonlyArray<string> => [
    `https://www.google.com/url?q=${target}&sa=D`,
    `https://eur02.safelinks.protection.outlook.com/?url=${target}&data=05`,
    `https://www.youtube.com/redirect?event=video&q=${target}`,
    `https://l.facebook.com/l.php?u=${target}&h=x`,
    `https://www.bing.com/ck/a?p=1&u=a1${btoa(decodeURIComponent(target))}&ntb=1`,
    `https://docs.google.com/viewer?url=${target}`,
    `https://view.officeapps.live.com/op/view.aspx?src=${target}`,
    `https://www.google.com/url?q=${
      encodeURIComponent(`https://eur02.safelinks.protection.outlook.com/?url=${target}&data=05`)
    }`
  ]

  it.each([...throughEach(toAddress), ...throughEach(toProgram)])("is judged by its target: %s", (url) => {
    expect(rate(link(url))).toEqual(["block", "SUSPICIOUS_LINK"])
  })

  it.each(throughEach(toLookalike))("is judged by the brand that its target imitates: %s", (url) => {
    expect(rate(link(url))).toEqual(["block", "BRAND_LOOKALIKE"])
  })

  it.each(throughEach(toPage))("stays ok if its target is ordinary: %s", (url) => {
    expect(rate(link(url))).toEqual(["ok", null])
  })
})

describe("an attachment that opens in a browser or runs", () => {
  it.each([
    ["warn", "invoice.html", "<!-- hello --><div><script>location='http://call.example'</script>"],
    ["warn", "invoice.svg", "<g onload='1'/>"],
    ["warn", "invoice.txt", "<?xml version='1.0'?><!-- x --><html><script>1</script></html>"],
    ["warn", "invoice.doc", "MIME-Version: 1.0\nContent-Type: multipart/related\n\n"],
    ["block", "desk.rdp", "full address:s:192.0.2.7"],
    ["block", "desk.inetloc", "x"],
    ["block", "desk.vsto", "x"]
  ])("%s: %s", (rating, name, content) => {
    const [rated, ...codes] = rate(attached(name, content))
    expect(rated).toBe(rating)
    expect(codes[0]).toMatch(/^EMBEDDED_(?:EXECUTABLE|ACTIVE_DOCUMENT)$/)
  })

  it.each([
    ["logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>"],
    ["style.html", "<style>ul{margin:0}</style>"],
    ["data.xml", "<?xml version='1.0'?><!-- x --><invoice/>"],
    [
      "page.txt",
      "How to write <html> by hand"
    ]
  ])(
    "accepts an attachment that does neither: %s",
    (name, content) => {
      expect(rate(attached(name, content))[0]).toBe("ok")
    }
  )
})

describe("a document of another type that PDF viewers open", () => {
  const pdf = Buffer.from(makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none"))
  const types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>"

  it.each([
    ["a table of SYLK", Buffer.concat([Buffer.from("ID;PWXL\nC;K1\n"), pdf])],
    [
      "a package of Office",
      makeZip([{ name: "a.pdf", content: pdf, isStored: true }, { name: "[Content_Types].xml", content: types }])
    ]
  ])("%s", (_, bytes) => {
    expect(rate(Buffer.concat([bytes, Buffer.from("\n%%EOF")]))[0]).toBe("block")
  })

  it("accepts a text that only mentions PDF", () => {
    expect(rate(Buffer.from("ID;PWXL\nC;Y1;X1;K\"%PDF-1.7\"\nE\n"))[0]).toBe("ok")
  })
})
