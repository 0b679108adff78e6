import { csvFormat } from "./CsvFormat.ts"
import { domainEntry, isHostName, noEntries, type ParsedEntries, threatTypeOf, urlEntry } from "./Format.ts"

/** Minimum confidence level, from 0 to 100, at which ThreatFox suggests blocking (threatfox.abuse.ch/faq). */
export const threatFoxConfidenceMin = 75

/**
 * Format of ThreatFox's CSV list (threatfox.abuse.ch/export). Reads only domains and URLs, because an address with a
 * port is a malware endpoint, not a web page.
 */
export const threatFoxCsv = csvFormat({
  id: "threatfox-csv",
  title: "ThreatFox CSV",
  heading: ["ioc_value", "ioc_type"],
  columns: ["first_seen_utc", "ioc_id", "ioc_value", "ioc_type", "threat_type"],
  read: (cell): ParsedEntries => {
    const confidence = cell("confidence_level")
    if (confidence !== "" && Number(confidence) < threatFoxConfidenceMin) return noEntries
    const [value, type] = [cell("ioc_value"), threatTypeOf(cell("threat_type"))]
    switch (cell("ioc_type")) {
      case "url":
        return /^https?:/i.test(value) ? [urlEntry(value, type)] : noEntries
      case "domain":
        return isHostName(value) ? [domainEntry(value, type)] : null
      default:
        return cell("ioc_type") === "" ? null : noEntries
    }
  }
})
