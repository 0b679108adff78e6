import { Clock, Effect } from "effect"
import { Blocklist } from "../ports/Blocklist.ts"
import { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import { Submissions } from "../ports/Submissions.ts"
import { judge } from "../rules/RuleSet.ts"
import { blocklistTargetsOf } from "../urls/BlocklistTargets.ts"
import { parseWebUrl } from "../urls/WebUrl.ts"
import { triageFactsOf, triageRules } from "./TriageRules.ts"

/** Takes a report for review. The same URL again, in whatever spelling, is the same submission. Fails with `InvalidUrl`. */
export const submitPhishingLink = Effect.fn("submitPhishingLink")(function*(raw: string, accountId: string) {
  const url = yield* Effect.fromResult(parseWebUrl(raw))
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const entry = yield* (yield* Blocklist).find(blocklistTargetsOf(url), createdAt)
  const triage = judge(triageRules, triageFactsOf(url, yield* PublicSuffixes, entry !== null))
  return yield* (yield* Submissions).add({
    url: raw,
    canonicalUrl: url.canonical,
    accountId,
    state: "pending",
    createdAt,
    reviewedAt: null,
    rejection: null,
    triageRisk: triage.risk,
    triageReasons: triage.reasons.map(({ code }) => code)
  })
})
