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
