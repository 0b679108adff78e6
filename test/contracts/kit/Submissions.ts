import { Effect } from "effect"
import type { Submission } from "../../../core/submissions/Submission.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const at = new Date("2026-11-20T10:00:00.000Z")
const submission: Omit<Submission, "id"> = {
  url: "https://bad.example/",
  canonicalUrl: "bad.example/",
  accountId: "a",
  state: "pending",
  createdAt: at,
  reviewedAt: null,
  reviewer: null,
  rejection: null,
  entryId: null,
  triageRisk: 15,
  triageReasons: [{ code: "LURE_WORDS", message: "It speaks of “logging in”." }],
  forwarded: null
}

export const submissionsContract = contract<Submissions>("Submissions", ({ testIsolated }) => {
  const test = (title: string, body: (submissions: Submissions["Service"]) => Effect.Effect<void, unknown>) =>
    testIsolated(title, Effect.flatMap(Submissions, body))

  test("keeps one per canonical URL for concurrent submissions", (submissions) =>
    Effect.gen(function*() {
      expect(yield* submissions.find("bad.example/")).toBe(null)
      const added = yield* Effect.all(
        Array.from({ length: 10 }, (_, n) => submissions.add({ ...submission, url: `https://bad.example/#${n}` })),
        { concurrency: "unbounded" }
      )
      expect(new Set(added.map(({ id }) => id)).size).toBe(1)
      const [first] = added
      expect(first).toEqual({ ...submission, id: first!.id, url: first!.url })
      expect(yield* submissions.get(first!.id)).toEqual(first)
      expect(yield* submissions.find("bad.example/")).toEqual(first)
      expect(yield* submissions.find("bad.example/#1")).toBe(null)
      expect((yield* Effect.flip(submissions.get(999)))._tag).toBe("SubmissionNotFound")
    }))

  test("distinguishes canonical URLs in upper and lower case", (submissions) =>
    Effect.gen(function*() {
      const lower = yield* submissions.add({ ...submission, canonicalUrl: "bad.example/a" })
      expect(yield* submissions.find("bad.example/A")).toBe(null)
      const upper = yield* submissions.add({ ...submission, canonicalUrl: "bad.example/A" })
      expect(upper.id).not.toBe(lower.id)
      expect(yield* submissions.find("bad.example/A")).toEqual(upper)
      expect(yield* submissions.find("bad.example/a")).toEqual(lower)
    }))

  test("lets one of many concurrent reviewers win and keeps that review's data", (submissions) =>
    Effect.gen(function*() {
      const first = yield* submissions.add(submission)
      const reviewed = { ...first, reviewedAt: at, reviewer: "ann" }
      const accepted = { ...reviewed, state: "accepted" as const, entryId: 7 }
      const rejected = { ...reviewed, state: "rejected" as const, rejection: "harmless" }
      const all = [accepted, rejected, accepted]
      const won = yield* Effect.all(all.map((next) => submissions.transition(next, "pending")), {
        concurrency: "unbounded"
      })
      expect(won.filter((one) => one)).toHaveLength(1)
      expect(yield* submissions.get(first.id)).toEqual(all[won.indexOf(true)])
      expect((yield* Effect.flip(submissions.transition({ ...accepted, id: 999 }, "pending")))._tag)
        .toBe("SubmissionNotFound")
    }))

  test("keeps the vendor's reference of a forwarded one, and its state at the vendor", (submissions) =>
    Effect.gen(function*() {
      const { id } = yield* submissions.add(submission)
      for (const state of ["running", "listed"] as const) {
        yield* submissions.setForwarded(id, { reference: "projects/1/operations/2", state })
        expect((yield* submissions.get(id)).forwarded).toEqual({ reference: "projects/1/operations/2", state })
      }
      const nowhere = submissions.setForwarded(999, { reference: "x", state: "running" })
      expect((yield* Effect.flip(nowhere))._tag).toBe("SubmissionNotFound")
    }))

  test("returns one by its id alone, in any account and state", (submissions) =>
    Effect.gen(function*() {
      const one = yield* submissions.add(submission)
      const other = yield* submissions.add({ ...submission, canonicalUrl: "other.example/", accountId: "b" })
      yield* submissions.transition({ ...other, state: "rejected", reviewedAt: at, reviewer: "ann" }, "pending")
      expect(yield* submissions.get(one.id)).toEqual(one)
      expect(yield* submissions.get(other.id)).toEqual({ ...other, state: "rejected", reviewedAt: at, reviewer: "ann" })
      for (const none of [0, -1, other.id + 1, Number.MAX_SAFE_INTEGER]) {
        expect(yield* Effect.flip(submissions.get(none))).toMatchObject({ _tag: "SubmissionNotFound", id: none })
      }
    }))

  test("lists the newest first, by state and page", (submissions) =>
    Effect.gen(function*() {
      const added = yield* Effect.forEach(
        [1, 2, 3, 4],
        (n) => submissions.add({ ...submission, canonicalUrl: `h${n}/` })
      )
      const [one, two, three, four] = added.map(({ id }) => id)
      yield* submissions.transition({ ...added[2]!, state: "rejected", reviewedAt: at }, "pending")
      const list = (page: Parameters<typeof submissions.list>[0]) =>
        Effect.map(submissions.list(page), (found) => found.map(({ id }) => id))
      expect(yield* list({ limit: 9 })).toEqual([four, three, two, one])
      expect(yield* list({ limit: 2, state: "pending" })).toEqual([four, two])
      expect(yield* list({ limit: 9, state: "pending", before: two! })).toEqual([one])
      expect(yield* list({ limit: 9, state: "rejected" })).toEqual([three])
      const { id: five } = yield* submissions.add({ ...submission, canonicalUrl: "h5/", accountId: "b" })
      expect(yield* list({ limit: 9, accountId: "b" })).toEqual([five])
      expect(yield* list({ limit: 2, accountId: "a", state: "pending", before: four! })).toEqual([two, one])
      expect(yield* list({ limit: 9, accountId: "" })).toEqual([])
    }))

  test("lists the most urgent first, and the newest first among equals", (submissions) =>
    Effect.gen(function*() {
      const risks = [15, 90, 0, 15, 100, 90, 15]
      const added = yield* Effect.forEach(
        risks,
        (triageRisk, n) =>
          submissions.add({ ...submission, canonicalUrl: `h${n}/`, triageRisk, accountId: n === 3 ? "b" : "a" })
      )
      const list = (page: Partial<Parameters<typeof submissions.list>[0]>) =>
        Effect.map(
          submissions.list({ order: "urgent", limit: 9, ...page }),
          (found) => found.map(({ id }) => added.findIndex((one) => one.id === id))
        )
      const all = [4, 5, 1, 6, 3, 0, 2]
      expect(yield* list({})).toEqual(all)
      expect(yield* list({ accountId: "b" })).toEqual([3])
      for (const [at, n] of all.entries()) {
        expect(yield* list({ before: added[n]!.id, limit: 3 })).toEqual(all.slice(at + 1, at + 4))
      }
      expect(yield* list({ before: added[5]!.id, accountId: "a" })).toEqual([1, 6, 0, 2])
      expect(yield* list({ before: 999 })).toEqual([])
      // A page that starts after another account's submission would reveal that submission's risk.
      expect(yield* list({ before: added[3]!.id, accountId: "a" })).toEqual([])
      expect(yield* list({ before: added[4]!.id, accountId: "b" })).toEqual([])
    }))

  test("continues after the last of a page, whatever was reviewed or reported meanwhile", (submissions) =>
    Effect.gen(function*() {
      const add = (canonicalUrl: string, triageRisk: number) =>
        submissions.add({ ...submission, canonicalUrl, triageRisk })
      const [low, middle, high] = [yield* add("low/", 10), yield* add("middle/", 50), yield* add("high/", 90)]
      const page = { order: "urgent", state: "pending", limit: 2 } as const
      expect(yield* submissions.list(page)).toEqual([high, middle])
      yield* submissions.transition({ ...middle, state: "rejected", reviewedAt: at }, "pending")
      const [alike] = [yield* add("alike/", 10), yield* add("higher/", 95)]
      expect(yield* submissions.list({ ...page, before: middle.id })).toEqual([alike, low])
    }))

  test("rewrites the texts of some, changes nothing else, and then finds them by no URL", (submissions) =>
    Effect.gen(function*() {
      const add = (canonicalUrl: string) =>
        submissions.add({ ...submission, url: `https://${canonicalUrl}`, canonicalUrl })
      const [one, two, three] = [yield* add("h/?ann"), yield* add("h/?ANN"), yield* add("h/three")]
      const reviewed = {
        url: "https://h/?(erased)",
        canonicalUrl: "h/?(erased)",
        rejection: "of \u{1f600} \"'\\ (erased)",
        triageReasons: [{ code: "LISTED", message: "(erased)" }]
      }
      const unchanged = { state: "rejected", accountId: "z", triageRisk: 1, reviewer: "x" } as const
      yield* submissions.rewrite([])
      yield* submissions.rewrite([
        { ...one, ...reviewed, ...unchanged },
        { ...two, ...reviewed },
        { ...three, rejection: "other words" },
        { ...three, id: 999 }
      ])
      expect(yield* submissions.get(one.id)).toEqual({ ...one, ...reviewed })
      expect(yield* submissions.get(two.id)).toEqual({ ...two, ...reviewed })
      for (const url of ["h/?ann", "h/?ANN", "h/?(erased)"]) expect(yield* submissions.find(url), url).toBe(null)
      expect(yield* submissions.find("h/three")).toEqual({ ...three, rejection: "other words" })
      // Reports one erased URL again, and a URL that equals the rewritten text. Both create new submissions.
      const again = [yield* add("h/?ann"), yield* add("h/?(erased)"), yield* add("h/three")]
      const old = new Set([one.id, two.id])
      expect(again.map(({ id }) => old.has(id))).toEqual([false, false, false])
      expect(again[2]!.id).toBe(three.id)
      expect(yield* submissions.list({ limit: 9 })).toHaveLength(5)
    }))

  test("renames a reviewer and counts a reviewer's submissions", (submissions) =>
    Effect.gen(function*() {
      const reviewers = ["Ann", null, "Ben"]
      const added = yield* Effect.forEach(reviewers, (reviewer, n) =>
        submissions.add({ ...submission, canonicalUrl: `r${n}/`, reviewer, state: "rejected" }))
      expect(yield* submissions.countBy(["Ann", "Ben"])).toBe(2)
      expect(yield* submissions.countBy([])).toBe(0)
      yield* submissions.renameReviewers(["Ann"], "somebody")
      expect(yield* submissions.list({ limit: 9 })).toEqual([added[2], added[1], {
        ...added[0]!,
        reviewer: "somebody"
      }])
      expect(yield* submissions.countBy(["Ann"])).toBe(0)
    }))
})
