import { wideDecoderOf } from "../../../core/documents/facts/WideText.ts"
import { formulaCharsMax, formulaFacts } from "../ooxml/sheets/SheetFormulas.ts"
import { Findings, type FormatReader } from "../reading/Findings.ts"

/** Maximum formulas that are examined per file. */
export const csvFormulasMax = 10_000
/** Bytes that are read between two checks of the budget. */
const chunkBytes = 64 * 1024

const where = "document"

/**
 * Reads the formulas of a table of comma- or tab-separated values, which Excel calculates when it opens the file. A cell
 * with a formula begins with `=`, `+`, `-` or `@`, also within quotes.
 *
 * Source: OWASP, CSV Injection; Microsoft ADV170021.
 */
export const readCsv: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  let read = 0
  while (read < bytes.length && budget.takeLexed(Math.min(chunkBytes, bytes.length - read))) read += chunkBytes
  const text = (wideDecoderOf(bytes) ?? new TextDecoder()).decode(bytes.subarray(0, read))
  let formulas = 0
  for (const { index } of text.matchAll(/(?<=^|[\n\r\t;,|"])[=+\-@](?=[A-Za-z_(@\\"])/g)) {
    if (++formulas > csvFormulasMax) {
      findings.add({ kind: "cut off", limit: "formulas", where })
      break
    }
    const rest = text.slice(index + 1, index + 1 + formulaCharsMax)
    const line = rest.slice(0, Math.max(0, rest.search(/[\r\n]|$/)))
    for (const fact of formulaFacts(cellOf(line, text[index - 1] === "\""), where)) findings.add(fact)
  }
  return findings.reading()
}

/** Returns the rest of a cell. Quotes within a quoted cell are doubled (RFC 4180). */
const cellOf = (line: string, isQuoted: boolean): string =>
  isQuoted ? (/^(?:[^"]|"")*/.exec(line)?.[0] ?? "").replaceAll("\"\"", "\"") : line
