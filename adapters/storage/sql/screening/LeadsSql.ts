import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { LeadMark, LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { type LeadFilter, LeadNotFound, Leads } from "../../../../core/leads/records/Leads.ts"
import { leadVerdicts } from "../../../../core/scoring/Bands.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertRows, type InsertTarget } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import {
  membersOf,
  oneOfReader,
  readerOrNull,
  readInstant,
  readInstantOrNull,
  readInteger,
  readNumberOrNull,
  readText,
  readTextList,
  readTextOrNull,
  requireRow,
  tableReader
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
          Effect.map((rows) => readInteger(requireRow(rows), "leads")),
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

/**
 * Returns the conditions of each index range to read. An account has a range for each verdict, or for each mark and
 * verdict if the filter requires a mark.
 */
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

/** Returns the condition for a mark. `IS NOT NULL` must equal the condition of the index of marked leads. */
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

const verdict = oneOfReader(verdicts)
const markOrNull = readerOrNull(oneOfReader(marks))

const leadOf = tableReader("leads", (row): LeadRecord => ({
  requestId: readText(row, "request_id"),
  accountId: readText(row, "account_id"),
  at: readInstant(row, "at"),
  verdict: verdict(row, "verdict"),
  riskScore: readInteger(row, "risk_score"),
  categories: readTextList(row, "categories"),
  language: readTextOrNull(row, "language"),
  source: readTextOrNull(row, "source"),
  spamProbability: readNumberOrNull(row, "spam_probability"),
  message: readTextOrNull(row, "message"),
  mark: markOrNull(row, "mark"),
  markedAt: readInstantOrNull(row, "marked_at")
}))
