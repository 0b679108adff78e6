import { factItemsMax, type RequestDetails } from "../history/RequestDetails.ts"
import type { DocumentScan } from "./ScanDocument.ts"

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
