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
import type { SubmissionEventOf } from "./SubmissionEvents.ts"
import { Submissions } from "./Submissions.ts"
import { collectTriageFacts, type TriageListings } from "./TriageFacts.ts"
import { triageRules } from "./TriageRules.ts"

/** Timeout for the threat sources in milliseconds. Their results are optional and only inform the reviewer. */
export const sourcesMillisMax = 2_000

/**
 * Submits a link for review. The same URL in any spelling returns the existing submission without another check. Never
 * fetches the URL. Fails only with `InvalidUrl`. If threat sources do not answer, the reviewer sees the reason.
 *
 * @param eventOf creates the event of a new submission; absent for no event
 */
export const submitPhishingLink = Effect.fn("submitPhishingLink")(function*(
  raw: string,
  accountId: AccountId,
  eventOf?: SubmissionEventOf
) {
  const url = yield* Effect.fromResult(parseWebUrl(raw))
  const submissions = yield* Submissions
  const existing = yield* submissions.find(url.canonical)
  if (existing !== null) return existing
  const createdAt = new Date(yield* Clock.currentTimeMillis)
  const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains }
  const triage = judge(triageRules, collectTriageFacts(url, knowledge, yield* listingsOf(url, createdAt)))
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
  }, eventOf)
})

const listingsOf = Effect.fnUntraced(function*(url: WebUrl, now: Date) {
  const entry = decideUrl(url, yield* (yield* Blocklist).find(blocklistTargetsOf(url), now))
  const blocklist = entry === null
    ? null
    : { action: entry.action, by: `blocklist entry ${entry.id}, ${entry.kind} ${entry.expression}` }
  const checked = yield* (yield* WebRisk).check(url).pipe(
    Effect.timeoutOption(Duration.millis(sourcesMillisMax)),
    Effect.result
  )
  if (Result.isFailure(checked)) {
    return { blocklist, threats: [], unknown: checked.failure.message } satisfies TriageListings
  }
  if (Option.isNone(checked.success)) {
    return { blocklist, threats: [], unknown: "The threat sources did not answer in time." } satisfies TriageListings
  }
  const { observed, threat } = checked.success.value
  return {
    blocklist,
    threats: threat === null ? observed : [threat, ...observed],
    unknown: null
  } satisfies TriageListings
})
