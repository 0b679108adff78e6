import { describe, expect, it } from "vitest"
import { contentOf, makeOdf, metaOf, stylesOf } from "./MakeOdf.ts"
import { factsOf, only, read, referencesOf } from "./OdfFacts.ts"

describe("a link", () => {
  const linksOf = (body: string) => factsOf(body, "link").map(({ from, text, url }) => [url, text, from])

  it("has its display text", () => {
    const body = "<text:p>go <text:a xlink:href=\"http://e.test/\">to <text:span>here</text:span></text:a> now</text:p>"
    expect(linksOf(body)).toEqual([["http://e.test/", "to here", "text"]])
    expect(factsOf(body, "text")[0]?.text).toBe("go to here now")
  })

  it.each<readonly [string, string | null, string]>([
    ["<draw:a xlink:href=\"http://e.test/\"><draw:frame/></draw:a>", "", "text"],
    ["<form:button form:button-type=\"url\" xlink:href=\"http://e.test/\"/>", null, "action"],
    ["<draw:area-circle xlink:href=\"http://e.test/\"/>", null, "action"],
    ["<form:form xlink:href=\"http://e.test/\"/>", null, "action"],
    ["<xforms:submission action=\"http://e.test/\"/>", null, "action"],
    ["<table:table-cell table:formula=\"of:=HYPERLINK(&quot;http://e.test/&quot;;&quot;x&quot;)\"/>", null, "field"]
  ])("is found in %s", (body, text, from) => expect(linksOf(body)).toEqual([["http://e.test/", text, from]]))

  it("is not reported within the document", () => {
    expect(linksOf("<text:p><text:a xlink:href=\"#a\">x</text:a><text:a xlink:href=\"./Object 1\">x</text:a></text:p>"))
      .toEqual([])
  })
})

describe("a reference", () => {
  it.each<readonly [string, string]>([
    ["<draw:object xlink:href=\"http://e.test/a\"/>", "object"],
    ["<draw:object-ole xlink:href=\"http://e.test/a\"/>", "object"],
    ["<draw:applet xlink:href=\"http://e.test/a\"/>", "object"],
    ["<draw:plugin xlink:href=\"http://e.test/a\"/>", "object"],
    ["<draw:plugin xlink:href=\"http://e.test/a\" draw:mime-type=\"application/vnd.sun.star.media\"/>", "media"],
    ["<draw:floating-frame xlink:href=\"http://e.test/a\"/>", "frame"],
    ["<draw:image xlink:href=\"http://e.test/a\"/>", "image"],
    ["<style:background-image xlink:href=\"http://e.test/a\"/>", "image"],
    ["<text:section-source xlink:href=\"http://e.test/a\"/>", "include"],
    ["<table:table-source xlink:href=\"http://e.test/a\"/>", "workbook"],
    ["<table:cell-range-source xlink:href=\"http://e.test/a\"/>", "workbook"],
    ["<table:cell-range-source xlink:href=\"http://e.test/a\" table:filter-name=\"calc_HTML_WebQuery\"/>", "data"],
    ["<form:connection-resource xlink:href=\"http://e.test/a\"/>", "data"],
    ["<db:connection-resource xlink:href=\"http://e.test/a\"/>", "data"],
    ["<xforms:instance src=\"http://e.test/a\"/>", "data"],
    ["<anim:audio xlink:href=\"http://e.test/a\"/>", "media"],
    ["<office:unknown xlink:href=\"http://e.test/a\"/>", "other"],
    ["<table:table-cell table:formula=\"of:=WEBSERVICE(&quot;http://e.test/a&quot;)\"/>", "data"],
    ["<table:table-cell table:formula=\"of:=['http://e.test/a'#$Sheet1.A1]\"/>", "workbook"]
  ])("%s has the role %s", (body, role) => expect(referencesOf(body)).toEqual([[role, "http://e.test/a"]]))

  it.each(["\\\\host\\a", "//host/a", "/etc/a", "../a", "C:\\a", "file:///C:/a", "smb://host/a"])(
    "to %s is external",
    (target) => expect(referencesOf(`<draw:object xlink:href="${target}"/>`)).toEqual([["object", target]])
  )

  it.each([
    "./Object 1",
    "Pictures/a",
    "#a",
    "",
    "data:image/png;base64,AA==",
    "vnd.sun.star.Package:a",
    "sdbc:embedded:hsqldb"
  ])(
    "to %j is not external",
    (target) => expect(referencesOf(`<draw:object xlink:href="${target}"/><office:x xlink:href="../a"/>`)).toEqual([])
  )

  it("is read with any namespace prefix and in the format before ODF", () => {
    const content = "<o:c xmlns:o=\"x\" xmlns:d=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" " +
      "xmlns:old=\"http://openoffice.org/2000/drawing\" xmlns:l=\"http://www.w3.org/1999/xlink\">" +
      "<d:floating-frame l:href=\"http://e.test/1\"/><old:floating-frame l:href=\"http://e.test/2\"/></o:c>"
    const facts = only(read(makeOdf({ "content.xml": content })).facts, "reference")
    expect(facts.map(({ role, target }) => [role, target])).toEqual([["frame", "http://e.test/1"], [
      "frame",
      "http://e.test/2"
    ]])
  })

  it("in the metadata is a template or an automatic reload", () => {
    const meta = (content: string) =>
      only(read(makeOdf({ "meta.xml": metaOf(content) })).facts, "reference").map(({ role }) => role)
    expect(meta("<meta:template xlink:href=\"http://e.test/a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"\\\\host\\a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"file:////host/a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"file://localhost/a.ott\"/>")).toEqual([])
    expect(meta("<meta:auto-reload xlink:href=\"http://e.test/\" meta:delay=\"PT1S\"/>")).toEqual(["frame"])
    expect(meta("<meta:template xlink:href=\"file:///C:/a.ott\"/><meta:auto-reload xlink:href=\"\"/>")).toEqual([])
  })

  it("is found in styles and embedded documents", () => {
    const { facts } = read(makeOdf({
      "styles.xml": stylesOf("<style:background-image xlink:href=\"http://e.test/1\"/>"),
      "Object 1/content.xml": contentOf("<draw:image xlink:href=\"../../2\"/>")
    }))
    expect(only(facts, "reference").map(({ target, where }) => [target, where])).toEqual([
      ["http://e.test/1", "styles.xml"],
      ["../../2", "Object 1/content.xml"]
    ])
  })
})

describe("a command", () => {
  it.each<readonly [string, string]>([
    [
      "<table:dde-link><office:dde-source office:dde-application=\"cmd\" office:dde-topic=\"/c calc\" office:dde-item=\"a\"/></table:dde-link>",
      "cmd /c calc a"
    ],
    ["<text:dde-connection-decl office:dde-application=\"cmd\" office:dde-topic=\"/c calc\"/>", "cmd /c calc"],
    [
      "<table:table-cell table:formula=\"of:=DDE(&quot;cmd&quot;;&quot;/c calc&quot;;&quot;a&quot;)\"/>",
      "of:=DDE(\"cmd\";\"/c calc\";\"a\")"
    ]
  ])("is found in %s", (body, command) => {
    expect(factsOf(body, "dde")).toEqual([{ kind: "dde", command, where: "content.xml" }])
  })

  it("is not found in a formula that only mentions it", () => {
    expect(factsOf("<table:table-cell table:formula=\"of:=[.DDE1]+SUM(1)\"/><text:p>DDE(x)</text:p>", "dde")).toEqual(
      []
    )
  })
})
