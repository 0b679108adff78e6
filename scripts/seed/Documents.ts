import { reasonsOf, scoreOf } from "../../core/documents/reasons/Finding.ts"
import type { DocumentScan } from "../../core/documents/ScanDocument.ts"
import { documentRatings } from "../../core/scoring/Bands.ts"
import { makeFindings, type SeedFileType } from "./DocumentFindings.ts"
import type { Random } from "./Random.ts"
import { companyHosts, documentNames, hostileHosts } from "./Words.ts"

/** File extensions with their weights. Extensions with macros are rare. */
const endings: ReadonlyArray<readonly [SeedFileType, number]> = [
  ["pdf", 60],
  ["docx", 17],
  ["xlsx", 12],
  ["xlsm", 3],
  ["pptx", 3],
  ["doc", 2],
  ["docm", 1],
  ["rtf", 2]
]

/** Kinds of content with their weights. Most documents are clean, some have minor findings, and few are dangerous. */
const contents = [["clean", 70], ["trifles", 17], ["odd", 8], ["hostile", 5]] as const

/** Creates a scanned document with its findings. */
export const makeScan = (random: Random, at: number): DocumentScan => {
  const ending = random.weighted(endings)
  const host = random.one(hostileHosts)
  const findings = makeFindings(random, random.weighted(contents), ending, host)
  const score = scoreOf(findings)
  const isSealed = findings.some(({ code }) => code === "ENCRYPTED")
  const links = !isSealed && random.chance(0.6) ? random.integer(1, 12) : 0
  const domains = links === 0 ? [] : random.some(companyHosts, Math.min(4, links))
  const isHostile = findings.some(({ code }) => code === "MALICIOUS_URL")
  return {
    score,
    rating: documentRatings.nameOf(score),
    reasons: reasonsOf(findings),
    findings: findings.toSorted((a, b) => b.penalty - a.penalty),
    summary: {
      linksFound: links + (isHostile ? 1 : 0),
      uniqueDomains: (isHostile ? [...domains, host] : domains).toSorted(),
      hasEmbeddedFiles: findings.some(({ code }) => code.startsWith("EMBEDDED") || code === "OLE_PACKAGE"),
      hasMacros: findings.some(({ code }) => code.startsWith("MACRO"))
    },
    sha256: [...random.bytes(32)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    bytes: random.integer(12_000, 4_000_000),
    fileName: `${random.one(documentNames)} ${random.integer(1, 9_999)}.${ending}`,
    scannedAt: new Date(at)
  }
}
