import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { judgeLinks } from "../../../../core/documents/judge/JudgeLinks.ts"
import { reasonsOf, scoreOf } from "../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"

/** Rates a document by its content and returns the verdict with the first reason. */
export const rate = (bytes: Uint8Array): readonly [string, string | null] => {
  const answer = scanBytes(bytes, Infinity)
  if (answer === "unreadable") return ["unreadable", null]
  if (!isJudged(answer)) return ["refused", answer.unsupported]
  const findings = [...answer.findings, ...judgeLinks(answer.links, publicSuffixes.registrableDomain)]
  return [documentRatings.nameOf(scoreOf(findings)), reasonsOf(findings)[0]?.code ?? null]
}
