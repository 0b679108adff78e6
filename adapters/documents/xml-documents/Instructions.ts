import { isExternalTarget } from "../ooxml/package/Relationships.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"

/** Matches the address in an `xml-stylesheet` instruction (Associating Style Sheets with XML documents 1.0, 3). */
const address = /\bhref\s{0,9}=\s{0,9}(?:"([^"]{1,4096})"|'([^']{1,4096})')/

/** Returns a handler that reports the style sheets that a document loads from elsewhere. */
export const stylesheetReader = (where: string, findings: Findings) => (target: string, body: string): void => {
  if (target.toLowerCase() !== "xml-stylesheet") return
  const found = address.exec(body)
  const url = (found?.[1] ?? found?.[2] ?? "").trim()
  if (!isExternalTarget(url)) return
  findings.add({ kind: "reference", role: "other", target: truncateFactText(url), where })
}
