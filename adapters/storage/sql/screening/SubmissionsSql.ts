import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountEvent } from "../../../../core/events/AccountEvent.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { type Submission, submissionStates } from "../../../../core/submissions/Submission.ts"
import { SubmissionNotFound, Submissions } from "../../../../core/submissions/Submissions.ts"
import type { ReportReceipt, ReportState } from "../../../../core/submissions/ThreatReports.ts"
import { isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import {
  jsonReader,
  membersOf,
  oneOfReader,
  readInstant,
  readInstantOrNull,
  readInteger,
  readNumberOrNull,
  readText,
  readTextOrNull,
  requireRow,
  type Row,
  tableReader
} from "../statements/Row.ts"
import { countWhere, forEachBatch, selectMerged } from "../statements/TableScans.ts"
import { writeEvents } from "../webhooks/WebhookRows.ts"

export const layer: Layer.Layer<Submissions, never, SqlClient.SqlClient | Secrets> = Layer.effect(
  Submissions,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const secrets = yield* Secrets

    const get = Effect.fnUntraced(function*(id: number) {
      const [row] = yield* orDie(sql`SELECT * FROM submissions WHERE id = ${id}`)
      return row === undefined ? yield* new SubmissionNotFound({ id }) : submissionOf(row)
    })

    return Submissions.of({
      add: (submission, eventOf) =>
        orDie(sql.withTransaction(
          insertOnce(sql, submission, secrets.sha256Hex(submission.canonicalUrl), eventOf)
        )),
      find: (canonicalUrl) =>
        sql`SELECT * FROM submissions WHERE canonical_digest = ${secrets.sha256Hex(canonicalUrl)}`.pipe(
          Effect.map(([row]) => row === undefined ? null : submissionOf(row)),
          orDie
        ),
      get,
      transition: Effect.fnUntraced(function*(submission, from, event) {
        const isWritten = yield* orDie(sql.withTransaction(writeTransition(sql, submission, from, event)))
        if (isWritten) return true
        yield* get(submission.id)
        return false
      }),
      setForwarded: Effect.fnUntraced(function*(id, { reference, state }) {
        const written = yield* orDie(sql`UPDATE submissions SET forward_reference = ${reference},
          forward_state = ${state} WHERE id = ${id} RETURNING id`)
        if (written.length === 0) return yield* new SubmissionNotFound({ id })
      }),
      list: (query) => orDie(listSubmissions(sql, query)),
      countBy: (reviewers) => orDie(countWhere(sql, "submissions", isOneOf(sql, "reviewer", reviewers))),
      renameReviewers: (reviewers, to) => {
        const isByPerson = isOneOf(sql, "reviewer", reviewers)
        return forEachBatch(
          sql,
          "submissions",
          (batch) => Effect.as(sql`UPDATE submissions SET reviewer = ${to} WHERE ${batch} AND ${isByPerson}`, 0)
        ).pipe(
          Effect.asVoid,
          orDie
        )
      },
      rewrite: (submissions) => orDie(Effect.asVoid(sql.withTransaction(rewriteAll(sql, submissions))))
    })
  })
)

type NewSubmission = Omit<Submission, "id">
type SubmissionPage = Parameters<Submissions["Service"]["list"]>[0]

/** Updates a submission in the state `from`, and writes its event. Returns false if the state is another one. */
const writeTransition = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  submission: Submission,
  from: Submission["state"],
  event: AccountEvent | undefined
) {
  const written = yield* sql`UPDATE submissions SET state = ${submission.state},
      reviewed_at = ${submission.reviewedAt?.getTime() ?? null}, reviewer = ${submission.reviewer},
      rejection = ${submission.rejection}, entry_id = ${submission.entryId}
    WHERE id = ${submission.id} AND state = ${from} RETURNING id`
  if (written.length > 0 && event !== undefined) yield* writeEvents(sql, [event])
  return written.length > 0
})

/**
 * Inserts a submission with its event, or returns the existing submission. The unique index contains digests, because
 * URLs can be too long for an index.
 */
const insertOnce = Effect.fnUntraced(
  function*(
    sql: SqlClient.SqlClient,
    submission: NewSubmission,
    digest: string,
    eventOf: ((added: Submission) => AccountEvent) | undefined
  ) {
    const added =
      yield* sql`INSERT INTO submissions (url, canonical_url, canonical_digest, account_id, state, created_at,
        reviewed_at, reviewer, rejection, entry_id, triage_risk, triage_reasons)
      VALUES (${submission.url}, ${submission.canonicalUrl}, ${digest}, ${submission.accountId}, ${submission.state},
        ${submission.createdAt.getTime()}, ${submission.reviewedAt?.getTime() ?? null}, ${submission.reviewer},
        ${submission.rejection}, ${submission.entryId}, ${submission.triageRisk},
        ${JSON.stringify(submission.triageReasons)})
      ON CONFLICT (canonical_digest) DO NOTHING RETURNING id`
    const stored = submissionOf(requireRow(yield* sql`SELECT * FROM submissions WHERE canonical_digest = ${digest}`))
    if (added.length > 0 && eventOf !== undefined) yield* writeEvents(sql, [eventOf(stored)])
    return stored
  }
)

const listSubmissions = (
  sql: SqlClient.SqlClient,
  { accountId, before, limit, order = "newest", state }: SubmissionPage
) => {
  const isNewest = order === "newest"
  const ofAccount = accountId === undefined ? [] : [sql`account_id = ${accountId}`]
  // A submission of another account is not a valid cursor, because the next rows would reveal its risk.
  const cursor = (id: number) => [sql`id = ${id}`, ...ofAccount]
  const behind = isNewest
    ? [sql`id < ${before ?? Number.MAX_SAFE_INTEGER}`]
    : before === undefined
    ? []
    : [sql`(triage_risk, id) < (SELECT triage_risk, id FROM submissions WHERE ${sql.and(cursor(before))})`]
  const ofStates = state === undefined && !(isNewest && accountId === undefined) ? submissionStates : [state]
  const branches = ofStates.map((one) => [
    ...ofAccount,
    ...(one === undefined ? [] : [sql`state = ${one}`]),
    ...behind
  ])
  const columns = isNewest ? "id DESC" : "triage_risk DESC, id DESC"
  return Effect.map(
    selectMerged(sql, { table: "submissions", branches, order: columns, limit }),
    (rows) => rows.map(submissionOf)
  )
}

const rewriteAll = (sql: SqlClient.SqlClient, submissions: ReadonlyArray<Submission>) =>
  Effect.forEach(
    submissions,
    ({ canonicalUrl, id, rejection, triageReasons, url }) =>
      sql`UPDATE submissions SET url = ${url}, rejection = ${rejection},
      canonical_digest = CASE WHEN canonical_url = ${canonicalUrl} THEN canonical_digest ELSE ${`${id}`} END,
      canonical_url = ${canonicalUrl}, triage_reasons = ${JSON.stringify(triageReasons)} WHERE id = ${id}`
  )

const submissionState = oneOfReader(submissionStates)
const reportState = oneOfReader(membersOf<ReportState>()(["running", "listed", "declined", "failed"]))
const reasons = jsonReader(
  "a JSON array of reasons",
  Schema.is(Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String })))
)

const receiptOf = (row: Row): ReportReceipt | null => {
  const reference = readTextOrNull(row, "forward_reference")
  return reference === null ? null : { reference, state: reportState(row, "forward_state") }
}

const submissionOf = tableReader("submissions", (row): Submission => ({
  id: readInteger(row, "id"),
  url: readText(row, "url"),
  canonicalUrl: readText(row, "canonical_url"),
  accountId: readText(row, "account_id"),
  state: submissionState(row, "state"),
  createdAt: readInstant(row, "created_at"),
  reviewedAt: readInstantOrNull(row, "reviewed_at"),
  reviewer: readTextOrNull(row, "reviewer"),
  rejection: readTextOrNull(row, "rejection"),
  entryId: readNumberOrNull(row, "entry_id"),
  triageRisk: readInteger(row, "triage_risk"),
  triageReasons: reasons(row, "triage_reasons"),
  forwarded: receiptOf(row)
}))
