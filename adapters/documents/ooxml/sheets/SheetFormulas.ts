import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { truncateFactText } from "../../reading/Findings.ts"

/** Maximum characters of a formula that are examined. Excel's limit is the same. */
export const formulaCharsMax = 8_192

/** Returns the facts about the DDE command, links, web services and web images in a cell formula. */
export const formulaFacts = (formula: string, where: string): ReadonlyArray<Fact> => {
  const text = formula.slice(0, formulaCharsMax)
  const facts: Array<Fact> = []
  if (text.includes("|")) {
    const command = ddeIn(text)
    if (command !== null) facts.push({ kind: "dde", command: truncateFactText(command), where })
  }
  if (!text.includes("(")) return facts
  calls.lastIndex = 0
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const name = call[1]?.toUpperCase()
    const { end, hasOther, text: target } = textAt(text, calls.lastIndex, call[2] !== undefined)
    calls.lastIndex = end
    // Reports a WEBSERVICE call even if its URL comes from cells, because the call can send data to that URL.
    const url = truncateFactText(
      hasOther && name === "WEBSERVICE" && !/^[a-z]+:/i.test(target) ? "webservice:cells" : target
    )
    if (url === "") continue
    switch (name) {
      case "HYPERLINK":
        facts.push({ kind: "link", url, text: shownAt(text, end), from: "field", where })
        break
      case "WEBSERVICE":
        facts.push({ kind: "reference", role: "data", target: url, where })
        break
      case "IMAGE":
        facts.push({ kind: "reference", role: "image", target: url, where })
        break
    }
  }
  return facts
}

/** Matches calls of functions whose first argument is a URL that they open. The URL may be a call of CONCAT. */
const calls = /\b(HYPERLINK|WEBSERVICE|IMAGE)\(\s{0,100}(?:(?:_xlfn\.)?(CONCAT(?:ENATE)?)\()?/gi

/** Matches an operand of a text expression: a string literal, a character code, or a reference to a cell or name. */
const operandPattern =
  /\s{0,100}(?:"((?:[^"]|"")*)"|(?:_xlfn\.UNI)?CHAR\(\s{0,9}(\d{1,5})\s{0,9}\)|([\w$'!.]+)(?![\w$'!.(]))\s{0,100}/iy

/** Evaluates the constant operands of the text expression at an offset. Cell references are omitted. */
const textAt = (formula: string, from: number, isList: boolean) => {
  let [text, hasOther, end] = ["", false, from]
  for (;;) {
    operandPattern.lastIndex = end
    const found = operandPattern.exec(formula)
    if (found === null) break
    end = operandPattern.lastIndex
    if (found[1] !== undefined) text += unquote(found[1])
    else if (found[2] !== undefined) text += String.fromCharCode(Number(found[2]))
    else hasOther = true
    if (formula[end] !== "&" && !(isList && /[,;]/.test(formula[end] ?? ""))) break
    end++
  }
  return { text, hasOther, end }
}

/** Returns the display text of a link, which is the second argument of HYPERLINK. */
const shownAt = (formula: string, from: number): string | null => {
  second.lastIndex = from
  const shown = second.exec(formula)?.[1]
  return shown === undefined ? null : truncateFactText(unquote(shown))
}

const second = /\s{0,100}(?:\)\s{0,100})?[,;]\s{0,100}"((?:[^"]|"")*)"/y

const unquote = (text: string): string => text.replaceAll("\"\"", "\"")

/** Returns the first DDE command, `program|'topic'!item`, outside of string literals (MS-XLSX 2.2.2.1, "dde"). */
const ddeIn = (formula: string): string | null => {
  const code = formula.replaceAll(/"(?:[^"]|"")*"/g, "\"\"")
  let at = code.indexOf("|")
  for (let seen = 0; at >= 0 && seen < barsMax; seen++) {
    const program = programBefore(code, at)
    topic.lastIndex = at + 1
    const rest = program === "" ? undefined : topic.exec(code)?.[0]
    if (rest !== undefined) return `${program}|${rest}`
    at = code.indexOf("|", at + 1)
  }
  return null
}

/** Maximum number of vertical bars that are examined. Excel rejects formulas with more bars. */
const barsMax = 16

const topic = /(?:'[^']*'|[^\s'!|]*)![^\s,;)]*/y

/** Returns the quoted or unquoted program name that ends at an offset. */
const programBefore = (code: string, end: number): string => {
  const last = code[end - 1]
  if (last === "'") return code.slice(Math.max(0, code.lastIndexOf("'", end - 2)), end)
  let start = end
  while (start > 0 && /[\w.\\:'-]/.test(code.charAt(start - 1))) start--
  return code.slice(start, end)
}
