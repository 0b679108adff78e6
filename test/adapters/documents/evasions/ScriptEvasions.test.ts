import { describe, expect, it } from "vitest"
import { makePdf } from "../pdf/MakePdf.ts"
import { stream } from "../pdf/pages/MakePage.ts"
import { rate } from "./Rate.ts"

const opening = (script: string): Uint8Array =>
  makePdf({ 1: "<</Type/Catalog/OpenAction<</S/JavaScript/JS 2 0 R>>>>", 2: stream(script) }, "none")
const form = (xml: string): Uint8Array =>
  makePdf({ 1: "<</Type/Catalog/AcroForm<</XFA 2 0 R>>>>", 2: stream(`<xdp:xdp>${xml}</xdp:xdp>`) }, "none")

const home = "\"http://call.example/home\""
const goes = `xfa.host.gotoURL(${home})`

describe("a script that hides its calls", () => {
  it.each([
    "app.setTimeOut(this.info.title, 1)",
    "var f = app.setTimeOut; f(this.info.subject, 1)",
    `(function(){}).constructor("x")()`,
    `Object.values(app)[12](${home})`,
    `Reflect.get(app, "launch".concat("URL"))(${home})`,
    `var a = app, m = getField("m").value; a[m](${home})`
  ])("%s", (script) => {
    expect(rate(opening(script))).toEqual(["block", "JAVASCRIPT"])
  })

  it.each([
    "app.setTimeOut(\"this.dirty = false\", 1)",
    "var list = [app.alert]; var at = 0; list[at](\"hello\")",
    "var v = Object.values({a: 1})"
  ])("is not found if the script hides nothing: %s", (script) => {
    expect(rate(opening(script))[0]).toBe("warn")
  })
})

describe("a script that prints or sets display options", () => {
  it.each([
    "print(true);",
    "this.print({bUI: true, bSilent: false, bShrinkToFit: true});",
    "var pp = this.getPrintParams(); pp.interactive = pp.constants.interactionLevel.automatic; this.print(pp);",
    "this.zoomType = zoomtype.fitW; this.pageNum = 0;"
  ])("is ok: %s", (script) => {
    expect(rate(opening(script))).toEqual(["ok", "JAVASCRIPT"])
  })

  it.each([`this.print(true); app.launchURL(${home})`, "this.print(true); this[m]()", "print(true); go()"])(
    "is not ok if it does more: %s",
    (script) => {
      expect(rate(opening(script))[0]).not.toBe("ok")
    }
  )
})

describe("a script of an XML form", () => {
  it.each([
    [
      "behind what looks like its end",
      `<event activity="docReady"><script><![CDATA[var x = "</"; ${goes}]]></script></event>`
    ],
    [
      "around a comment",
      `<event activity="docReady"><script>${goes.replace("goto", "goto<!-- x -->")}</script></event>`
    ],
    ["with a prefix of signs", `<a-b.c:event activity="docReady"><a-b.c:script>${goes}</a-b.c:script></a-b.c:event>`],
    ["behind a sign in an attribute", `<event name="a>b" activity="docReady"><script x=">">${goes}</script></event>`],
    [
      "behind very many others",
      `<event activity="docReady"><script>${"x = 1;\n".repeat(20_000)}</script><script>${goes}</script></event>`
    ]
  ])("%s", (_, xml) => {
    expect(rate(form(xml))).toEqual(["block", "JAVASCRIPT"])
  })

  it("is found if it calls a connection", () => {
    const connection = "<wsdlConnection name=\"c\"><soapAddress>http://call.example/x</soapAddress></wsdlConnection>"
    const event = (activity: string) => `<event activity="${activity}"><execute connection="c"/></event>`
    expect(rate(form(event("docReady") + connection))).toEqual(["block", "AUTO_ACTION"])
    expect(rate(form(event("click") + connection))).toEqual(["warn", "XFA_FORM"])
  })

  it("is reported if the form exceeds the reading limit", () => {
    expect(rate(form("<event/>".repeat(10_001)))).toEqual(["warn", "PARTIAL_SCAN"])
    expect(rate(form(`<script>${" ".repeat(1_000_001)}${goes}</script>`))[0]).not.toBe("ok")
  })

  it("is ok in a government form", () => {
    const script = "this.presence = \"hidden\"; if (this.rawValue &lt; 1) xfa.host.messageBox(\"Fill in A\");"
    expect(rate(form(`<event activity="initialize"><script>${script}</script></event>`))).toEqual(["ok", "XFA_FORM"])
  })
})
