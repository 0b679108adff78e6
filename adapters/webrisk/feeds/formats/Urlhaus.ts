import { Predicate } from "effect"
import { csvFormat } from "./CsvFormat.ts"
import { hasWebScheme, type JsonFormat, type ParsedEntries, threatTypeOf, urlEntry } from "./Format.ts"

/**
 * Format of URLhaus's CSV list (urlhaus.abuse.ch/api). Offline URLs stay listed, because they can return. URLhaus
 * removes them after 90 days.
 */
export const urlhausCsv = csvFormat({
  id: "urlhaus-csv",
  title: "URLhaus CSV",
  heading: ["dateadded", "id", "url"],
  columns: ["id", "dateadded", "url", "url_status", "last_online", "threat", "tags", "urlhaus_link", "reporter"],
  isRow: /^"\d+",\s*"\d{4}-\d\d-\d\d[^"]*",\s*"https?:\/\//i,
  read: (cell) => {
    const url = cell("url")
    return hasWebScheme(url) ? [urlEntry(url, threatTypeOf(cell("threat")) ?? threatTypeOf(cell("tags")))] : null
  }
})

export const readUrlhausRow = (line: string): ParsedEntries => urlhausCsv.startReading()(line)

/**
 * Format of URLhaus's JSON list (urlhaus.abuse.ch/api). The arrays can also be under `urls`.
 *
 * Example: `{"3786237": [{"url": …, "url_status": …, "threat": …, "tags": […]}]}`
 */
export const urlhausJson: JsonFormat = {
  reads: "json",
  id: "urlhaus-json",
  title: "URLhaus JSON",
  recognizes: ({ key, value }) =>
    key !== null && Predicate.isObject(value) && "url_status" in value && "threat" in value,
  read: ({ value }) => parseRow(value)
}

const parseRow = (row: unknown): ParsedEntries => {
  if (!Predicate.isObject(row)) return null
  const { tags, threat, url } = row
  if (typeof url !== "string" || !hasWebScheme(url)) return null
  const type = typeof threat === "string" ? threatTypeOf(threat) : null
  return [urlEntry(url, type ?? (Array.isArray(tags) ? threatTypeOf(tags.slice(0, 32).join(" ")) : null))]
}
