import { factItemsMax, type RequestDetails } from "../history/RequestDetails.ts"
import type { DocumentScan } from "./ScanDocument.ts"

/** Formats a scan as the API's response, for the server and the command line. */
export const formatDocumentResponse = (
  { fileName, rating, reasons, scannedAt, score, sha256, summary }: DocumentScan
) => ({
  ok: true as const,
  score,
  rating,
  reasons,
  summary: {
    links_found: summary.linksFound,
    unique_domains: summary.uniqueDomains,
    has_embedded_files: summary.hasEmbeddedFiles,
    has_macros: summary.hasMacros
  },
  file_hash: `sha256:${sha256}`,
  filename: fileName,
  // ISO 8601 with an explicit offset. The time zone is always UTC.
  timestamp: scannedAt.toISOString().replace("Z", "+00:00")
})

/** Returns the scan details stored with the request: every finding with its location, and the response's summary. */
export const documentDetails = ({ bytes, findings, score, sha256, summary }: DocumentScan): RequestDetails => ({
  score,
  reasons: findings.map(({ code, message, where }) => ({ code, message, where })),
  facts: {
    links_found: summary.linksFound,
    unique_domains: summary.uniqueDomains.slice(0, factItemsMax),
    has_embedded_files: summary.hasEmbeddedFiles,
    has_macros: summary.hasMacros,
    file_hash: `sha256:${sha256}`,
    file_bytes: bytes
  }
})
