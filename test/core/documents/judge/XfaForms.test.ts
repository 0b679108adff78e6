import { describe, expect, it } from "vitest"
import { judgeXfa } from "../../../../core/documents/judge/JudgeStructure.ts"

const event = (activity: string, text: string): string =>
  judgeXfa({ kind: "xfa form", scripts: [{ activity, text }], submits: [], where: "form" })
    .map(({ code, penalty }) => `${code} ${penalty}`).join(", ")
const submit = (activity: string, text: string): string =>
  judgeXfa({ kind: "xfa form", scripts: [], submits: [{ activity, text }], where: "form" })
    .map(({ code, penalty }) => `${code} ${penalty}`).join(", ")

const calm = "XFA_FORM 12"
const danger = `JAVASCRIPT 60, ${calm}`

describe("a script of an XML form, run automatically and on a click", () => {
  it.each([
    ["this.rawValue = 1", calm, calm],
    ["Post(\"http://a.example/\", a)", danger, calm],
    ["xfa.host.gotoURL(\"http://a.example/\")", danger, calm],
    ["app.launchURL(a, true)", danger, calm],
    ["xfa.host.gotoURL(\"https://get.adobe.com/reader\")", calm, calm],
    ["event.target.submitForm({ cURL: \"https://a.example/\" })", danger, calm],
    ["SOAP.request({ cURL: a })", danger, calm],
    ["a = \"\\\\\\\\a.example\\\\b\"", danger, danger],
    ["Collab.collectEmailInfo({ msg: a })", danger, danger],
    ["eval(unescape(a))", danger, danger],
    ["Poster(\"http\")", calm, calm]
  ])("%s", (text, itself, click) => {
    for (const activity of ["initialize", "docReady", "preSave", "calculate"]) {
      expect(event(activity, text)).toBe(itself)
    }
    for (const activity of ["click", "mouseEnter", "exit", ""]) expect(event(activity, text)).toBe(click)
  })
})

describe("the submit target of an XML form", () => {
  it.each([
    ["https://a.example/", "AUTO_ACTION 35, XFA_FORM 20", "XFA_FORM 20"],
    ["mailto:ann@a.example", "AUTO_ACTION 35, XFA_FORM 5", "XFA_FORM 5"],
    ["\\\\a.example\\b", "CREDENTIAL_LEAK_PATH 60, XFA_FORM 5", "CREDENTIAL_LEAK_PATH 60, XFA_FORM 5"],
    ["", "XFA_FORM 5", "XFA_FORM 5"]
  ])("%s", (target, itself, click) => {
    for (const activity of ["ready", "postPrint", "validate"]) expect(submit(activity, target)).toBe(itself)
    for (const activity of ["click", ""]) expect(submit(activity, target)).toBe(click)
  })
})
