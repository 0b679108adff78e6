import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { LeadMark, LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { type LeadFilter, LeadNotFound, Leads } from "../../../../core/leads/records/Leads.ts"
import { leadVerdicts } from "../../../../core/scoring/Bands.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertRows, type InsertTarget } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import {
  instant,
  instantOrNull,
  integer,
  membersOf,
  numberOrNull,
  oneOf,
  orNull,
  requireRow,
  tableReader,
  text,
  textList,
  textOrNull
} from "../statements/Row.ts"
import { selectMerged } from "../statements/TableScans.ts"

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
        const [row] = yield* orDie(sql`SELECT * FROM leads WHERE request_id = ${id}`)
        return row === undefined ? yield* new LeadNotFound({ id }) : leadOf(row)
      }),
      list: ({ before, limit, ...filter }) => {
        const older = before === undefined ? [] : [sql`request_id < ${before}`]
        const branches = branchesOf(sql, filter).map((branch) => [...branch, ...older])
        return selectMerged(sql, { table: "leads", branches, order: "request_id DESC", limit }).pipe(
          Effect.map((rows) => rows.map(leadOf)),
          orDie
        )
      },
      mark: Effect.fnUntraced(function*(id, mark, at) {
        const [row] = yield* orDie(sql`UPDATE leads SET mark = ${mark},
          marked_at = ${mark === null ? null : at.getTime()} WHERE request_id = ${id} RETURNING *`)
        return row === undefined ? yield* new LeadNotFound({ id }) : leadOf(row)
      }),
      forget: Effect.fnUntraced(function*(id) {
        const forgotten = yield* orDie(sql`DELETE FROM leads WHERE request_id = ${id} RETURNING request_id`)
        if (forgotten.length === 0) return yield* new LeadNotFound({ id })
      }),
      count: (accountId) =>
        sql`SELECT count(*) AS leads FROM leads WHERE account_id = ${accountId}`.pipe(
          Effect.map((rows) => integer(requireRow(rows), "leads")),
          orDie
        ),
      sweep: (before, accountId) =>
        sql`DELETE FROM leads WHERE at < ${before.getTime()}
          ${accountId === undefined ? sql`` : sql`AND account_id = ${accountId}`} RETURNING request_id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    })
  })
)

const marks = membersOf<LeadMark>()(["spam", "ham"])
const verdicts = leadVerdicts.bands.map(({ name }) => name)

/** Returns the conditions of the index ranges to read: for one account, a range for each verdict and, if filtered by mark, each mark. */
const branchesOf = (
  sql: SqlClient.SqlClient,
  { accountId, mark, verdict }: Pick<LeadFilter, "accountId" | "mark" | "verdict">
): ReadonlyArray<ReadonlyArray<Statement.Fragment>> => {
  const ofVerdicts = verdict === undefined ? verdicts : [verdict]
  if (accountId === undefined) {
    return [[
      ...(verdict === undefined ? [] : [sql`verdict = ${verdict}`]),
      ...(mark === undefined ? [] : [isMarked(sql, mark)])
    ]]
  }
  const account = sql`account_id = ${accountId}`
  if (mark === undefined || mark === "none") {
    const unmarked = mark === "none" ? [sql`mark IS NULL`] : []
    return ofVerdicts.map((one) => [account, sql`verdict = ${one}`, ...unmarked])
  }
  const ofMarks = mark === "any" ? marks : [mark]
  return ofMarks.flatMap((each) => ofVerdicts.map((one) => [account, sql`mark = ${each}`, sql`verdict = ${one}`]))
}

/** `IS NOT NULL` has to match the condition of the index of marked leads. */
const isMarked = (sql: SqlClient.SqlClient, mark: LeadMark | "any" | "none") =>
  mark === "none" ? sql`mark IS NULL` : mark === "any" ? sql`mark IS NOT NULL` : sql`mark = ${mark}`

const leads: InsertTarget<LeadRecord> = {
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

const verdict = oneOf(verdicts)
const markOrNull = orNull(oneOf(marks))

const leadOf = tableReader("leads", (row): LeadRecord => ({
  requestId: text(row, "request_id"),
  accountId: text(row, "account_id"),
  at: instant(row, "at"),
  verdict: verdict(row, "verdict"),
  riskScore: integer(row, "risk_score"),
  categories: textList(row, "categories"),
  language: textOrNull(row, "language"),
  source: textOrNull(row, "source"),
  spamProbability: numberOrNull(row, "spam_probability"),
  message: textOrNull(row, "message"),
  mark: markOrNull(row, "mark"),
  markedAt: instantOrNull(row, "marked_at")
}))
