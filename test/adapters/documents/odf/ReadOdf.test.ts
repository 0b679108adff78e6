import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { nothingReadable, textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { contentOf, flatOf, makeOdf, metaOf, moduleOf, stylesOf } from "./MakeOdf.ts"
import { factsOf, only, read } from "./OdfFacts.ts"

it("reports only text for an ordinary document", () => {
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
      text: "Title\none\ttwo\nthree  four\n\nhere\n\n\nwithin",
      pages: 3,
      where: "document"
    }],
    files: []
  })
})

describe("embedded files", () => {
  it("are objects and non-media parts of the package", () => {
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

  it("have their class ID", () => {
    const body = "<draw:object-ole draw:class-id=\"{0002ce02-0000-0000-c000-000000000046}\" xlink:href=\"./Object 1\"/>"
    expect(factsOf(body, "ole object").map(({ classId }) => classId)).toEqual(["0002CE02-0000-0000-C000-000000000046"])
  })
})

describe("a package", () => {
  it("reports only encryption if it is encrypted", () => {
    const noise = Uint8Array.from({ length: 64 }, (_, at) => at * 37 & 255)
    const { facts, files } = read(makeOdf({ "content.xml": noise, "Object 1": noise }, ["content.xml", "Object 1"]))
    expect([facts, files]).toEqual([[{ kind: "encrypted", opened: null, where: "document" }], []])
  })

  it("is read if it is wrongly declared as encrypted", () => {
    const { facts } = read(makeOdf({ "content.xml": contentOf("<text:p>seen</text:p>") }, ["content.xml"]))
    expect(facts.map(({ kind }) => kind)).toEqual(["encrypted", "text"])
  })

  it("can have encrypted macros only", () => {
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

  it("reports tampering, damage or a missing package", () => {
    const tampered = makeZip([{ name: "content.xml", content: contentOf("") }, {
      name: "content.xml",
      content: "<a/>"
    }])
    expect(only(read(tampered).facts, "tampered archive").length).toBeGreaterThan(0)
    expect(only(read(tampered).facts, "damaged").map(({ detail }) => detail)).toContain("no manifest")
    const broken = read(makeOdf({ "content.xml": "<a><b></a>" })).facts
    expect(only(broken, "damaged").map(({ where }) => where)).toEqual(["content.xml"])
    expect(read(Buffer.from("no archive")).facts).toEqual([{
      kind: "damaged",
      detail: nothingReadable,
      where: "document"
    }])
  })

  it("with too much text is cut off", () => {
    const { facts } = read(
      makeOdf({ "content.xml": contentOf(`<text:p>${"ab".repeat(textCharsMax / 2 + 1)}</text:p>`) })
    )
    expect(only(facts, "text")[0]?.text).toHaveLength(textCharsMax)
    expect(only(facts, "cut off").map(({ limit }) => limit)).toEqual(["text"])
  })
})

it("reports its slides, and the page count of a flat document", () => {
  const pages = (bytes: Uint8Array) => only(read(bytes).facts, "text").map((fact) => fact.pages)
  const slide = "<draw:page><text:p>x</text:p></draw:page>"
  expect(pages(makeOdf({ "content.xml": contentOf(slide + slide), "Object 1/content.xml": contentOf(slide) }))).toEqual(
    [2]
  )
  expect(pages(makeOdf({ "Object 1/content.xml": contentOf(slide) }))).toEqual([null])
  const statistic = "<office:meta><meta:document-statistic meta:page-count=\"3\"/></office:meta>"
  expect([...pages(flatOf(`${statistic}<text:p>x</text:p>`)), ...pages(flatOf("<text:p>x</text:p>"))]).toEqual([
    3,
    null
  ])
})

it("reads a flat document", () => {
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

describe("never throws", () => {
  const body = "<text:p><text:a xlink:href=\"http://e.test/\">x</text:a></text:p><draw:object-ole xlink:href=\"//a\"/>"
  const whole = makeOdf({ "content.xml": contentOf(body), "Basic/A/M.xml": moduleOf("Sub A"), "meta.xml": metaOf("") })
  const flat = flatOf(`${body}<draw:object-ole><office:binary-data>AAA</office:binary-data></draw:object-ole>`)

  it("if the bytes are truncated", () => {
    for (let length = 0; length < whole.length; length += 7) read(whole.subarray(0, length))
    for (let length = 0; length < flat.length; length += 11) read(flat.subarray(0, length))
  })

  it("for any content", () => {
    for (const bytes of [whole, flat]) {
      fc.assert(fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = bytes.slice()
        changed[at] = byte
        read(changed)
      }))
    }
  })
})
