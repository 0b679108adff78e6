import { describe, expect, it } from "vitest"
import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { judgeLinks } from "../../../../core/documents/judge/JudgeLinks.ts"
import type { Finding } from "../../../../core/documents/reasons/Finding.ts"
import { reasonCatalog, type ReasonCode } from "../../../../core/documents/reasons/ReasonCatalog.ts"
import { distinctPointsOf } from "../../../../core/scoring/ReasonCase.ts"
import { officeCases } from "./OfficeCases.ts"
import { pdfCases } from "./PdfCases.ts"

const codes = Object.keys(reasonCatalog) as ReadonlyArray<ReasonCode>
const cases = [...pdfCases, ...officeCases]

/** Reasons that only the use case adds. The tests of the use case cover them. */
const elsewhere: ReadonlySet<ReasonCode> = new Set(["MALICIOUS_URL", "MALWARE_SIGNATURE"])

const known = new Map<Uint8Array, ReadonlyArray<Finding>>()

const findingsIn = (bytes: Uint8Array): ReadonlyArray<Finding> => {
  const findings = known.get(bytes) ?? scan(bytes)
  known.set(bytes, findings)
  return findings
}

const scan = (bytes: Uint8Array): ReadonlyArray<Finding> => {
  const answer = scanBytes(bytes, Infinity)
  if (!isJudged(answer)) throw new Error("the document cannot be read")
  return [...answer.findings, ...judgeLinks(answer.links, publicSuffixes.registrableDomain)]
}

/** Returns the highest penalty of a code, which is the penalty that counts. */
const penaltyOf = (code: ReasonCode, bytes: Uint8Array): number =>
  Math.max(0, ...findingsIn(bytes).filter((one) => one.code === code).map(({ penalty }) => penalty))

describe("every reason has a document with it and one without it", () => {
  it.each(cases.map((one) => [one.code, one.penalty, one] as const))("%s, %d", (code, penalty, { misses, raises }) => {
    expect(penaltyOf(code, raises)).toBe(penalty)
    expect(penaltyOf(code, misses)).toBeLessThan(penalty)
  })

  it("covers every penalty of the catalog", () => {
    const missing = codes.flatMap((code) =>
      elsewhere.has(code) ? [] : distinctPointsOf(reasonCatalog[code].cases)
        .filter((penalty) => !cases.some((one) => one.code === code && one.penalty === penalty))
        .map((penalty) => `${code} ${penalty}`)
    )
    expect(missing).toEqual([])
  })
})
