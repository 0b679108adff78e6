import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { factText } from "../../reading/Findings.ts"

/** Characters of a formula that are looked at; Excel takes no longer ones. */
export const formulaCharsMax = 8_192

/** What a formula of a cell reaches for beyond its workbook. */
export const formulaFacts = (formula: string, where: string): ReadonlyArray<Fact> => {
  const text = formula.slice(0, formulaCharsMax)
  const facts: Array<Fact> = []
  if (text.includes("|")) {
    const command = ddeIn(text)
    if (command !== null) facts.push({ kind: "dde", command: factText(command), where })
  }
  if (!text.includes("(")) return facts
  calls.lastIndex = 0
  for (let call = calls.exec(text); call !== null; call = calls.exec(text)) {
    const name = call[1]?.toUpperCase()
    const { end, hasOther, text: target } = textAt(text, calls.lastIndex, call[2] !== undefined)
    calls.lastIndex = end
    // What cells hold goes to an address all the same.
    const url = factText(hasOther && name === "WEBSERVICE" && !/^[a-z]+:/i.test(target) ? "webservice:cells" : target)
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

/** Functions that go to an address, which is their first text. */
const calls = /\b(HYPERLINK|WEBSERVICE|IMAGE)\(\s{0,100}(?:(?:_xlfn\.)?(CONCAT(?:ENATE)?)\()?/gi

/** A piece of a text: in quotes, by the number of a character, or what a cell or a name holds; and what joins it to the next. */
const piece =
  /\s{0,100}(?:"((?:[^"]|"")*)"|(?:_xlfn\.UNI)?CHAR\(\s{0,9}(\d{1,5})\s{0,9}\)|([\w$'!.]+)(?![\w$'!.(]))\s{0,100}/iy

/** The text that pieces from here on give together, as far as they can be told: those of cells are left out. */
const textAt = (formula: string, from: number, isList: boolean) => {
  let [text, hasOther, end] = ["", false, from]
  for (;;) {
    piece.lastIndex = end
    const found = piece.exec(formula)
    if (found === null) break
    end = piece.lastIndex
    if (found[1] !== undefined) text += unquoted(found[1])
    else if (found[2] !== undefined) text += String.fromCharCode(Number(found[2]))
    else hasOther = true
    if (formula[end] !== "&" && !(isList && /[,;]/.test(formula[end] ?? ""))) break
    end++
  }
  return { text, hasOther, end }
}

/** What a link shows: its second text. */
const shownAt = (formula: string, from: number): string | null => {
  second.lastIndex = from
  const shown = second.exec(formula)?.[1]
  return shown === undefined ? null : factText(unquoted(shown))
}

const second = /\s{0,100}(?:\)\s{0,100})?[,;]\s{0,100}"((?:[^"]|"")*)"/y

const unquoted = (text: string): string => text.replaceAll("\"\"", "\"")

/** `program|'topic'!item` outside of texts (MS-XLSX 2.2.2.1, "dde"). */
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

/** Bars of a formula that are looked at; what has more is no formula to Excel. */
const barsMax = 16

const topic = /(?:'[^']*'|[^\s'!|]*)![^\s,;)]*/y

/** The name that ends here, in quotes or not. */
const programBefore = (code: string, end: number): string => {
  const last = code[end - 1]
  if (last === "'") return code.slice(Math.max(0, code.lastIndexOf("'", end - 2)), end)
  let start = end
  while (start > 0 && /[\w.\\:'-]/.test(code.charAt(start - 1))) start--
  return code.slice(start, end)
}
