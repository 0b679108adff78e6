import { describe, expect, it } from "vitest"
import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { judgeLinks } from "../../../../core/documents/judge/JudgeLinks.ts"
import { type Finding, reasonsOf, scoreOf } from "../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"
import { sample } from "../../../support/TestRun.ts"
import { calls, elsewhere, places } from "./CallsHome.ts"
import { disguises, makePdf } from "./MakePdf.ts"

/** Returns the findings of a full scan without address lists. */
const findingsIn = (bytes: Uint8Array): ReadonlyArray<Finding> => {
  const answer = scanBytes(bytes, Infinity)
  if (!isJudged(answer)) throw new Error("the document cannot be read")
  return [...answer.findings, ...judgeLinks(answer.links, publicSuffixes.registrableDomain)]
}

describe.each(disguises)("rating of a document that calls home (disguise: %s)", (disguise) => {
  const count = disguise === "none" ? places.length : 7
  it.each(sample(`places of actions that call home (disguise: ${disguise})`, places, count))(
    "is correct at %s",
    (_, trigger, place) => {
      for (const [kind, action] of calls) {
        const findings = findingsIn(makePdf({ ...place(action), ...elsewhere }, disguise))
        const rating = documentRatings.nameOf(scoreOf(findings))
        const summary = `${action}: ${reasonsOf(findings).map(({ message }) => message).join("; ")}`
        // Plain links and forms that a button sends are ordinary. Actions with disguised names are not.
        const isPlain = trigger === "click" && (kind === "URI" || kind === "SubmitForm") && disguise !== "names in hex"
        if (trigger === "open" || trigger === "field") expect(rating, summary).toBe("block")
        else if (isPlain) expect(rating, summary).toBe("ok")
        else expect(rating, summary).not.toBe("ok")
      }
    }
  )
})
