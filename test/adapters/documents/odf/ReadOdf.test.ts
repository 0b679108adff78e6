import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/Budget.ts"
import { readOdf } from "../../../../adapters/documents/odf/ReadOdf.ts"
import { type Fact, nothingReadable, textCharsMax } from "../../../../core/documents/Fact.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { contentOf, flatOf, makeOdf, metaOf, moduleOf, stylesOf } from "./MakeOdf.ts"

const read = (bytes: Uint8Array) => readOdf(bytes, new Budget())

type Found<Kind extends Fact["kind"]> = ReadonlyArray<Extract<Fact, { kind: Kind }>>

const only = <Kind extends Fact["kind"]>(facts: ReadonlyArray<Fact>, kind: Kind): Found<Kind> =>
  facts.filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)

const factsOf = <Kind extends Fact["kind"]>(body: string, kind: Kind): Found<Kind> =>
  only(read(makeOdf({ "content.xml": contentOf(body) })).facts, kind)

const referencesOf = (body: string) => factsOf(body, "reference").map(({ role, target }) => [role, target])

it("gives nothing but text for an ordinary document", () => {
  const body =
    "<text:h>Title</text:h><text:p>one<text:tab/>two<text:line-break/>three<text:s text:c=\"2\"/>four</text:p>" +
    "<draw:frame><draw:image xlink:href=\"Pictures/a.png\"/></draw:frame><draw:object xlink:href=\"./Object 1\"/>" +
    "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p><text:a xlink:href=\"#x\">here</text:a></text:p>"
  const parts = {
    "content.xml": contentOf(body),
    "Object 1/content.xml": contentOf("<draw:image xlink:href=\"../Pictures/a.png\"/><text:p>within</text:p>"),
    "styles.xml": stylesOf("<style:style style:name=\"a\"/>"),
    "meta.xml": metaOf("<meta:template xlink:href=\"../usr/a.ott\"/><meta:document-statistic meta:page-count=\"3\"/>"),
    "Pictures/a.png": "\x89PNG",
    "Configurations2/accelerator/current.xml": "",
    "Configurations2/menubar/menubar.xml": "<menu:menuitem xmlns:menu=\"m\" menu:id=\".uno:Save\"/>",
    "manifest.rdf": "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"/>"
  }
  expect(read(makeOdf(parts))).toEqual({
    facts: [{
      kind: "text",
      text: "Title\none\ttwo\nthree  four\n\nhere\n\nwithin",
      pages: 3,
      where: "document"
    }],
    files: []
  })
})

describe("a macro", () => {
  const macros = (parts: Readonly<Record<string, string>>) =>
    only(read(makeOdf(parts)).facts, "odf macro").map(({ language, source, where }) => [language, source, where])

  it("is read from its module", () => {
    expect(macros({ "Basic/Standard/Module1.xml": moduleOf("Sub Main\nShell(&quot;x&quot;)\nEnd Sub") })).toEqual([
      ["StarBasic", "Sub Main\nShell(\"x\")\nEnd Sub", "Basic/Standard/Module1.xml"]
    ])
  })

  it.each([["python/a.py", "Python"], ["javascript/L/a.js", "JavaScript"], ["beanshell/L/a.bsh", "BeanShell"]])(
    "is read from Scripts/%s",
    (name, language) => expect(macros({ [`Scripts/${name}`]: "do()" })).toEqual([[language, "do()", `Scripts/${name}`]])
  )

  it("is not an empty module, nor a script that lies elsewhere in the package, nor a list of modules", () => {
    expect(macros({
      "Basic/Standard/Module1.xml": moduleOf("\n"),
      "a.py": "do()",
      "Basic/Standard/script-lb.xml": "<library:library xmlns:library=\"http://openoffice.org/2000/library\"/>",
      "Scripts/python/parcel-descriptor.xml": "<parcel language=\"Python\"/>"
    })).toEqual([])
  })

  it("may lie in a library elsewhere", () => {
    const libraryAt = (href: string) =>
      only(
        read(makeOdf({
          "Basic/script-lc.xml": "<library:libraries xmlns:library=\"http://openoffice.org/2000/library\" " +
            `xmlns:xlink="http://www.w3.org/1999/xlink"><library:library xlink:href="${href}"/></library:libraries>`
        })).facts,
        "reference"
      ).map(({ role, target }) => [role, target])
    expect(libraryAt("//host/a.xlb")).toEqual([["script", "//host/a.xlb"]])
    expect(libraryAt("Standard/script-lb.xml")).toEqual([])
  })

  it("of a program is a file", () => {
    expect(read(makeOdf({ "Scripts/java/L/a.jar": "PK" })).files.map(({ as, name }) => [as, name])).toEqual([
      ["package part", "a.jar"]
    ])
  })
})

describe("an event", () => {
  const script = "vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"
  const listener = (event: string, href = script) =>
    `<script:event-listener script:language="ooo:script" script:event-name="${event}" xlink:href="${href}"/>`
  const eventsOf = (body: string) =>
    factsOf(body, "odf event").map(({ event, isAutomatic, target }) => [event, isAutomatic, target])

  it.each([
    "dom:load",
    "office:load-finished",
    "on-load",
    "OnFocus",
    "dom:unload",
    "office:view-created",
    "form:reload"
  ])(
    "%s needs nobody",
    (event) => expect(eventsOf(listener(event))).toEqual([[event, true, script.replace("&amp;", "&")]])
  )

  it.each(["dom:click", "dom:mouseover", "form:approve-action", "dom:select", "office:save", "on-click"])(
    "%s needs somebody",
    (event) => expect(eventsOf(listener(event))[0]?.[1]).toBe(false)
  )

  it("of the document is read, and without a target it is none", () => {
    const scripts = `<office:scripts><office:event-listeners>${
      listener("dom:load")
    }</office:event-listeners></office:scripts>`
    const { facts } = read(makeOdf({ "content.xml": contentOf("", scripts) }))
    expect(only(facts, "odf event")).toHaveLength(1)
    expect(eventsOf(listener("dom:load", ""))).toEqual([])
  })

  it("is read by the older name of its macro", () => {
    expect(eventsOf("<script:event-listener script:event-name=\"dom:load\" script:macro-name=\"Standard.A.B\"/>"))
      .toEqual([
        ["dom:load", true, "Standard.A.B"]
      ])
  })

  it.each(["http://e.test/a.py", "\\\\host\\a.py", "file://host/a.py"])(
    "that calls %s is a reference as well",
    (href) => {
      expect(referencesOf(listener("dom:load", href))).toEqual([["script", href]])
    }
  )

  it("of a presentation that starts a program is told, and one that turns a page is not", () => {
    const click = (action: string, href: string) =>
      `<presentation:event-listener script:event-name="dom:click" presentation:action="${action}" xlink:href="${href}"/>`
    expect(eventsOf(click("execute", "file:///C:/a.exe"))).toEqual([["execute", false, "file:///C:/a.exe"]])
    expect(eventsOf(click("next-page", "") + click("show", "#page2"))).toEqual([])
    expect(factsOf(click("show", "http://e.test/"), "link").map(({ url }) => url)).toEqual(["http://e.test/"])
  })

  it("hides in links and frames", () => {
    expect(eventsOf(`<text:p><text:a xlink:href="${script}">x</text:a></text:p>`)[0]?.slice(0, 2)).toEqual([
      "click",
      false
    ])
    expect(eventsOf(`<draw:floating-frame xlink:href="${script}"/>`)[0]?.slice(0, 2)).toEqual(["load", true])
  })

  it("hangs on menus and dialogs", () => {
    const { facts } = read(makeOdf({
      "Configurations2/menubar/menubar.xml": `<m:item xmlns:m="m" m:id="${script}"/>`,
      "Dialogs/Standard/Dialog1.xml": "<s:event xmlns:s=\"http://openoffice.org/2000/script\" " +
        "s:event-name=\"on-performaction\" s:macro-name=\"vnd.sun.star.script:a\"/>"
    }))
    expect(only(facts, "odf event").map(({ event }) => event)).toEqual(["on-performaction", "command"])
  })
})

describe("a link", () => {
  const linksOf = (body: string) => factsOf(body, "link").map(({ from, text, url }) => [url, text, from])

  it("has the text that stands in its place", () => {
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

  it("is none within the document", () => {
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
  ])("%s is of role %s", (body, role) => expect(referencesOf(body)).toEqual([[role, "http://e.test/a"]]))

  it.each(["\\\\host\\a", "//host/a", "/etc/a", "../a", "C:\\a", "file:///C:/a", "smb://host/a"])(
    "leads out of the package to %s",
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
    "leads nowhere else to %j",
    (target) => expect(referencesOf(`<draw:object xlink:href="${target}"/><office:x xlink:href="../a"/>`)).toEqual([])
  )

  it("is read whatever prefix its namespace has, and in the format before ODF", () => {
    const content = "<o:c xmlns:o=\"x\" xmlns:d=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" " +
      "xmlns:old=\"http://openoffice.org/2000/drawing\" xmlns:l=\"http://www.w3.org/1999/xlink\">" +
      "<d:floating-frame l:href=\"http://e.test/1\"/><old:floating-frame l:href=\"http://e.test/2\"/></o:c>"
    const facts = only(read(makeOdf({ "content.xml": content })).facts, "reference")
    expect(facts.map(({ role, target }) => [role, target])).toEqual([["frame", "http://e.test/1"], [
      "frame",
      "http://e.test/2"
    ]])
  })

  it("in the metadata is a template, or what is loaded instead", () => {
    const meta = (content: string) =>
      only(read(makeOdf({ "meta.xml": metaOf(content) })).facts, "reference").map(({ role }) => role)
    expect(meta("<meta:template xlink:href=\"http://e.test/a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"\\\\host\\a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"file:////host/a.ott\"/>")).toEqual(["template"])
    expect(meta("<meta:template xlink:href=\"file://localhost/a.ott\"/>")).toEqual([])
    expect(meta("<meta:auto-reload xlink:href=\"http://e.test/\" meta:delay=\"PT1S\"/>")).toEqual(["frame"])
    expect(meta("<meta:template xlink:href=\"file:///C:/a.ott\"/><meta:auto-reload xlink:href=\"\"/>")).toEqual([])
  })

  it("in styles and documents within is found as well", () => {
    const { facts } = read(makeOdf({
      "styles.xml": stylesOf("<style:background-image xlink:href=\"http://e.test/1\"/>"),
      "Object 1/content.xml": contentOf("<draw:image xlink:href=\"../../2\"/>")
    }))
    expect(only(facts, "reference").map(({ target, where }) => [target, where])).toEqual([
      ["../../2", "Object 1/content.xml"],
      ["http://e.test/1", "styles.xml"]
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

  it("is none in a formula that only speaks of it", () => {
    expect(factsOf("<table:table-cell table:formula=\"of:=[.DDE1]+SUM(1)\"/><text:p>DDE(x)</text:p>", "dde")).toEqual(
      []
    )
  })
})

describe("files within", () => {
  it("are objects, and parts of the package that are no media", () => {
    const compound = makeCompoundFile({ a: "x" })
    const parts = {
      "Object 1": compound,
      "Pictures/a.png": "\x89PNG",
      "Pictures/b.png": "MZ",
      "a.exe": "MZ",
      "a.bin": "x"
    }
    expect(read(makeOdf(parts)).files.map(({ as, name, where }) => [as, name, where])).toEqual([
      ["package part", "b.png", "Pictures/b.png"],
      ["ole object", "Object 1", "Object 1"],
      ["package part", "a.exe", "a.exe"],
      ["package part", "a.bin", "a.bin"]
    ])
  })

  it("are told by the class that stands beside them", () => {
    const body = "<draw:object-ole draw:class-id=\"{0002ce02-0000-0000-c000-000000000046}\" xlink:href=\"./Object 1\"/>"
    expect(factsOf(body, "ole object").map(({ classId }) => classId)).toEqual(["0002CE02-0000-0000-C000-000000000046"])
  })
})

describe("a package", () => {
  it("that is encrypted gives no more than that", () => {
    const noise = Uint8Array.from({ length: 64 }, (_, at) => at * 37 & 255)
    const { facts, files } = read(makeOdf({ "content.xml": noise, "Object 1": noise }, ["content.xml", "Object 1"]))
    expect([facts, files]).toEqual([[{ kind: "encrypted", opened: null, where: "document" }], []])
  })

  it("that only says so is read", () => {
    const { facts } = read(makeOdf({ "content.xml": contentOf("<text:p>seen</text:p>") }, ["content.xml"]))
    expect(facts.map(({ kind }) => kind)).toEqual(["encrypted", "text"])
  })

  it("may have a password for its macros alone", () => {
    const { facts } = read(makeOdf({ "Basic/A/M.xml": "\x01\x02" }, ["Basic/A/M.xml"]))
    expect(facts).toEqual([{ kind: "encrypted", opened: null, where: "Basic/A/M.xml" }])
  })

  it.each<readonly [string, string, "external" | "expansion" | null]>([
    ["<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>", "content.xml", "external"],
    ["<!DOCTYPE a [<!ENTITY x SYSTEM \"http://e.test/\">]>", "settings.xml", "external"],
    ["<!DOCTYPE a PUBLIC \"-//OpenOffice.org//DTD OfficeDocument 1.0//EN\" \"module.dtd\">", "Basic/A/M.xml", null]
  ])("with %s in %s has an entity: %s", (doctype, name, entity) => {
    const facts = only(read(makeOdf({ [name]: `${doctype}<a/>` })).facts, "xml entity")
    expect(facts.map((fact) => [fact.entity, fact.where])).toEqual(entity === null ? [] : [[entity, name]])
  })

  it("that was tampered with, is damaged or no package says so", () => {
    const tampered = makeZip([{ name: "content.xml", content: contentOf("") }, {
      name: "content.xml",
      content: "<a/>"
    }])
    expect(only(read(tampered).facts, "tampered archive").length).toBeGreaterThan(0)
    expect(only(read(tampered).facts, "damaged").map(({ what }) => what)).toContain("no manifest")
    const broken = read(makeOdf({ "content.xml": "<a><b></a>" })).facts
    expect(only(broken, "damaged").map(({ where }) => where)).toEqual(["content.xml"])
    expect(read(Buffer.from("no archive")).facts).toEqual([{
      kind: "damaged",
      what: nothingReadable,
      where: "document"
    }])
  })

  it("whose text is too long is cut off", () => {
    const { facts } = read(
      makeOdf({ "content.xml": contentOf(`<text:p>${"ab".repeat(textCharsMax / 2 + 1)}</text:p>`) })
    )
    expect(only(facts, "text")[0]?.text).toHaveLength(textCharsMax)
    expect(only(facts, "cut off").map(({ limit }) => limit)).toEqual(["text"])
  })
})

it("reads a document that is one XML file", () => {
  const compound = makeCompoundFile({ a: "x" })
  const { facts, files } = read(flatOf(
    "<office:meta><meta:template xlink:href=\"http://e.test/a.ott\"/></office:meta><office:scripts>" +
      "<office:script script:language=\"ooo:Basic\"><ooo:libraries><ooo:module><ooo:source-code>Sub A</ooo:source-code>" +
      "</ooo:module></ooo:libraries></office:script></office:scripts><office:body><text:p>text</text:p><draw:frame>" +
      "<draw:image><office:binary-data>AAAA</office:binary-data></draw:image><draw:object-ole><office:binary-data>\n" +
      `${Buffer.from(compound).toString("base64")}\n</office:binary-data></draw:object-ole></draw:frame></office:body>`
  ))
  expect(facts.map(({ kind }) => kind)).toEqual(["reference", "odf macro", "text"])
  expect(only(facts, "odf macro")[0]).toMatchObject({ language: "StarBasic", source: "Sub A" })
  expect(files.map(({ as, bytes }) => [as, bytes.length])).toEqual([["ole object", compound.length]])
})

describe("nothing throws", () => {
  const body = "<text:p><text:a xlink:href=\"http://e.test/\">x</text:a></text:p><draw:object-ole xlink:href=\"//a\"/>"
  const whole = makeOdf({ "content.xml": contentOf(body), "Basic/A/M.xml": moduleOf("Sub A"), "meta.xml": metaOf("") })
  const flat = flatOf(`${body}<draw:object-ole><office:binary-data>AAA</office:binary-data></draw:object-ole>`)

  it("wherever the bytes end", () => {
    for (let length = 0; length < whole.length; length += 7) read(whole.subarray(0, length))
    for (let length = 0; length < flat.length; length += 11) read(flat.subarray(0, length))
  })

  it("whatever stands in them", () => {
    for (const bytes of [whole, flat]) {
      fc.assert(fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = bytes.slice()
        changed[at] = byte
        read(changed)
      }))
    }
  })
})
