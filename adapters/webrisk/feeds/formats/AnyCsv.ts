import { csvFormat, type CsvOptions } from "./CsvFormat.ts"
import { domainEntry, isHostName, type ParsedEntries, threatTypeOf, urlEntry } from "./Format.ts"
import { readUrlLine } from "./LineFormats.ts"

const threat = (cell: (column: string) => string) => threatTypeOf(cell("threat") || cell("type") || cell("category"))

/** Reads a row with a `url` column. */
export const readUrlCell: CsvOptions["read"] = (cell): ParsedEntries => {
  const [entry] = readUrlLine(cell("url")) ?? []
  if (entry !== undefined) return [urlEntry(entry.text, threat(cell))]
  return isHostName(cell("url")) ? [urlEntry(`http://${cell("url")}/`, threat(cell))] : null
}

/** Reads a row with a `domain` column. */
export const readDomainCell: CsvOptions["read"] = (cell) =>
  isHostName(cell("domain")) ? [domainEntry(cell("domain"), threat(cell))] : null

/** Format for any CSV list with a `url` column, such as the lists of JPCERT/CC. */
export const urlCsv = csvFormat({ id: "csv", title: "CSV with a url column", heading: ["url"], read: readUrlCell })

/** Format for any CSV list with a `domain` column. */
export const domainCsv = csvFormat({
  id: "domain-csv",
  title: "CSV with a domain column",
  heading: ["domain"],
  read: readDomainCell
})
