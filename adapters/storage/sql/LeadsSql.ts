import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LeadMark, LeadRecord } from "../../../core/leads/LeadRecord.ts"
import { LeadNotFound, Leads } from "../../../core/ports/Leads.ts"
import type { LeadVerdict } from "../../../core/rating/LeadVerdict.ts"
import { insertRows, type Target } from "./Dialect.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { instant, instantOrNull, integer, json, numberOrNull, type Row, text, textOrNull } from "./Row.ts"

export const layer: Layer.Layer<Leads, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  Leads,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const lane = (yield* GroupCommit).lane<LeadRecord, void>({
      write: (records) => Effect.as(insertRows(sql, leads, records), records.map(() => undefined))
    })
    return Leads.of({
      record: lane.post,
      get: Effect.fnUntraced(function*(id) {
        const [row] = yield* Effect.orDie(sql`SELECT * FROM leads WHERE request_id = ${id}`)
        return row === undefined ? yield* new LeadNotFound({ id }) : leadOf(row)
      }),
      list: ({ accountId, before, limit, mark, verdict }) =>
        sql`SELECT * FROM leads WHERE ${
          sql.and([
            ...(verdict === undefined ? [] : [sql`verdict = ${verdict}`]),
            ...(mark === undefined ? [] : [isMarked(sql, mark)]),
            ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
            ...(before === undefined ? [] : [sql`request_id < ${before}`])
          ])
        } ORDER BY request_id DESC LIMIT ${limit}`.pipe(Effect.map((rows) => rows.map(leadOf)), Effect.orDie),
      mark: Effect.fnUntraced(function*(id, mark, at) {
        const [row] = yield* Effect.orDie(sql`UPDATE leads SET mark = ${mark},
          marked_at = ${mark === null ? null : at.getTime()} WHERE request_id = ${id} RETURNING *`)
        return row === undefined ? yield* new LeadNotFound({ id }) : leadOf(row)
      }),
      forget: Effect.fnUntraced(function*(id) {
        const forgotten = yield* Effect.orDie(sql`DELETE FROM leads WHERE request_id = ${id} RETURNING request_id`)
        if (forgotten.length === 0) return yield* new LeadNotFound({ id })
      }),
      count: (accountId) =>
        sql`SELECT count(*) AS leads FROM leads WHERE account_id = ${accountId}`.pipe(
          Effect.map(([row]) => integer(row!, "leads")),
          Effect.orDie
        ),
      sweep: (before, accountId) =>
        sql`DELETE FROM leads WHERE at < ${before.getTime()}
          ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`} RETURNING request_id`.pipe(
          Effect.map((rows) => rows.length),
          Effect.orDie
        )
    })
  })
)

/** The words `IS NOT NULL` are those of the index of marked leads. */
const isMarked = (sql: SqlClient.SqlClient, mark: LeadMark | "any" | "none") =>
  mark === "none" ? sql`mark IS NULL` : mark === "any" ? sql`mark IS NOT NULL` : sql`mark = ${mark}`

const leads: Target<LeadRecord> = {
  table: "leads",
  columns: {
    request_id: "text",
    account_id: "text",
    at: "integer",
    verdict: "text",
    risk_score: "integer",
    categories: "text",
    language: "text",
    source: "text",
    spam_probability: "real",
    message: "text",
    mark: "text",
    marked_at: "integer"
  },
  cells: (lead) => [
    lead.requestId,
    lead.accountId,
    lead.at.getTime(),
    lead.verdict,
    lead.riskScore,
    JSON.stringify(lead.categories),
    lead.language,
    lead.source,
    lead.spamProbability,
    lead.message,
    lead.mark,
    lead.markedAt?.getTime() ?? null
  ],
  conflict: "(request_id) DO NOTHING"
}

const leadOf = (row: Row): LeadRecord => ({
  requestId: text(row, "request_id"),
  accountId: text(row, "account_id"),
  at: instant(row, "at"),
  verdict: text(row, "verdict") as LeadVerdict,
  riskScore: integer(row, "risk_score"),
  categories: json(row, "categories"),
  language: textOrNull(row, "language"),
  source: textOrNull(row, "source"),
  spamProbability: numberOrNull(row, "spam_probability"),
  message: textOrNull(row, "message"),
  mark: textOrNull(row, "mark") as LeadMark | null,
  markedAt: instantOrNull(row, "marked_at")
})
