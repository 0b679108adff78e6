import { factCharsMax } from "../../../core/documents/facts/Fact.ts"
import { TextCollector } from "../excel/Sheets.ts"
import { reportXmlOutcome } from "../ooxml/package/OoxmlPackage.ts"
import { combineCollectors, type PartCollector, TextBuffer } from "../ooxml/package/PartCollector.ts"
import { isExternalTarget } from "../ooxml/package/Relationships.ts"
import { PartObjects } from "../ooxml/PartObjects.ts"
import { NameFormulas } from "../ooxml/sheets/NameFormulas.ts"
import { formulaFacts } from "../ooxml/sheets/SheetFormulas.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { readXml } from "../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { stylesheetReader } from "./Instructions.ts"

const where = "document"

/** Elements whose text is an address or a connection that Excel loads data from. */
const sources: ReadonlySet<string> = new Set([
  "URLString",
  "EditWebPage",
  "Connection",
  "SourceFile",
  "DataSource",
  "FileName",
  "Path",
  "URL"
])

/**
 * Reads a workbook of Excel in one XML file (Office 2003 XML Reference Schemas, "SpreadsheetML"). The format cannot
 * contain VBA macros. It can contain formulas, links, names and data sources.
 */
export const readExcelXml: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const cells = new ExcelCells(findings)
  const outcome = readXml(bytes, {
    ...combineCollectors([cells, new PartObjects(where, findings)]),
    instruction: stylesheetReader(where, findings)
  }, budget)
  reportXmlOutcome(outcome, true, where, findings)
  cells.finish()
  return findings.reading()
}

class ExcelCells implements PartCollector {
  private readonly shown = new TextCollector()
  /** Link of the current cell. */
  private link: string | null = null
  private value: TextBuffer | null = null
  private source: TextBuffer | null = null
  private readonly names: NameFormulas
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
    this.names = new NameFormulas(where, findings)
  }

  selects({ local }: XmlName): boolean {
    return ["A", "Cell", "Data", "NamedRange"].includes(local) || sources.has(local)
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    switch (local) {
      case "Cell": {
        this.link = attributes.any("HRef")?.trim() ?? null
        const formula = attributes.any("Formula") ?? ""
        for (const fact of formula === "" ? [] : formulaFacts(formula, where)) this.findings.add(fact)
        break
      }
      case "A":
        // Formatted text is HTML, and its links lead to `href`.
        this.link ??= (attributes.any("href") ?? attributes.any("HRef"))?.trim() ?? null
        break
      case "Data":
        this.value = new TextBuffer(factCharsMax)
        break
      case "NamedRange":
        this.addName(attributes)
        break
      default:
        if (sources.has(local)) this.source = new TextBuffer(factCharsMax)
    }
  }

  close({ local }: XmlName): void {
    if (local === "Data" && this.value !== null) {
      const text = this.value.toString()
      this.shown.add(text)
      this.addLink(text.trim() === "" ? null : text.trim())
      this.value = null
    }
    if (local === "Cell") this.addLink(null)
    if (sources.has(local) && this.source !== null) {
      const target = this.source.toString().trim()
      // The path of a DDE link is `program|topic`.
      if (local === "Path" && target.includes("|")) this.findings.add({ kind: "dde", command: target, where })
      else if (isExternalTarget(target)) this.findings.add({ kind: "reference", role: "data", target, where })
      this.source = null
    }
  }

  text(text: string): void {
    this.value?.add(text)
    this.source?.add(text)
  }

  /** Adds the text, and the formulas of names with functions that cell formulas cannot call. */
  finish(): void {
    this.names.finish()
    if (this.shown.isFull) this.findings.add({ kind: "cut off", limit: "text", where })
    const text = this.shown.text()
    if (text !== "") this.findings.add({ kind: "text", text, pages: null, where })
  }

  /** Adds the link of the current cell, once. */
  private addLink(text: string | null): void {
    const { link } = this
    this.link = null
    if (link === null || link === "" || link.startsWith("#")) return
    this.findings.add({ kind: "link", url: truncateFactText(link), text, from: "field", where })
  }

  private addName(attributes: XmlAttributes): void {
    const refersTo = truncateFactText((attributes.any("RefersTo") ?? "").replace(/^=/, ""))
    this.names.add(attributes.any("Name") ?? "", refersTo, attributes.any("Hidden") === "1")
  }
}
