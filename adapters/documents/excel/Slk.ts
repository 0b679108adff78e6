import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { callsMacroFunction, reportAutoName } from "./DefinedNames.ts"
import { hyperlinksIn } from "./formulas/CellFormulas.ts"
import { TextCollector } from "./Sheets.ts"

/** Maximum characters of a formula, name or value. Excel accepts half as many. */
export const slkFieldCharsMax = 16_384

/** Maximum fields read per line. */
export const slkFieldsMax = 4_096
export const slkNamesMax = 65_536
/** Bytes charged to the budget for each line, in addition to its content. */
const lineCostBytes = 48
/** Number of bytes read between two checks of the limits. */
const checkIntervalBytes = 64 * 1024

const where = "document"

/** Reports whether the bytes start with the SYLK signature `ID;P`. */
export const isSlk = (bytes: Uint8Array): boolean => [0x49, 0x44, 0x3b, 0x50].every((byte, at) => bytes[at] === byte)

/**
 * Reads symbolic link files (SYLK), which Excel opens as workbooks, including macro sheets. Each line has a record
 * name and fields separated by semicolons. Source: Microsoft's documentation of Multiplan and Excel 4.
 */
export const readSlk: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const file = new SlkFile(findings)
  if (!isSlk(bytes)) findings.add({ kind: "damaged", detail: "a SYLK file without its header", where })
  for (const line of linesOf(bytes, budget)) file.readLine(fieldsOf(line))
  file.report()
  return findings.reading()
}

/** Yields the nonempty lines until the budget is exhausted. Accepts the line ends of all systems. */
function* linesOf(bytes: Uint8Array, budget: Budget): Generator<string> {
  const decoder = new TextDecoder("windows-1252")
  let [from, counted, lines] = [0, 0, 0]
  while (from < bytes.length) {
    let end = from
    while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++
    if (end - counted >= checkIntervalBytes || end === bytes.length) {
      if (!budget.takeLexed(end - counted + lines * lineCostBytes)) return
      counted = end
      lines = 0
    }
    if (end > from) {
      lines++
      yield decoder.decode(bytes.subarray(from, end))
    }
    from = end + 1
  }
}

/** Splits a line into fields. Replaces `;;` by `;`, and decodes escapes, which store half a byte per character. */
const fieldsOf = (line: string): ReadonlyArray<string> => {
  const plain = line.includes("\x1b") ?
    line.replaceAll(
      /\x1b([ -/])([0-?])/g,
      (_, high: string, low: string) => String.fromCharCode((high.charCodeAt(0) & 15) << 4 | low.charCodeAt(0) & 15)
    ) :
    line
  const fields: Array<string> = []
  /** Text of the current field. The loop appends nothing more once the text has `slkFieldCharsMax` characters. */
  let field = ""
  let from = 0
  for (let at = plain.indexOf(";"); at !== -1 && fields.length < slkFieldsMax; at = plain.indexOf(";", from)) {
    if (field.length < slkFieldCharsMax) field += plain.slice(from, at)
    from = at + 1
    if (plain[from] === ";") {
      if (field.length < slkFieldCharsMax) field += ";"
      from++
    } else {
      fields.push(field)
      field = ""
    }
  }
  fields.push(field + plain.slice(from))
  return fields
}

class SlkFile {
  private readonly formulas: Array<string> = []
  private readonly effectfulFormulas: Array<string> = []
  private readonly text = new TextCollector()
  private chars = 0
  private names = 0
  private isMacro = false
  private isCutOff = false
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  readLine([type = "", ...fields]: ReadonlyArray<string>): void {
    if (fields.length >= slkFieldsMax) this.isCutOff = true
    switch (type.trim().toUpperCase()) {
      // Options record. The field E marks a macro sheet.
      case "O":
        this.isMacro ||= fields.some((field) => field.trim().toUpperCase() === "E")
        break
      case "C":
        this.readCell(fields)
        break
      case "NN":
        this.readName(fields)
        break
      // Link to another workbook, whose name is in the field F.
      case "NE": {
        const target = valueOf(fields, "F")
        if (target !== null) {
          this.findings.add({ kind: "reference", role: "workbook", target: truncateFactText(target), where })
        }
        break
      }
    }
  }

  private readCell(fields: ReadonlyArray<string>): void {
    // The field E contains the formula of a cell, M the formula of a matrix.
    const formula = valueOf(fields, "E") ?? valueOf(fields, "M")
    const value = valueOf(fields, "K")
    if (value?.startsWith("\"") === true) this.text.add(value.replace(/^"/, "").replace(/"$/, ""))
    if (formula !== null && formula !== "") this.addFormula(formula)
  }

  private addFormula(text: string): void {
    const formula = truncateFactText(text)
    this.readExpression(text)
    this.chars += formula.length
    if (this.chars > textCharsMax) this.isCutOff = true
    else {
      this.formulas.push(formula)
      if (callsMacroFunction(formula)) this.effectfulFormulas.push(formula)
    }
  }

  /** Reports the DDE link and the hyperlinks in a formula, on any kind of sheet. */
  private readExpression(text: string): void {
    const dde = ddeLinkOf(text)
    if (dde !== null) this.findings.add({ kind: "dde", command: truncateFactText(dde), where })
    for (const link of hyperlinksIn(text)) {
      const shown = link.text === null ? null : truncateFactText(link.text)
      this.findings.add({ kind: "link", url: truncateFactText(link.url), text: shown, from: "field", where })
    }
  }

  private readName(fields: ReadonlyArray<string>): void {
    const name = valueOf(fields, "N")
    if (name === null) return
    if (++this.names > slkNamesMax) {
      this.isCutOff = true
      return
    }
    const refersTo = valueOf(fields, "E") ?? ""
    this.readExpression(refersTo)
    reportAutoName(name, refersTo, where, this.findings)
    if (callsMacroFunction(refersTo)) this.effectfulFormulas.push(truncateFactText(refersTo))
  }

  report(): void {
    // A worksheet cannot run macro functions, but its formulas that call them are reported anyway.
    const formulas = this.isMacro ? this.formulas : this.effectfulFormulas
    if (this.isMacro || formulas.length > 0) {
      this.findings.add({ kind: "xlm", sheet: "", visibility: "visible", formulas, where })
    }
    const text = this.text.text()
    if (text !== "") this.findings.add({ kind: "text", text, pages: null, where })
    if (this.isCutOff) this.findings.add({ kind: "cut off", limit: "formulas", where })
    if (this.text.isFull) this.findings.add({ kind: "cut off", limit: "text", where })
  }
}

/** Returns the value of the first field that starts with the letter; null if there is none. */
const valueOf = (fields: ReadonlyArray<string>, letter: string): string | null =>
  fields.find((field) => field.startsWith(letter))?.slice(1, 1 + slkFieldCharsMax).trim() ?? null

/**
 * Returns the DDE link in a formula, such as `cmd|'/c calc'!A0`; null if there is none. Skips quoted strings and reads
 * each character only a few times.
 */
const ddeLinkOf = (formula: string): string | null => {
  if (!formula.includes("|")) return null
  let at = 0
  while (at < formula.length) {
    const char = formula.charAt(at)
    if (char === "\"" || char === "'") at = findQuoteEnd(formula, at)
    else if (char === "|") {
      const start = findServiceStart(formula, at)
      const end = findTopicEnd(formula, at + 1)
      if (start < at && end !== null) return formula.slice(start, end)
      at++
    } else at++
  }
  return null
}

const findQuoteEnd = (formula: string, at: number): number => {
  const end = formula.indexOf(formula.charAt(at), at + 1)
  return end === -1 ? formula.length : end + 1
}

const findServiceStart = (formula: string, bar: number): number => {
  if (formula[bar - 1] === "'") {
    const start = formula.lastIndexOf("'", bar - 2)
    return start === -1 ? bar : start
  }
  let start = bar
  while (start > 0 && /[\w.\\:$%-]/.test(formula.charAt(start - 1))) start--
  return start
}

/** Returns the offset after the topic and the item of a DDE link; null if no item follows. */
const findTopicEnd = (formula: string, at: number): number | null => {
  let end = at
  while (end < formula.length && formula[end] !== "!") {
    if (formula[end] === "'") end = findQuoteEnd(formula, end)
    else if (/[\s"(),|]/.test(formula.charAt(end))) return null
    else end++
  }
  if (formula[end] !== "!") return null
  end++
  if (formula[end] === "'") return findQuoteEnd(formula, end)
  while (end < formula.length && /[\w$.]/.test(formula.charAt(end))) end++
  return end
}
