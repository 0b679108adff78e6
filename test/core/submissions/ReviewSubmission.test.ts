import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import * as SubmissionsMemory from "../../../adapters/storage/memory/SubmissionsMemory.ts"
import { decideReview, type Review, reviewSubmission } from "../../../core/submissions/ReviewSubmission.ts"
import type { Submission, SubmissionState } from "../../../core/submissions/Submission.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import type { NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { PopularDomains } from "../../../core/urls/PopularDomains.ts"
import { PublicSuffixes } from "../../../core/urls/PublicSuffixes.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"

const at = new Date("2026-11-20T10:00:00Z")
const submitted = (state: SubmissionState, url = "https://paypal.login.bad.example/a?b"): Submission => ({
  id: 7,
  url,
  canonicalUrl: url,
  accountId: "a",
  state,
  createdAt: at,
  reviewedAt: null,
  reviewer: null,
  rejection: null,
  entryId: null,
  triageRisk: 0,
  triageReasons: [],
  forwarded: null
})
const accept = (scope: "url" | "domain" | "host" = "url", force = false): Review => ({
  kind: "accept",
  scope,
  expiresAt: at,
  force,
  reason: "",
  author: "ann"
})
const reject = (reason: string): Review => ({ kind: "reject", reason, author: "bob" })
const decide = (submission: Submission, review: Review) => decideReview(submission, review, at, hostKnowledge)

describe("a review", () => {
  it("given pending, when accepted, then it is final and the URL is added to the blocklist", () => {
    expect(Result.getOrThrow(decide(submitted("pending"), accept("host")))).toEqual({
      submission: { ...submitted("accepted"), reviewedAt: at, reviewer: "ann" },
      entry: {
        ...operatorEntry("host", "paypal.login.bad.example"),
        reason: "reported and reviewed",
        source: "submission:7",
        createdAt: at,
        expiresAt: at
      }
    })
  })

  it("given pending, when accepted without a scope, then the page is added to the blocklist", () => {
    const review: Review = { kind: "accept", expiresAt: null, force: false, reason: "", author: "ann" }
    expect(Result.getOrThrow(decide(submitted("pending"), review)).entry).toMatchObject({
      kind: "page",
      expression: "paypal.login.bad.example/a",
      forced: false
    })
  })

  it("given pending, when rejected, then nothing is blocked and the reason is kept", () => {
    expect(Result.getOrThrow(decide(submitted("pending"), reject(" harm\nless ")))).toEqual({
      submission: { ...submitted("rejected"), reviewedAt: at, reviewer: "bob", rejection: "harm less" },
      entry: null
    })
  })

  it.each(["accepted", "rejected"] as const)("given %s, when reviewed again, then it is refused", (state) => {
    for (const review of [accept(), reject("x")]) {
      expect(Result.getOrThrow(Result.flip(decide(submitted(state), review)))._tag).toBe("AlreadyReviewed")
    }
  })

  it("given a shared host, when accepted for all of it, then it is refused unless forced, which the entry records", () => {
    const shared = submitted("pending", "https://docs.google.com/forms/1")
    expect(Result.getOrThrow(Result.flip(decide(shared, accept("host"))))._tag).toBe("EntryTooBroad")
    expect(Result.getOrThrow(decide(shared, accept("host", true))).entry).toMatchObject({ forced: true })
    expect(Result.getOrThrow(decide(shared, accept("url"))).entry).toMatchObject({ forced: false, kind: "url" })
  })
})

/** Blocklist that yields before it writes an entry, as a database does. */
const slowBlocklist = Layer.effect(
  Blocklist,
  Effect.map(Blocklist, (blocklist) => ({
    ...blocklist,
    put: (entry: NewBlocklistEntry) => Effect.andThen(Effect.yieldNow, blocklist.put(entry))
  }))
).pipe(Layer.provide(BlocklistMemory.layer))

describe("the execution of reviews", () => {
  const run = <A>(effect: Effect.Effect<A, unknown, any>) =>
    Effect.runPromise(
      Effect.provide(
        effect,
        Layer.mergeAll(
          slowBlocklist,
          SubmissionsMemory.layer,
          Layer.succeed(PublicSuffixes, hostKnowledge.suffixes),
          Layer.succeed(PopularDomains, hostKnowledge.popular)
        )
      ) as Effect.Effect<A>
    )
  const submission = Effect.flatMap(Submissions, (submissions) => submissions.add(submitted("pending")))

  it("blocks accepted URLs and returns the entry", () =>
    run(Effect.gen(function*() {
      const { id } = yield* submission
      const { entry, submission: reviewed } = yield* reviewSubmission(id, accept())
      expect(reviewed).toMatchObject({ state: "accepted", reviewer: "ann", entryId: entry!.id })
      expect(yield* (yield* Submissions).get(id)).toEqual(reviewed)
      expect(yield* (yield* Blocklist).list({ limit: 9 })).toEqual([entry])
    })))

  it.each([
    ["the same twice, and a rejection", [accept(), accept(), reject("no")]],
    ["the same twice", [accept(), accept()]],
    ["two scopes", [accept("url"), accept("domain")]],
    ["a rejection first", [reject("no"), accept("host")]]
  ])(
    "lets one of several reviewers win, and only the winner's entry remains: %s",
    (_, reviews) =>
      run(Effect.gen(function*() {
        const { id } = yield* submission
        const done = yield* Effect.all(reviews.map((review) => Effect.result(reviewSubmission(id, review))), {
          concurrency: "unbounded"
        })
        expect(done.filter(Result.isSuccess)).toHaveLength(1)
        const { entryId, state } = yield* (yield* Submissions).get(id)
        const standing = yield* (yield* Blocklist).list({ limit: 9 })
        expect(standing.map((entry) => entry.id)).toEqual(state === "accepted" ? [entryId] : [])
      }))
  )

  it("keeps the operator's entry if the loser's entry has the same target", () =>
    run(Effect.gen(function*() {
      const blocklist = yield* Blocklist
      const own = yield* blocklist.put(operatorEntry("host", "paypal.login.bad.example"))
      const { id } = yield* submission
      yield* Effect.all([reject("no"), accept("host")].map((review) => Effect.result(reviewSubmission(id, review))), {
        concurrency: "unbounded"
      })
      expect(yield* blocklist.list({ limit: 9 })).toEqual([own])
    })))

  it("removes the blocklist entry of an interrupted review if the submission is then rejected", () =>
    run(Effect.gen(function*() {
      const blocklist = yield* Blocklist
      const { id } = yield* submission
      yield* blocklist.put(operatorEntry("domain", "bad.example", { source: `submission:${id}` }))
      yield* reviewSubmission(id, reject("no"))
      expect(yield* blocklist.count).toBe(0)
    })))

  it("does not block the operator's own site unless it is forced", () =>
    run(Effect.gen(function*() {
      const { id } = yield* submission
      const own = new Set(["shop.paypal.login.bad.example"])
      expect(yield* Effect.flip(reviewSubmission(id, accept("domain"), own))).toMatchObject({
        _tag: "EntryTooBroad"
      })
      expect((yield* reviewSubmission(id, accept("host"), own)).submission.state).toBe("accepted")
    })))
})
