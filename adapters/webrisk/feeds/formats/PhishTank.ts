import { Predicate } from "effect"
import { csvFormat } from "./CsvFormat.ts"
import { hasWebScheme, type JsonFormat, noEntries, type ParsedEntries, urlEntry } from "./Format.ts"

/** Format of PhishTank's CSV list (phishtank.org/developer_info.php). Skips entries that are unverified or offline. */
export const phishTankCsv = csvFormat({
  id: "phishtank-csv",
  title: "PhishTank CSV",
  heading: ["phish_id", "url"],
  read: (cell) => {
    if (!hasWebScheme(cell("url"))) return null
    const [verified, online] = [cell("verified"), cell("online")]
    return isYes(verified) && isYes(online) ? [urlEntry(cell("url"), "phishing")] : noEntries
  }
})

/** Reports whether a cell contains "yes" or is empty. */
export const isYes = (text: string): boolean => text === "" || /^y(?:es)?$/i.test(text)

/**
 * Format of PhishTank's JSON list (phishtank.org/developer_info.php).
 *
 * Example: `[{"phish_id": …, "url": …, "verified": "yes", "online": "yes", "target": "Other"}]`
 */
export const phishTankJson: JsonFormat = {
  reads: "json",
  id: "phishtank-json",
  title: "PhishTank JSON",
  recognizes: ({ key, value }) => key === null && Predicate.isObject(value) && "phish_id" in value,
  read: ({ value }) => parseRow(value)
}

const parseRow = (row: unknown): ParsedEntries => {
  if (!Predicate.isObject(row)) return null
  const { online, url, verified } = row
  if (typeof url !== "string" || !hasWebScheme(url)) return null
  return isYes(String(verified ?? "")) && isYes(String(online ?? "")) ? [urlEntry(url, "phishing")] : noEntries
}
