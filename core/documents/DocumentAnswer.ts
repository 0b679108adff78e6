import { factItemsMax, type RequestDetails } from "../history/RequestDetails.ts"
import type { DocumentScan } from "./ScanDocument.ts"

/** A scan in the names of the contract (section 2.1), as the server and the command line give it. */
export const documentAnswer = ({ fileName, rating, reasons, scannedAt, score, sha256, summary }: DocumentScan) => ({
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
  // With its offset, which is always UTC (decision 19).
  timestamp: scannedAt.toISOString().replace("Z", "+00:00")
})

/** Of a scan, what is kept beside its request: every finding with where it is, and what the answer told of the whole. */
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
