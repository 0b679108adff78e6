import { Effect, Layer } from "effect"
import type { Submission } from "../../../core/phishing/Submission.ts"
import { SubmissionNotFound, Submissions } from "../../../core/ports/Submissions.ts"

export const layer: Layer.Layer<Submissions> = Layer.sync(Submissions, () => {
  const submissions = new Map<number, Submission>()
  const get = (id: number) =>
    Effect.suspend(() => {
      const submission = submissions.get(id)
      return submission === undefined ? Effect.fail(new SubmissionNotFound({ id })) : Effect.succeed(submission)
    })
  return Submissions.of({
    add: (wanted) =>
      Effect.sync(() => {
        const same = [...submissions.values()].find(({ canonicalUrl }) => canonicalUrl === wanted.canonicalUrl)
        if (same !== undefined) return same
        const submission = { ...wanted, id: submissions.size + 1 }
        submissions.set(submission.id, submission)
        return submission
      }),
    find: (canonicalUrl) =>
      Effect.sync(() =>
        [...submissions.values()].find((submission) => submission.canonicalUrl === canonicalUrl) ?? null
      ),
    get,
    transition: ({ entryId, id, rejection, reviewedAt, reviewer, state }, from) =>
      Effect.map(get(id), (standing) => {
        if (standing.state !== from) return false
        submissions.set(id, { ...standing, state, reviewedAt, reviewer, rejection, entryId })
        return true
      }),
    forwarded: (id, receipt) =>
      Effect.map(get(id), (standing) => void submissions.set(id, { ...standing, forwarded: receipt })),
    list: ({ accountId, before, limit, state }) =>
      Effect.sync(() =>
        [...submissions.values()]
          .filter((submission) =>
            submission.id < (before ?? Infinity) && (state === undefined || submission.state === state) &&
            (accountId === undefined || submission.accountId === accountId)
          )
          .toSorted((a, b) => b.id - a.id).slice(0, limit)
      )
  })
})
