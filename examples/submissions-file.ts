import { Effect, Layer, Semaphore } from "effect"
import { type Submission, SubmissionNotFound, type SubmissionOrder, Submissions } from "gatehouse"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

/** A stored submission. If `isFindable` is false, the submission was erased, and no URL finds it. */
interface Row {
  readonly submission: Submission
  readonly isFindable: boolean
}

/**
 * Adapter of the port `Submissions` that keeps phishing reports in a JSON file, for a single process.
 *
 * Every change replaces the whole file, so it suits some thousands of reports.
 */
export const layer = (path: string): Layer.Layer<Submissions> =>
  Layer.effect(
    Submissions,
    Effect.gen(function*() {
      const turns = yield* Semaphore.make(1)
      let rows: ReadonlyArray<Row> = yield* Effect.promise(() => readRows(path))

      /** Stores new rows. Only one change runs at a time, so concurrent changes see each other's results. */
      const change = <A, E>(decide: Effect.Effect<readonly [A, ReadonlyArray<Row>], E>): Effect.Effect<A, E> =>
        turns.withPermits(1)(Effect.uninterruptible(Effect.gen(function*() {
          const [result, next] = yield* decide
          if (next !== rows) yield* Effect.promise(() => writeRows(path, next))
          rows = next
          return result
        })))

      const replace = (id: number, update: (row: Row) => Row) =>
        rows.map((row) => row.submission.id === id ? update(row) : row)

      const find = (canonicalUrl: string): Submission | null =>
        rows.find((row) => row.isFindable && row.submission.canonicalUrl === canonicalUrl)?.submission ?? null

      const get = (id: number) =>
        Effect.suspend(() => {
          const row = rows.find(({ submission }) => submission.id === id)
          return row === undefined ? Effect.fail(new SubmissionNotFound({ id })) : Effect.succeed(row.submission)
        })

      return Submissions.of({
        add: (input) =>
          change(Effect.sync(() => {
            const existing = find(input.canonicalUrl)
            if (existing !== null) return [existing, rows]
            const submission = { ...input, id: rows.length + 1 }
            return [submission, [...rows, { submission, isFindable: true }]]
          })),
        find: (canonicalUrl) => Effect.sync(() => find(canonicalUrl)),
        get,
        transition: ({ entryId, id, rejection, reviewedAt, reviewer, state }, from) =>
          change(Effect.map(get(id), (stored) =>
            stored.state === from
              ? [
                true,
                replace(id, (row) => ({
                  ...row,
                  submission: { ...stored, state, reviewedAt, reviewer, rejection, entryId }
                }))
              ] as const
              : [false, rows] as const)),
        setForwarded: (id, forwarded) =>
          change(Effect.map(get(id), (stored) =>
            [undefined, replace(id, (row) => ({ ...row, submission: { ...stored, forwarded } }))] as const)),
        list: ({ accountId, before, limit, order = "newest", state }) =>
          Effect.sync(() => {
            const all = rows.map(({ submission }) =>
              submission
            ).filter((one) => accountId === undefined || one.accountId === accountId).toSorted(orders[order])
            const first = before === undefined
              ? 0
              : order === "newest"
              ? all.findIndex(({ id }) =>
                id < before
              )
              : all.findIndex(({ id }) => id === before) + 1 || all.length
            return (first < 0 ? [] : all.slice(first)).filter((one) => state === undefined || one.state === state)
              .slice(0, limit)
          }),
        countBy: (reviewers) =>
          Effect.sync(() =>
            rows.filter(({ submission: { reviewer } }) => reviewer !== null && reviewers.includes(reviewer)).length
          ),
        renameReviewers: (reviewers, to) =>
          change(Effect.sync(() => [
            undefined,
            rows.map((row) =>
              row.submission.reviewer !== null && reviewers.includes(row.submission.reviewer)
                ? { ...row, submission: { ...row.submission, reviewer: to } }
                : row
            )
          ])),
        rewrite: (rewritten) => change(Effect.sync(() => [undefined, rows.map((row) => rewriteRow(row, rewritten))]))
      })
    })
  )

const orders: Readonly<Record<SubmissionOrder, (one: Submission, other: Submission) => number>> = {
  newest: (one, other) => other.id - one.id,
  urgent: (one, other) => other.triageRisk - one.triageRisk || other.id - one.id
}

const rewriteRow = (row: Row, rewritten: ReadonlyArray<Submission>): Row => {
  const change = rewritten.find(({ id }) => id === row.submission.id)
  if (change === undefined) return row
  const { canonicalUrl, rejection, triageReasons, url } = change
  return {
    submission: { ...row.submission, url, canonicalUrl, rejection, triageReasons },
    isFindable: row.isFindable && canonicalUrl === row.submission.canonicalUrl
  }
}

/** Reads the file. A missing file is empty. */
const readRows = async (path: string): Promise<ReadonlyArray<Row>> => {
  try {
    return JSON.parse(
      await readFile(path, "utf8"),
      (name, value) =>
        (name === "createdAt" || name === "reviewedAt") && typeof value === "string" ? new Date(value) : value
    )
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return []
    throw cause
  }
}

/** Replaces the file. A crash leaves the old file or the new one. */
const writeRows = async (path: string, rows: ReadonlyArray<Row>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.partial`, JSON.stringify(rows))
  await rename(`${path}.partial`, path)
}
