import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import * as SubmissionsMemory from "../../../adapters/storage/memory/SubmissionsMemory.ts"
import { decideReview, type Review, reviewSubmission } from "../../../core/phishing/ReviewSubmission.ts"
import type { Submission, SubmissionState } from "../../../core/phishing/Submission.ts"
import { submitPhishingLink } from "../../../core/phishing/SubmitPhishingLink.ts"
import { Blocklist } from "../../../core/ports/Blocklist.ts"
import { PopularDomains } from "../../../core/ports/PopularDomains.ts"
import { PublicSuffixes } from "../../../core/ports/PublicSuffixes.ts"

const at = new Date("2026-11-20T10:00:00Z")
const submitted = (state: SubmissionState, url = "https://paypal.login.bad.example/a?b"): Submission => ({
  id: 7,
  url,
  canonicalUrl: url,
  accountId: "a",
  state,
  createdAt: at,
  reviewedAt: null,
  rejection: null,
  triageRisk: 0,
  triageReasons: []
})
const accept = (scope: "url" | "domain" | "host" = "url"): Review => ({
  kind: "accept",
  scope,
  expiresAt: null,
  force: false
})
const decide = (submission: Submission, review: Review) => decideReview(submission, review, at, hostKnowledge)

describe("a review", () => {
  it("given pending, when accepted, then it is final and the URL goes into the blocklist", () => {
    expect(Result.getOrThrow(decide(submitted("pending"), accept("host")))).toMatchObject({
      submission: { state: "accepted", reviewedAt: at },
      entry: { kind: "host", expression: "paypal.login.bad.example", source: "submission:7" }
    })
  })

  it("given pending, when rejected, then nothing is blocked and the reason stays", () => {
    expect(Result.getOrThrow(decide(submitted("pending"), { kind: "reject", reason: " harmless " }))).toMatchObject({
      submission: { state: "rejected", rejection: "harmless" },
      entry: null
    })
  })

  it.each(["accepted", "rejected"] as const)("given %s, when reviewed again, then it is refused", (state) => {
    for (const review of [accept(), { kind: "reject", reason: "x" } as const]) {
      expect(Result.getOrThrow(Result.flip(decide(submitted(state), review)))._tag).toBe("AlreadyReviewed")
    }
  })

  it("given a shared host, when accepted for all of it, then it is refused", () => {
    const review = decide(submitted("pending", "https://docs.google.com/forms/1"), accept("host"))
    expect(Result.getOrThrow(Result.flip(review))._tag).toBe("BlocksTooMuch")
  })
})

describe("submitting and reviewing", () => {
  const run = <A>(effect: Effect.Effect<A, unknown, any>) =>
    Effect.runPromise(
      Effect.provide(
        effect,
        Layer.mergeAll(
          BlocklistMemory.layer,
          SubmissionsMemory.layer,
          Layer.succeed(PublicSuffixes, hostKnowledge.suffixes),
          Layer.succeed(PopularDomains, hostKnowledge.popular)
        )
      ) as Effect.Effect<A>
    )

  it("is one submission for every spelling of a URL, and once accepted it is listed", () =>
    run(Effect.gen(function*() {
      const first = yield* submitPhishingLink("https://Secure-Login.bad.example:443/a/../b", "acc")
      const again = yield* submitPhishingLink("http://user@secure-login.bad.example/b#x", "other")
      expect(again.id).toBe(first.id)
      expect(first.triageReasons).toContain("LURE_WORDS")
      const reviews = yield* Effect.all(
        [accept(), accept(), { kind: "reject", reason: "no" } as const].map((review) =>
          Effect.result(reviewSubmission(first.id, review))
        ),
        { concurrency: "unbounded" }
      )
      expect(reviews.filter(Result.isSuccess)).toHaveLength(1)
      expect(yield* (yield* Blocklist).count).toBe(1)
      expect((yield* submitPhishingLink("https://secure-login.bad.example/b", "acc")).state).toBe("accepted")
    })))
})
