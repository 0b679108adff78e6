import type { ActionTrigger } from "../../../core/documents/facts/DocumentAction.ts"
import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { wideDecoderOf } from "../../../core/documents/facts/WideText.ts"
import { formulaFacts } from "../ooxml/sheets/SheetFormulas.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { attributesOf, completeAddress, decodeReferences, restOfTag } from "../reading/HtmlTags.ts"
import { decodeHtml, readHtmlBody } from "./HtmlBody.ts"

const where = "page"

/** Maximum characters of a page that are searched for scripts and references. */
export const pageCharsMax = 4 * textCharsMax
/** Number of times that a page is searched. */
const passes = 5
/** Maximum number of scripts of a page that are collected. */
export const pageScriptsMax = 1_000

/** Reads a page of HTML that Office opens as a document or workbook. */
export const readPage: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const text = readPageContent(decodePage(bytes), findings, budget)
  if (text !== "") findings.add({ kind: "text", text: text.slice(0, textCharsMax), pages: null, where: "document" })
  return findings.reading()
}

const decodePage = (bytes: Uint8Array): string => wideDecoderOf(bytes)?.decode(bytes) ?? decodeHtml(bytes)

/**
 * Adds the links, scripts, forms, formulas and references of a page, and returns its text. Browsers run the scripts, and
 * Excel calculates the formulas.
 */
export const readPageContent = (html: string, findings: Findings, budget: Budget): string => {
  // A page is searched several times.
  if (!budget.takeLexed(passes * Math.min(html.length, pageCharsMax))) return ""
  if (html.length > pageCharsMax) findings.add({ kind: "cut off", limit: "characters of a page", where })
  const page = html.slice(0, pageCharsMax)
  const scripts = new PageScripts(findings)
  for (const [tag, comment, name = ""] of page.matchAll(tags)) {
    if (comment !== undefined || !mayLoadOrRun.test(tag)) continue
    const attributes = attributesOf(tag)
    addReferences(name.toLowerCase(), attributes, findings)
    for (const [attribute, value] of attributes) {
      if (/^on[a-z]{3,}$/.test(attribute)) {
        scripts.add(value, /^on(?:load|error|pageshow)$/.test(attribute) ? "open" : "click")
      } else if (scriptAddress.test(value)) scripts.add(value.replace(/^[^:]*:/, ""), "click")
    }
    const formula = attributes.get("x:fmla") ?? ""
    if (formula !== "") { for (const fact of formulaFacts(formula, where)) findings.add(fact) }
  }
  for (const [, source = ""] of page.matchAll(scriptElements)) scripts.add(source, "open")
  // Excel calculates the text of a cell that starts with an operator.
  for (const [, cell = ""] of page.matchAll(formulaCells)) {
    const text = plainText(cell)
    if (/^[=+@-]/.test(text)) { for (const fact of formulaFacts(text.replace(/^=/, ""), where)) findings.add(fact) }
  }
  readFields(page, findings)
  return readHtmlBody(page, findings)
}

/** Matches a comment that hides its content in all programs, or a start tag. Office reads conditional comments. */
const tags = new RegExp(
  `(<!--(?!\\[if)(?:[^-]|-(?!->))*(?:-->)?)|<([a-z][a-z0-9:]{0,40})(?=[\\s/>])${restOfTag}`,
  "gi"
)
/** Matches tags that may load or run something. Most tags of a table do neither, and parsing attributes takes time. */
const mayLoadOrRun =
  /^<(?:base|embed|form|i?frame|w:attachedtemplate|link|meta|object)\b|\bon[a-z]{3}|fmla|script|[&\t\r\n]/i
/** Browsers ignore control characters within the scheme (WHATWG URL Standard, 4.4). */
const scriptAddress =
  /^[\0-\x20]*(?:j[\t\r\n]*a[\t\r\n]*v[\t\r\n]*a|v[\t\r\n]*b)[\t\r\n]*s[\t\r\n]*c[\t\r\n]*r[\t\r\n]*i[\t\r\n]*p[\t\r\n]*t[\t\r\n]*:/i
/** Matches a script, except data for programs. Pages describe themselves in JSON (JSON-LD 1.1, 7.2). */
const scriptElements =
  /<script\b(?!\s{1,9}type=["']?application\/(?:ld\+)?json["']?>)[^<>]*>([^<]*(?:<(?!\/script\b)[^<]*)*)/gi
const formulaCells = new RegExp(
  `<t[dh]\\b${restOfTag}((?:\\s|<(?!/?t[dhr]\\b)[^<>]{0,999}>){0,20}(?:[=+@-]|&)(?:[^<]|<(?!/?t[dhr]\\b)){0,8192})`,
  "gi"
)

/** Returns the text of markup, without tags, and decoded. */
const plainText = (markup: string): string => decodeReferences(markup.replaceAll(/<[^<>]*>/g, "")).trim()

/** Matches the instruction of a field of Word, between the marks of its start and of its result or end. */
const fieldCodes = /mso-element:\s{0,9}field-begin((?:[^m]|m(?!so-element:)){1,8192})/gi

/** Adds the commands and addresses in the fields of a page that Word saved (ECMA-376 part 1, 17.16). */
const readFields = (page: string, findings: Findings): void => {
  for (const [, markup = ""] of page.matchAll(fieldCodes)) {
    const code = plainText(`<${markup}`)
    if (/^DDE(?:AUTO)?\s/i.test(code)) findings.add({ kind: "dde", command: truncateFactText(code), where })
    const target =
      /^(?:INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE)\s[^]{0,200}?"?((?:[a-z][a-z0-9+.-]{1,30}:|\\\\)[^\s"]{1,4096})/i
        .exec(code)?.[1]
    if (target !== undefined) {
      findings.add({ kind: "reference", role: "include", target: truncateFactText(target), where })
    }
  }
}

const addReferences = (name: string, attributes: ReadonlyMap<string, string>, findings: Findings): void => {
  const add = (role: "include" | "other", target = "") => {
    if (isElsewhere(target)) {
      findings.add({ kind: "reference", role, target: truncateFactText(completeAddress(target.trim())), where })
    }
  }
  switch (name) {
    case "frame":
    case "iframe":
    case "embed":
      return add("include", attributes.get("src"))
    case "base": {
      // Relative links lead to this address.
      const url = truncateFactText(attributes.get("href") ?? "")
      if (isElsewhere(url)) findings.add({ kind: "link", url, text: null, from: "text", where })
      return
    }
    case "link":
      return loadedLinks.test(attributes.get("rel") ?? "") ? add("other", attributes.get("href")) : undefined
    case "object": {
      const classId = /^clsid:\{?([0-9a-f-]{36})/i.exec(attributes.get("classid") ?? "")?.[1]
      if (classId !== undefined) findings.add({ kind: "activex", classId: classId.toUpperCase(), where })
      add("include", attributes.get("codebase"))
      return add("include", attributes.get("data"))
    }
    case "meta": {
      if (attributes.get("http-equiv")?.toLowerCase() === "refresh") {
        addAction("URI", "open", refreshTarget(attributes.get("content") ?? ""), findings)
      }
      return
    }
    case "script":
      return addAction("JavaScript", "open", attributes.get("src"), findings)
    case "w:attachedtemplate": {
      const target = attributes.get("href") ?? ""
      if (isElsewhere(target)) {
        findings.add({ kind: "reference", role: "template", target: truncateFactText(target), where })
      }
      return
    }
    case "form":
      return addAction("SubmitForm", "click", attributes.get("action"), findings)
  }
}

/** Returns the address in a refresh, such as `0; url=https://example.com/`. */
const refreshTarget = (content: string): string =>
  content.replace(/^[\s\d.;,]+/, "").replace(/^url\s{0,99}=\s{0,99}/i, "").replace(/^["']/, "").split(/["']/, 1)[0] ??
    ""

/** Relations of files that a page loads. Others only name related pages. */
const loadedLinks = /stylesheet|import|icon|preload|prefetch/i

/** Reports whether a target is outside the page and its web archive, whose parts have addresses with `cid:`. */
const isElsewhere = (target: string): boolean => /^\s*(?!(?:cid|about):)(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(target)

const addAction = (
  kind: "URI" | "SubmitForm" | "JavaScript",
  trigger: ActionTrigger,
  target = "",
  findings: Findings
): void => {
  if (!isElsewhere(target)) return
  findings.add({
    kind: "action",
    action: { kind, trigger, target: truncateFactText(target.trim()), script: null },
    where
  })
}

/** Scripts of links that only keep a click from leaving the page. */
const noEffect = /^(?:void\s{0,9}\(?\s{0,9}0\s{0,9}\)?|return false)?\s{0,9};?$/

/** Collects the scripts of a page, up to a number and a size. */
class PageScripts {
  private charsLeft = textCharsMax
  private count = 0
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  add(source: string, trigger: ActionTrigger): void {
    const script = source.trim()
    if (noEffect.test(script)) return
    this.charsLeft -= script.length
    if (this.charsLeft < 0 || this.count++ >= pageScriptsMax) {
      return this.findings.add({ kind: "cut off", limit: "scripts of a page", where })
    }
    this.findings.add({ kind: "action", action: { kind: "JavaScript", trigger, target: null, script }, where })
  }
}
