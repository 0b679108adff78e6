import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { isJudged } from "../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../adapters/documents/pool/ScanJob.ts"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { judgeLinks } from "../../../core/documents/judge/JudgeLinks.ts"
import { scoreOf } from "../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../core/scoring/Bands.ts"
import { root } from "../../house/Tree.ts"
import { needs, sample } from "../../support/TestRun.ts"

const folder = join(root, "../shared/corpus")
const isThere = existsSync(join(folder, "documents.tsv"))

/** Expected verdict, file name and content of each document. */
const labeled = !isThere
  ? []
  : readFileSync(join(folder, "documents.tsv"), "utf8").trim().split("\n").slice(1).map((line) => line.split("\t"))

const ratingOf = (bytes: Uint8Array): string => {
  const answer = scanBytes(bytes, Infinity)
  if (!isJudged(answer)) return "refused"
  const findings = [...answer.findings, ...judgeLinks(answer.links, publicSuffixes.registrableDomain)]
  return documentRatings.nameOf(scoreOf(findings))
}

describe(
  "labeled documents of public test suites (../shared/corpus)",
  { tags: [needs.vectors] },
  () => {
    it("are present", ({ skip }) => {
      skip(!isThere, "../shared/corpus/documents.tsv is missing")
      expect(labeled.length).toBeGreaterThan(50)
    })

    it.each(sample("labeled documents of the corpus", labeled, 16))("%s: %s (%s)", (expected = "", name = "") => {
      const rating = ratingOf(readFileSync(join(folder, "documents", name)))
      // `finish<1s` requires no particular verdict, only an answer within a second.
      if (!expected.startsWith("finish")) expect(expected.split("-or-")).toContain(rating)
    })
  }
)
