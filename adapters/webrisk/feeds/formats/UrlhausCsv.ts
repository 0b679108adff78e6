import { csvFormat } from "./CsvFormat.ts"
import { type Said, urlEntry } from "./Format.ts"
import { isWebAddress } from "./Names.ts"
import { threatTypeOf } from "./ThreatWords.ts"

/**
 * URLhaus (urlhaus.abuse.ch/api). What it calls offline stays an entry: such places come back, and it forgets them itself
 * after 90 days.
 */
export const urlhausCsv = csvFormat({
  id: "urlhaus-csv",
  title: "URLhaus CSV",
  heading: ["dateadded", "id", "url"],
  columns: ["id", "dateadded", "url", "url_status", "last_online", "threat", "tags", "urlhaus_link", "reporter"],
  isRow: /^"\d+",\s*"\d{4}-\d\d-\d\d[^"]*",\s*"https?:\/\//i,
  read: (cell) => {
    const url = cell("url")
    return isWebAddress(url) ? [urlEntry(url, threatTypeOf(cell("threat")) ?? threatTypeOf(cell("tags")))] : null
  }
})

/** One row by itself. */
export const readUrlhausRow = (line: string): Said => urlhausCsv.begin()(line)
