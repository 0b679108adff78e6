import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { contentOf, makeOdf, moduleOf } from "./MakeOdf.ts"
import { factsOf, only, read, referencesOf } from "./OdfFacts.ts"

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

  it("is not an empty module, a script elsewhere in the package or a module list", () => {
    expect(macros({
      "Basic/Standard/Module1.xml": moduleOf("\n"),
      "a.py": "do()",
      "Basic/Standard/script-lb.xml": "<library:library xmlns:library=\"http://openoffice.org/2000/library\"/>",
      "Scripts/python/parcel-descriptor.xml": "<parcel language=\"Python\"/>"
    })).toEqual([])
  })

  it("is not hidden by a flood of objects", () => {
    const flood = contentOf("<text:p>a</text:p>".repeat(1_000))
    const objects = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Object ${at}/content.xml`, flood]))
    const parts = { ...objects, "Basic/Standard/Module1.xml": moduleOf("Shell"), "Scripts/python/a.py": "do()" }
    const { facts } = read(makeOdf(parts), new Budget(Infinity, { lexedBytesMax: 100_000, lexedReserveBytes: 10_000 }))
    expect(only(facts, "odf macro").map(({ source }) => source)).toEqual(["Shell", "do()"])
    expect(only(facts, "cut off").length).toBeGreaterThan(0)
  })

  it("can be in a linked library", () => {
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

  it("in a program is a file", () => {
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
    "%s runs without user action",
    (event) => expect(eventsOf(listener(event))).toEqual([[event, true, script.replace("&amp;", "&")]])
  )

  it.each(["dom:click", "dom:dblclick", "form:approve-action", "dom:select", "office:save", "on-click"])(
    "%s needs user action",
    (event) => expect(eventsOf(listener(event))[0]?.[1]).toBe(false)
  )

  it("of the document is read, but not without a target", () => {
    const scripts = `<office:scripts><office:event-listeners>${
      listener("dom:load")
    }</office:event-listeners></office:scripts>`
    const { facts } = read(makeOdf({ "content.xml": contentOf("", scripts) }))
    expect(only(facts, "odf event")).toHaveLength(1)
    expect(eventsOf(listener("dom:load", ""))).toEqual([])
  })

  it("is read with the legacy name of its macro", () => {
    expect(eventsOf("<script:event-listener script:event-name=\"dom:load\" script:macro-name=\"Standard.A.B\"/>"))
      .toEqual([
        ["dom:load", true, "Standard.A.B"]
      ])
  })

  it.each(["http://e.test/a.py", "\\\\host\\a.py", "file://host/a.py"])(
    "that calls %s is also a reference",
    (href) => {
      expect(referencesOf(listener("dom:load", href))).toEqual([["script", href]])
    }
  )

  it("is reported if it starts a program, but not if it changes the slide", () => {
    const click = (action: string, href: string) =>
      `<presentation:event-listener script:event-name="dom:click" presentation:action="${action}" xlink:href="${href}"/>`
    expect(eventsOf(click("execute", "file:///C:/a.exe"))).toEqual([["execute", false, "file:///C:/a.exe"]])
    expect(eventsOf(click("next-page", "") + click("show", "#page2"))).toEqual([])
    expect(factsOf(click("show", "http://e.test/"), "link").map(({ url }) => url)).toEqual(["http://e.test/"])
  })

  it("is found in links and frames", () => {
    expect(eventsOf(`<text:p><text:a xlink:href="${script}">x</text:a></text:p>`)[0]?.slice(0, 2)).toEqual([
      "click",
      false
    ])
    expect(eventsOf(`<draw:floating-frame xlink:href="${script}"/>`)[0]?.slice(0, 2)).toEqual(["load", true])
  })

  it("is found in menus and dialogs", () => {
    const { facts } = read(makeOdf({
      "Configurations2/menubar/menubar.xml": `<m:item xmlns:m="m" m:id="${script}"/>`,
      "Dialogs/Standard/Dialog1.xml": "<s:event xmlns:s=\"http://openoffice.org/2000/script\" " +
        "s:event-name=\"on-performaction\" s:macro-name=\"vnd.sun.star.script:a\"/>"
    }))
    expect(only(facts, "odf event").map(({ event }) => event)).toEqual(["on-performaction", "command"])
  })
})
