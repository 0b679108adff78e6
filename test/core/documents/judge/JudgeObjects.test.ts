import { describe, expect, it } from "vitest"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { judgeObjects } from "../../../../core/documents/judge/JudgeObjects.ts"

const linkClass = "00000300-0000-0000-C000-000000000046"

const object = (more: Partial<Extract<Fact, { readonly kind: "ole object" }>> = {}): Fact => ({
  kind: "ole object",
  classId: linkClass,
  progId: null,
  isUpdated: false,
  isMalformed: false,
  where: "object 1",
  ...more
})

const leadsTo = (target: string, where = "object 1/Ole"): Fact => ({ kind: "reference", role: "object", target, where })

const judged = (...facts: ReadonlyArray<Fact>): string =>
  judgeObjects(facts).map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

describe("a linked object", () => {
  it.each([
    ["a document beside it", ["plans\\schedule.ppt"]],
    ["a document on the own disk", ["plans\\schedule.ppt", "C:\\plans\\schedule.ppt"]]
  ])("is harmless if it leads to %s", (_, targets) => {
    expect(judged(object(), ...targets.map((target) => leadsTo(target)))).toBe("EXPLOIT_OBJECT 8")
  })

  it.each([
    ["nowhere that is known", [object()]],
    ["the web", [object(), leadsTo("http://a.example/a.doc")]],
    ["a document, and the web", [object(), leadsTo("a.doc"), leadsTo("http://a.example/a.doc")]],
    ["a share", [object(), leadsTo("\\\\a.example\\a.doc")]],
    ["what another scheme opens", [object(), leadsTo("script:a.sct")]],
    ["a program", [object(), leadsTo("a.hta")]],
    ["what has no ending", [object(), leadsTo("a")]],
    ["an object of a document", [object(), leadsTo("a.doc!")]],
    ["a document of another object", [object(), leadsTo("a.doc", "object 12/Ole")]]
  ] as ReadonlyArray<readonly [string, ReadonlyArray<Fact>]>)("is an attack if it leads to %s", (_, facts) => {
    expect(judged(...facts)).toBe("EXPLOIT_OBJECT 60")
  })

  it.each([
    ["is loaded when the text is opened", { isUpdated: true }],
    ["is not written as Office writes it", { isMalformed: true }],
    ["is called by the name that attacks call it by", { progId: "OLE2Link" }]
  ])("is an attack if it %s", (_, more) => {
    expect(judged(object(more), leadsTo("a.doc"))).toContain("EXPLOIT_OBJECT 60")
  })
})

describe("a control", () => {
  const control = (classId: string | null): string => judged({ kind: "activex", classId, where: "activeX1.xml" })

  it.each([
    ["5512D110-5CC6-11CF-8D67-00AA00BDCE1D", "ACTIVEX_CONTROL 8"],
    ["5512D124-5CC6-11CF-8D67-00AA00BDCE1D", "ACTIVEX_CONTROL 8"],
    ["5512D111-5CC6-11CF-8D67-00AA00BDCE1D", "ACTIVEX_CONTROL 18"],
    ["5512D11C-5CC6-11CF-8D67-00AA00BDCE1E", "ACTIVEX_CONTROL 18"],
    ["8BD21D10-EC42-11CE-9E0D-00AA006002F3", "ACTIVEX_CONTROL 18"],
    ["D27CDB6E-AE6D-11CF-96B8-444553540000", "EXPLOIT_OBJECT 60"],
    [null, "ACTIVEX_CONTROL 18"]
  ])("of the class %s: %s", (classId, is) => expect(control(classId)).toBe(is))
})

describe("a procedure that the ribbon calls", () => {
  const callback = (callback: string): string => judged({ kind: "custom ui", callback, where: "customUI.xml" })

  it.each([
    ["OnLoad", "CUSTOM_UI_ONLOAD 20"],
    ["Module1.OnLoad", "CUSTOM_UI_ONLOAD 20"],
    ["", "CUSTOM_UI_ONLOAD 20"],
    ["a.dotm!OnLoad", "CUSTOM_UI_ONLOAD 55"],
    ["\\\\a.example\\a.dotm", "CUSTOM_UI_ONLOAD 55"],
    ["https://a.example/a.dotm", "CUSTOM_UI_ONLOAD 55"]
  ])("%j: %s", (name, is) => expect(callback(name)).toBe(is))
})

describe("an add-in", () => {
  const addIn = (target: string): string => judged({ kind: "add-in", target, where: "webextension1.xml" })

  it.each([
    ["EXCatalog f78a3046-9e99-4300-aa2b-5814002b01a2", "ADDIN_LOADER 8"],
    ["tr-TR WA104382081", "ADDIN_LOADER 8"],
    ["OMEX WA104382081", "ADDIN_LOADER 8"],
    ["\\\\a.example\\share f78a3046-9e99-4300-aa2b-5814002b01a2", "ADDIN_LOADER 20"],
    ["developer f78a3046-9e99-4300-aa2b-5814002b01a2", "ADDIN_LOADER 20"],
    ["tr-TR f78a3046-9e99-4300-aa2b-5814002b01a2", "ADDIN_LOADER 20"],
    ["EXCatalog \\\\a.example\\share", "ADDIN_LOADER 20"],
    ["C:\\a.vsto", "ADDIN_LOADER 20"]
  ])("%s: %s", (target, is) => expect(addIn(target)).toBe(is))
})
