import type { ActionTrigger } from "../../../core/documents/facts/DocumentAction.ts"
import { type ReferenceRole, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { addressIn, isElsewhere } from "../html/HtmlLinks.ts"
import type { HtmlAttributes } from "../html/HtmlTokens.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { decodePage, HtmlBody, readHtmlBody } from "./HtmlBody.ts"
import { OfficeMarkup } from "./OfficeMarkup.ts"
import { PageScripts } from "./PageScripts.ts"

const where = "page"

/** Reads a page of HTML that Office opens as a document or workbook. */
export const readPage: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const text = readPageContent(decodePage(bytes), findings, budget)
  if (text !== "") findings.add({ kind: "text", text: text.slice(0, textCharsMax), pages: null, where: "document" })
  return findings.reading()
}

/**
 * Adds the links, scripts, forms, formulas and references of a page, and returns its text. Browsers run the scripts, and
 * Excel calculates the formulas.
 */
export const readPageContent = (html: string, findings: Findings, budget: Budget): string =>
  readHtmlBody(html, findings, budget, new PageBody(findings), where)

/** Events of a page that occur without a click. */
const automaticEvents = /^on(?:load|error|pageshow)$/

/** Browsers ignore control characters within the scheme (WHATWG URL Standard, 4.4). */
const scriptAddress =
  /^[\0-\x20]*(?:j[\t\r\n]*a[\t\r\n]*v[\t\r\n]*a|v[\t\r\n]*b)[\t\r\n]*s[\t\r\n]*c[\t\r\n]*r[\t\r\n]*i[\t\r\n]*p[\t\r\n]*t[\t\r\n]*:/i

/** Elements that load a file, with the attribute that contains its address, and the role of the file. */
const loads: ReadonlyMap<string, readonly [attribute: string, role: ReferenceRole]> = new Map([
  ["frame", ["src", "include"]],
  ["iframe", ["src", "include"]],
  ["embed", ["src", "include"]],
  ["applet", ["archive", "include"]],
  ["xml", ["src", "data"]],
  ["object", ["data", "include"]]
])

/** Relations of files that a page loads. Others only name related pages. */
const loadedLinks = /stylesheet|import|icon|preload|prefetch/i

/** Collects what browsers and Office act on, besides the content that mail programs show. */
class PageBody extends HtmlBody {
  private readonly findings: Findings
  private readonly scripts: PageScripts
  private readonly office: OfficeMarkup
  /** Whether the open script element contains data for programs, as in JSON-LD 1.1, 7.2. */
  private isData = false

  constructor(findings: Findings) {
    super(findings)
    this.findings = findings
    this.scripts = new PageScripts(findings, where)
    this.office = new OfficeMarkup(findings, where)
  }

  override open(name: string, attributes: HtmlAttributes): void {
    super.open(name, attributes)
    this.office.open(name, attributes)
    if (name === "script") this.isData = dataTypes.test(attributes.get("type")?.trim() ?? "")
    if (attributes.size === 0) return
    for (const [attribute, value] of attributes) {
      if (/^on[a-z]{3,}$/.test(attribute)) {
        this.scripts.add(value, automaticEvents.test(attribute) ? "open" : "click")
      } else if (scriptAddress.test(value)) this.scripts.add(value.replace(/^[^:]*:/, ""), "click")
    }
    this.addLoads(name, attributes)
  }

  override close(name: string): void {
    super.close(name)
    this.office.close(name)
  }

  override text(text: string): void {
    super.text(text)
    this.office.text(text)
  }

  override source(name: "script" | "style", text: string): void {
    super.source(name, text)
    if (name === "script" && !this.isData) this.scripts.add(text, "open")
  }

  override finish(): string {
    this.office.finish()
    return super.finish()
  }

  protected override addForm(action: string): void {
    this.addAction("SubmitForm", "click", action)
  }

  private addLoads(name: string, attributes: HtmlAttributes): void {
    const [attribute, role] = loads.get(name) ?? []
    if (attribute !== undefined && role !== undefined) this.addReference(role, addressIn(attributes, attribute))
    if (name === "link" && loadedLinks.test(attributes.get("rel") ?? "")) {
      this.addReference("other", addressIn(attributes, "href"))
    }
    if (name === "object") {
      const classId = /^clsid:\{?([0-9a-f-]{36})/i.exec(attributes.get("classid") ?? "")?.[1]
      if (classId !== undefined) this.findings.add({ kind: "activex", classId: classId.toUpperCase(), where })
      this.addReference("include", addressIn(attributes, "codebase"))
    }
    if (name === "meta" && attributes.get("http-equiv")?.toLowerCase() === "refresh") {
      this.addAction("URI", "open", refreshTarget(attributes.get("content") ?? ""))
    }
    if (name === "script") this.addAction("JavaScript", "open", attributes.get("src") ?? "")
  }

  private addReference(role: ReferenceRole, target: string): void {
    if (isElsewhere(target)) {
      this.findings.add({ kind: "reference", role, target: truncateFactText(target), where })
    }
  }

  private addAction(kind: "URI" | "SubmitForm" | "JavaScript", trigger: ActionTrigger, target: string): void {
    if (!isElsewhere(target)) return
    const action = { kind, trigger, target: truncateFactText(target.trim()), script: null }
    this.findings.add({ kind: "action", action, where })
  }
}

/** Types of scripts that contain data. */
const dataTypes = /^application\/(?:ld\+)?json$/i

/** Returns the address in a refresh, such as `0; url=https://example.com/`. */
const refreshTarget = (content: string): string =>
  content.replace(/^[\s\d.;,]+/, "").replace(/^url\s{0,99}=\s{0,99}/i, "").replace(/^["']/, "").split(/["']/, 1)[0] ??
    ""
