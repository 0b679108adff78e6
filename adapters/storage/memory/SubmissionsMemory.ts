import { Effect, Layer } from "effect"
import type { Submission, SubmissionOrder } from "../../../core/submissions/Submission.ts"
import { SubmissionNotFound, Submissions } from "../../../core/submissions/Submissions.ts"

export const layer: Layer.Layer<Submissions> = Layer.sync(Submissions, () => {
  const submissions = new Map<number, Submission>()
  /** Ids by canonical URL. */
  const known = new Map<string, number>()
  const find = (canonicalUrl: string): Submission | null => submissions.get(known.get(canonicalUrl) ?? 0) ?? null
  const get = (id: number) =>
    Effect.suspend(() => {
      const submission = submissions.get(id)
      return submission === undefined ? Effect.fail(new SubmissionNotFound({ id })) : Effect.succeed(submission)
    })
  return Submissions.of({
    add: (wanted) =>
      Effect.sync(() => {
        const same = find(wanted.canonicalUrl)
        if (same !== null) return same
        const submission = { ...wanted, id: submissions.size + 1 }
        known.set(submission.canonicalUrl, submission.id)
        submissions.set(submission.id, submission)
        return submission
      }),
    find: (canonicalUrl) => Effect.sync(() => find(canonicalUrl)),
    get,
    transition: ({ entryId, id, rejection, reviewedAt, reviewer, state }, from) =>
      Effect.map(get(id), (standing) => {
        if (standing.state !== from) return false
        submissions.set(id, { ...standing, state, reviewedAt, reviewer, rejection, entryId })
        return true
      }),
    setForwarded: (id, receipt) =>
      Effect.map(get(id), (standing) => void submissions.set(id, { ...standing, forwarded: receipt })),
    list: (page) => Effect.sync(() => pageOf([...submissions.values()], page)),
    countBy: (reviewers) => Effect.sync(() => [...submissions.values()].filter(isBy(reviewers)).length),
    renameReviewers: (reviewers, to) =>
      Effect.sync(() => {
        for (const one of [...submissions.values()].filter(isBy(reviewers))) {
          submissions.set(one.id, { ...one, reviewer: to })
        }
      }),
    rewrite: (anew) =>
      Effect.sync(() => {
        for (const { canonicalUrl, id, rejection, triageReasons, url } of anew) {
          const standing = submissions.get(id)
          if (standing === undefined) continue
          if (standing.canonicalUrl !== canonicalUrl && known.get(standing.canonicalUrl) === id) {
            known.delete(standing.canonicalUrl)
          }
          submissions.set(id, { ...standing, url, canonicalUrl, rejection, triageReasons })
        }
      })
  })
})

const pageOf = (
  submissions: ReadonlyArray<Submission>,
  { accountId, before, limit, order = "newest", state }: Parameters<Submissions["Service"]["list"]>[0]
): ReadonlyArray<Submission> => {
  const ordered = submissions
    .filter((submission) => accountId === undefined || submission.accountId === accountId)
    .toSorted(orders[order])
  const behind = before === undefined
    ? ordered
    : order === "newest"
    ? ordered.filter(({ id }) => id < before)
    // An unknown ID has no submissions after it.
    : ordered.slice((ordered.findIndex(({ id }) => id === before) + 1) || ordered.length)
  return behind.filter((submission) => state === undefined || submission.state === state).slice(0, limit)
}

const isBy = (reviewers: ReadonlyArray<string>) => ({ reviewer }: Submission): boolean =>
  reviewer !== null && reviewers.includes(reviewer)

const orders: Readonly<Record<SubmissionOrder, (a: Submission, b: Submission) => number>> = {
  newest: (a, b) => b.id - a.id,
  urgent: (a, b) => b.triageRisk - a.triageRisk || b.id - a.id
}
