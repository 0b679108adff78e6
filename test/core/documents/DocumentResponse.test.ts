import { expect, it } from "vitest"
import { documentDetails } from "../../../core/documents/DocumentResponse.ts"
import { makeFinding } from "../../../core/documents/reasons/Finding.ts"
import type { DocumentScan } from "../../../core/documents/ScanDocument.ts"

const scanWith = (uniqueDomains: ReadonlyArray<string>): DocumentScan => ({
  score: 80,
  rating: "warn",
  reasons: [],
  findings: [makeFinding("MACRO_PRESENT", "vba", ["Module1"], "vbaProject.bin")],
  summary: { linksFound: 7, uniqueDomains, hasEmbeddedFiles: false, hasMacros: true },
  sha256: "ab".repeat(32),
  bytes: 1_234,
  fileName: "a.docm",
  scannedAt: new Date(0)
})

it("keeps each finding with its location and the reported facts of the file", () => {
  expect(documentDetails(scanWith(["a.example"]))).toEqual({
    score: 80,
    reasons: [{ code: "MACRO_PRESENT", message: "VBA macros: Module1", where: "vbaProject.bin" }],
    facts: {
      links_found: 7,
      unique_domains: ["a.example"],
      has_embedded_files: false,
      has_macros: true,
      file_hash: `sha256:${"ab".repeat(32)}`,
      file_bytes: 1_234
    }
  })
})

it("keeps at most the first 100 domains", () => {
  const domains = Array.from({ length: 101 }, (_, at) => `${at}.example`)
  for (const found of [domains, domains.slice(0, 100)]) {
    expect(documentDetails(scanWith(found)).facts["unique_domains"]).toEqual(domains.slice(0, 100))
  }
})
