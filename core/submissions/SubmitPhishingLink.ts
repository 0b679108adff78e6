import { Clock, Duration, Effect, Option, Result } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { judge } from "../scoring/RuleSet.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { decideUrl } from "../threats/blocklist/BlocklistDecision.ts"
import { blocklistTargetsOf } from "../threats/blocklist/BlocklistTargets.ts"
import { WebRisk } from "../threats/WebRisk.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { parseWebUrl, type WebUrl } from "../urls/WebUrl.ts"
import { Submissions } from "./Submissions.ts"
import { triageFactsOf, type TriageListings } from "./TriageFacts.ts"
import { triageRules } from "./TriageRules.ts"

/** How long a report waits for the threat sources: their word is for the reviewer, and can be missed. */
export const sourcesMillisMax = 2_000

/**
 * Takes a report for review. The same URL again, in whatever spelling, is the same submission, and nobody is asked again. The URL
 * is never fetched. Fails with `InvalidUrl` alone: a source that does not answer is told to the reviewer.
 */
export const submitPhishingLink = Effect.fn("submitPhishingLink")(function*(raw: string, accountId: AccountId) {
  const url = yield* Effect.fromResult(parseWebUrl(raw))
  const submissions = yield* Submissions
  const standing = yield* submissions.find(url.canonical)
  if (standing !== null) return standing
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains }
  const triage = judge(triageRules, triageFactsOf(url, knowledge, yield* listingsOf(url, createdAt)))
  return yield* submissions.add({
    url: raw,
    canonicalUrl: url.canonical,
    accountId,
    state: "pending",
    createdAt,
    reviewedAt: null,
    reviewer: null,
    rejection: null,
    entryId: null,
    triageRisk: triage.risk,
    triageReasons: triage.reasons,
    forwarded: null
  })
})

const listingsOf = Effect.fnUntraced(function*(url: WebUrl, now: Date) {
  const entry = decideUrl(url, yield* (yield* Blocklist).find(blocklistTargetsOf(url), now))
  const blocklist = entry === null
    ? null
    : { action: entry.action, by: `blocklist entry ${entry.id}, ${entry.kind} ${entry.expression}` }
  const asked = yield* (yield* WebRisk).check(url).pipe(
    Effect.timeoutOption(Duration.millis(sourcesMillisMax)),
    Effect.result
  )
  if (Result.isFailure(asked)) {
    return { blocklist, threats: [], unknown: asked.failure.message } satisfies TriageListings
  }
  if (Option.isNone(asked.success)) {
    return { blocklist, threats: [], unknown: "The sources took too long." } satisfies TriageListings
  }
  const { observed, threat } = asked.success.value
  return {
    blocklist,
    threats: threat === null ? observed : [threat, ...observed],
    unknown: null
  } satisfies TriageListings
})
