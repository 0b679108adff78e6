import type { ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { isElsewhere } from "../html/HtmlLinks.ts"
import type { HtmlAttributes } from "../html/HtmlTokens.ts"
import { NameFormulas } from "../ooxml/sheets/NameFormulas.ts"
import { formulaCharsMax, formulaFacts } from "../ooxml/sheets/SheetFormulas.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"

/**
 * Elements of Word and Excel whose `HRef` they load, without the prefix of the name (Office HTML and XML Reference,
 * Microsoft).
 */
const loads: ReadonlyMap<string, ReferenceRole> = new Map([
  ["attachedtemplate", "template"],
  ["datasource", "mailmerge"],
  ["headersource", "mailmerge"],
  ["subdocument", "subdocument"],
  ["worksheetsource", "data"],
  ["urlstring", "data"],
  ["externalreference", "workbook"]
])

/** Elements whose text is collected, without the prefix of the name. */
const collectedElements: ReadonlySet<string> = new Set(["formula", "name", "path", "urlstring", "wordfieldcodes"])

/** Marks of a field of Word in the style of an element. */
const fieldMark = /mso-element\s{0,9}:\s{0,9}["']?field-(begin|separator|end)/i
const fieldCode = /mso-field-code\s{0,9}:\s{0,9}(?:"([^"]*)|'([^']*)|([^;]*))/i

/** Matches a field that loads its content (ECMA-376 part 1, 17.16). */
const loadingField =
  /^(?:INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|DATABASE)\s[^]{0,200}?"?((?:[a-z][a-z0-9+.-]{1,30}:|\\\\)[^\s"]{1,4096})/i

/**
 * Collects what Word and Excel act on in their HTML: formulas of cells and names, sources of data, fields, and attached
 * templates.
 */
export class OfficeMarkup {
  private readonly findings: Findings
  private readonly where: string
  private readonly names: NameFormulas
  private name = ""
  private readonly cell = new Collected()
  private readonly field = new Collected()
  private readonly element = new Collected()
  /** Element whose text is collected. */
  private elementName = ""

  constructor(findings: Findings, where: string) {
    this.findings = findings
    this.where = where
    this.names = new NameFormulas(where, findings)
  }

  open(tag: string, attributes: HtmlAttributes): void {
    if (tag === "td" || tag === "th" || tag === "tr") {
      this.endCell()
      if (tag !== "tr") this.cell.start()
    }
    const local = tag.slice(tag.indexOf(":") + 1)
    if (local !== tag) this.openOffice(local, attributes)
    for (const [attribute, value] of attributes) {
      if (attribute === "style") this.addStyle(value)
      else if (attribute.endsWith(":fmla")) this.addFormula(value)
    }
  }

  close(tag: string): void {
    if (tag === "td" || tag === "th" || tag === "tr" || tag === "table") this.endCell()
    const local = tag.slice(tag.indexOf(":") + 1)
    if (local !== tag && local === this.elementName) this.closeOffice(local)
  }

  text(text: string): void {
    this.cell.add(text)
    this.field.add(text)
    this.element.add(text)
  }

  finish(): void {
    this.endCell()
    this.endField()
    this.names.finish()
  }

  private openOffice(local: string, attributes: HtmlAttributes): void {
    const role = loads.get(local)
    if (role !== undefined) this.addReference(role, attributes.get("href") ?? attributes.get(anyHref(attributes)) ?? "")
    if (!collectedElements.has(local)) return
    this.elementName = local
    this.element.start()
  }

  private closeOffice(local: string): void {
    const text = this.element.take()
    this.elementName = ""
    switch (local) {
      case "name":
        this.name = text
        return
      case "formula":
        this.names.add(this.name, text.replace(/^=/, ""), false)
        this.name = ""
        return
      case "path":
        // The path of a DDE link is `program|topic`.
        if (text.includes("|")) this.findings.add({ kind: "dde", command: truncateFactText(text), where: this.where })
        else this.addReference("workbook", text)
        return
      case "urlstring":
        return this.addReference("data", text)
      case "wordfieldcodes":
        return this.addField(text)
    }
  }

  private addStyle(style: string): void {
    const mark = fieldMark.exec(style)?.[1]?.toLowerCase()
    if (mark === "begin") this.field.start()
    else if (mark !== undefined) this.endField()
    const [, double, single, bare] = fieldCode.exec(style) ?? []
    const code = double ?? single ?? bare
    if (code !== undefined) this.addField(code)
  }

  private endCell(): void {
    const text = this.cell.take()
    // Excel calculates the text of a cell that starts with an operator.
    if (/^[=+@-]/.test(text)) this.addFormula(text)
  }

  private endField(): void {
    this.addField(this.field.take())
  }

  private addFormula(text: string): void {
    for (const fact of formulaFacts(text.trim().replace(/^=/, ""), this.where)) this.findings.add(fact)
  }

  /** Adds the command or address in a field. */
  private addField(text: string): void {
    const code = text.trim()
    if (/^DDE(?:AUTO)?\s/i.test(code)) {
      this.findings.add({ kind: "dde", command: truncateFactText(code), where: this.where })
    }
    this.addReference("include", loadingField.exec(code)?.[1] ?? "")
  }

  private addReference(role: ReferenceRole, target: string): void {
    if (!isElsewhere(target)) return
    this.findings.add({ kind: "reference", role, target: truncateFactText(target.trim()), where: this.where })
  }
}

/** Returns the name of the attribute that is `href` with a prefix; empty if there is none. */
const anyHref = (attributes: HtmlAttributes): string =>
  [...attributes.keys()].find((name) => name.endsWith(":href")) ?? ""

/** Text of one element, up to the length of a formula. */
class Collected {
  private parts: Array<string> | null = null
  private chars = 0

  start(): void {
    this.parts = []
    this.chars = 0
  }

  add(text: string): void {
    if (this.parts === null || this.chars >= formulaCharsMax) return
    // Blanks before the text do not count toward the limit.
    const added = this.chars === 0 ? text.trimStart() : text
    this.chars += added.length
    if (added !== "") this.parts.push(added)
  }

  /** Ends the text, and returns it; empty if none was started. */
  take(): string {
    const text = this.parts?.join("").trim().slice(0, formulaCharsMax) ?? ""
    this.parts = null
    return text
  }
}
