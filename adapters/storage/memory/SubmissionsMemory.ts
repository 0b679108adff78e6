import { Effect, Layer } from "effect"
import type { AccountEvent } from "../../../core/events/AccountEvent.ts"
import type { Submission, SubmissionOrder } from "../../../core/submissions/Submission.ts"
import { SubmissionNotFound, Submissions } from "../../../core/submissions/Submissions.ts"
import { WebhooksState } from "./webhooks/WebhooksMemory.ts"

export const layer: Layer.Layer<Submissions> = Layer.effect(
  Submissions,
  Effect.map(WebhooksState, ({ emit }) => makeSubmissions(emit))
).pipe(Layer.provide(WebhooksState.layer))

const makeSubmissions = (emit: (event: AccountEvent) => void): Submissions["Service"] => {
  const submissions = new Map<number, Submission>()
  /** Submission IDs by canonical URL. */
  const known = new Map<string, number>()
  const find = (canonicalUrl: string): Submission | null => submissions.get(known.get(canonicalUrl) ?? 0) ?? null
  const get = (id: number) =>
    Effect.suspend(() => {
      const submission = submissions.get(id)
      return submission === undefined ? Effect.fail(new SubmissionNotFound({ id })) : Effect.succeed(submission)
    })
  return Submissions.of({
    add: (input, eventOf) =>
      Effect.sync(() => {
        const same = find(input.canonicalUrl)
        if (same !== null) return same
        const submission = { ...input, id: submissions.size + 1 }
        known.set(submission.canonicalUrl, submission.id)
        submissions.set(submission.id, submission)
        if (eventOf !== undefined) emit(eventOf(submission))
        return submission
      }),
    find: (canonicalUrl) => Effect.sync(() => find(canonicalUrl)),
    get,
    transition: ({ entryId, id, rejection, reviewedAt, reviewer, state }, from, event) =>
      Effect.map(get(id), (stored) => {
        if (stored.state !== from) return false
        submissions.set(id, { ...stored, state, reviewedAt, reviewer, rejection, entryId })
        if (event !== undefined) emit(event)
        return true
      }),
    setForwarded: (id, receipt) =>
      Effect.map(get(id), (stored) => void submissions.set(id, { ...stored, forwarded: receipt })),
    list: (page) => Effect.sync(() => pageOf([...submissions.values()], page)),
    countBy: (reviewers) => Effect.sync(() => [...submissions.values()].filter(isBy(reviewers)).length),
    renameReviewers: (reviewers, to) =>
      Effect.sync(() => {
        for (const one of [...submissions.values()].filter(isBy(reviewers))) {
          submissions.set(one.id, { ...one, reviewer: to })
        }
      }),
    rewrite: (rewritten) =>
      Effect.sync(() => {
        for (const { canonicalUrl, id, rejection, triageReasons, url } of rewritten) {
          const stored = submissions.get(id)
          if (stored === undefined) continue
          if (stored.canonicalUrl !== canonicalUrl && known.get(stored.canonicalUrl) === id) {
            known.delete(stored.canonicalUrl)
          }
          submissions.set(id, { ...stored, url, canonicalUrl, rejection, triageReasons })
        }
      })
  })
}

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
    // If no submission has the ID `before`, the page is empty.
    : ordered.slice((ordered.findIndex(({ id }) => id === before) + 1) || ordered.length)
  return behind.filter((submission) => state === undefined || submission.state === state).slice(0, limit)
}

const isBy = (reviewers: ReadonlyArray<string>) => ({ reviewer }: Submission): boolean =>
  reviewer !== null && reviewers.includes(reviewer)

const orders: Readonly<Record<SubmissionOrder, (a: Submission, b: Submission) => number>> = {
  newest: (a, b) => b.id - a.id,
  urgent: (a, b) => b.triageRisk - a.triageRisk || b.id - a.id
}
