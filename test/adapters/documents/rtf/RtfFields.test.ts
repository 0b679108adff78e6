import { describe, expect, it } from "vitest"
import { hexOf, urlMoniker } from "./MakeRtf.ts"
import { factsOf, field } from "./RtfFacts.ts"

describe("a link", () => {
  const links = (content: string) => factsOf(content, "link").map(({ from, text, url }) => [url, text, from])

  it.each<readonly [string, ReadonlyArray<unknown>]>([
    [field("HYPERLINK \"http://example.com/a\"", "shown"), ["http://example.com/a", "shown", "field"]],
    [field("{ HYPER}{\\b LINK \"http://exam}ple.com/\"", "{\\ul a}{\\b b}"), ["http://example.com/", "ab", "field"]],
    [field("hyperlink http://example.com/ \\\\o \"tip\""), ["http://example.com/", "", "field"]],
    [field("HYPERLINK \\\\t _blank \"http://example.com/\" \\\\l \"top\""), ["http://example.com/#top", "", "field"]],
    [field("HYPERLINK \\u34?http://example.com/\\'22"), ["http://example.com/", "", "field"]],
    [field("HYPERLINK \"C:\\\\\\\\in\\\\\\\\a.exe\""), ["C:\\in\\a.exe", "", "field"]],
    [field("HYPERLINK \"\\\\\\\\\\\\\\\\host\\\\\\\\a\""), ["\\\\host\\a", "", "field"]],
    [field("HYPERLINK \"\\\\\\\\host\\\\\\\\a\""), ["\\\\host\\a", "", "field"]],
    ["{\\field\\fldedit{\\*\\fldinst HYPERLINK \"http://a.test/\"}", ["http://a.test/", null, "field"]],
    ["{\\sp{\\sn pihlShape}{\\sv {\\*\\hl{\\hlfr x}{\\hlsrc http://a.test/}}}}", ["http://a.test/", null, "object"]]
  ])("in %j is %j", (content, link) => expect(links(content)).toEqual([link]))

  it("uses its hidden data as the target", () => {
    const data = hexOf(Buffer.concat([Buffer.alloc(8), urlMoniker("http://hidden.test/")]))
    const content = `{\\field{\\*\\fldinst HYPERLINK "http://seen.test/"{\\*\\datafield ${data}}}{\\fldrslt x}}`
    expect(links(content).map(([url]) => url)).toEqual(["http://hidden.test/", "http://seen.test/"])
  })

  it.each([
    field("HYPERLINK \\\\l \"_Toc1\"", "x"),
    field("HYPERLINK \"#_Toc1\"", "x"),
    field("PAGEREF http://example.com/"),
    "http://example.com/"
  ])(
    "is not found in %j",
    (content) => expect(links(content)).toEqual([])
  )

  it("is found in HTML encapsulated in RTF", () => {
    const content = "\\fromhtml1 {\\*\\htmltag84 <a href=\"http://example.com/?a&amp;b\" target=x>}shown" +
      "{\\*\\htmltag92 </a>}{\\*\\htmltag84 <img src='http://example.com/i.png'><img src=\"cid:1\">}"
    expect(links(content)).toEqual([["http://example.com/?a&b", "shown", "text"]])
    expect(factsOf(content, "reference").map(({ role, target }) => [role, target])).toEqual([
      ["image", "http://example.com/i.png"]
    ])
  })
})

describe("a command", () => {
  it.each([
    "DDEAUTO c:\\\\\\\\windows\\\\\\\\system32\\\\\\\\cmd.exe \"/k calc\"",
    "{DDE}{AUTO c:\\\\\\\\windows\\\\\\\\system32\\\\\\\\cmd.exe \"/k calc\"}",
    "D\\u68?EAUTO c:\\\\\\\\windows\\\\\\\\system32\\\\\\\\cmd.exe \"/k calc\"",
    "D{\\*\\unknown x}DEAUTO c:\\\\\\\\windows\\\\\\\\system32\\\\\\\\cmd.exe \"/k calc\"",
    `${field("QUOTE 68 68 69 65 85 84 79", "harmless")} c:\\\\\\\\windows\\\\\\\\system32\\\\\\\\cmd.exe "/k calc"`
  ])("is read from %j", (instruction) => {
    expect(factsOf(field(instruction), "dde")).toEqual([
      { kind: "dde", command: "DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\"", where: expect.any(String) }
    ])
  })

  it.each(["DDE", "dde", "DDEAUTO\"cmd\""])("starts with %s", (instruction) => {
    expect(factsOf(`{\\v ${field(instruction)}}`, "dde")).toHaveLength(1)
  })

  it.each(["DDEX cmd", "TOC DDEAUTO", "\"a DDE b\""])("is not found in %s", (instruction) => {
    expect(factsOf(field(instruction), "dde")).toEqual([])
  })

  it("is composed from names that have a value", () => {
    const put = (name: string) => factsOf(field("SET a DDEAUTO") + field(`${field(name, "PAGE")} cmd`), "dde")
    expect([...put("REF a"), ...put("a")].map(({ command }) => command)).toEqual(["DDEAUTO cmd", "DDEAUTO cmd"])
    expect(put("REF b")).toEqual([])
  })

  it("is found within another field", () => {
    const content = field(`IF 1 = 1 ${field("DDEAUTO cmd")}`)
    expect(factsOf(content, "dde").map(({ command }) => command)).toEqual(["DDEAUTO cmd"])
  })
})

describe("a reference", () => {
  const references = (content: string) => factsOf(content, "reference").map(({ role, target }) => [role, target])

  it.each<readonly [string, string, string]>([
    ["{\\*\\template http://example.com/a.dotm}", "template", "http://example.com/a.dotm"],
    ["{\\*\\template \\\\\\\\host\\\\a.dot}", "template", "\\\\host\\a.dot"],
    ["{\\*\\template \\u104?ttp://e.test/\\'61}", "template", "http://e.test/a"],
    [field("INCLUDETEXT \"http://e.test/a\" \\\\c html"), "include", "http://e.test/a"],
    [field("INCLUDEPICTURE \\\\d \"http://e.test/a.png\" \\\\* MERGEFORMAT"), "image", "http://e.test/a.png"],
    [field("IMPORT \"http://e.test/a.png\""), "include", "http://e.test/a.png"],
    [field("LINK Excel.Sheet.8 \"C:\\\\\\\\a.xls\" Sheet1!R1C1 \\\\a \\\\f 0"), "object", "C:\\a.xls"],
    [
      field("DATABASE \\\\d \"\\\\\\\\\\\\\\\\h\\\\\\\\a.mdb\" \\\\c \"DSN=x\" \\\\s \"SELECT 1\""),
      "include",
      "\\\\h\\a.mdb"
    ],
    ["{\\*\\mailmerge{\\*\\mmdatasource C:\\\\a.csv}}", "mailmerge", "C:\\a.csv"],
    ["{\\*\\filetbl{\\file\\fid1 a.rtf}}", "subdocument", "a.rtf"],
    ["{\\sp{\\sn pibName}{\\sv http://e.test/a.png}}", "image", "http://e.test/a.png"]
  ])("in %s has the role %s and the target %s", (content, role, target) => {
    expect(references(content)).toEqual([[role, target]])
  })

  it.each([
    "{\\*\\template }",
    field("INCLUDETEXT"),
    field("DATE"),
    "{\\sp{\\sn pibName}{\\sv C:\\\\a.png}}{\\sp{\\sn wzName}{\\sv //a}}",
    "\\template"
  ])(
    "is not found in %j",
    (content) => expect(references(content)).toEqual([])
  )

  it("in escapes is disguised", () => {
    expect(factsOf("{\\*\\template \\u104?ttp://e.test/a}", "disguise")).toHaveLength(1)
    expect(factsOf("{\\*\\template C:\\\\caf\\'e9.dot}", "disguise")).toEqual([])
  })
})
