import type { Fact } from "../../../core/documents/Fact.ts"
import { factText } from "../Findings.ts"

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
  for (const [, name, target, shown] of text.matchAll(calls)) {
    const url = factText(unquoted(target ?? ""))
    if (url === "") continue
    switch (name?.toUpperCase()) {
      case "HYPERLINK":
        facts.push({
          kind: "link",
          url,
          text: shown === undefined ? null : factText(unquoted(shown)),
          from: "field",
          where
        })
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

/** Functions that go to an address which is their first text; of links with the text that is shown. */
const calls = /\b(HYPERLINK|WEBSERVICE|IMAGE)\(\s*"((?:[^"]|"")*)"(?:\s*[,;]\s*"((?:[^"]|"")*)")?/gi

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
  while (start > 0 && /[\w.\\:'-]/.test(code[start - 1]!)) start--
  return code.slice(start, end)
}
