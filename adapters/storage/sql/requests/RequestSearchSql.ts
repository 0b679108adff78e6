import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { RequestRecord } from "../../../../core/history/RequestHistory.ts"
import {
  firstRequestIdAt,
  foldCase,
  hashedOperation,
  hasRowCriteria,
  matchesFilter,
  parseRequestId,
  type RequestFilter,
  type RequestPage,
  type RequestQuery,
  statusRange,
  storedFileHash
} from "../../../../core/history/RequestQuery.ts"
import { hourMillis, hourOf } from "../../../../core/shield/traffic/ShieldCounts.ts"
import { readInteger, readNumberOrNull, readText, requireRow, type Row } from "../statements/Row.ts"
import { readRequestRecord } from "./RequestRows.ts"

/** Maximum number of rows that one statement reads. It takes 1 to 2 ms, during which SQLite runs no other statement. */
export const rowsPerStatementMax = 10_000
/** Maximum number of rows that one call reads. The next page continues from there. */
export const rowsScannedMax = 100_000
/** Maximum number of rows that one call reads in a search for a file hash, because such a search also reads details. */
export const rowsScannedForHashMax = 20_000
/** Maximum hours of counts that one statement reads: a week, which takes a few milliseconds. */
export const hoursPerStatementMax = 168
/** Maximum hours of counts that one call reads: 52 weeks. */
export const hoursScannedMax = 52 * hoursPerStatementMax

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff"
const emptyPage: RequestPage = { items: [], next: null }
/** Pattern of operation names, key IDs and verdicts. A filter with any other value matches no request. */
const namePattern = /^[\w:./ -]{1,100}$/

/** State of a search: its query, its results, and the number of rows that it may still read. */
interface SearchState {
  readonly sql: SqlClient.SqlClient
  readonly query: RequestQuery
  readonly low: string
  readonly high: string
  readonly found: Array<RequestRecord>
  rowsLeft: number
}

/**
 * Searches requests without an index for each filter. The hourly counts show which hours can contain a match. The
 * search scans those hours, newest first, within the limits of one call.
 */
export const searchRequests = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(query: RequestQuery): Effect.fn.Return<RequestPage, SqlError.SqlError> {
    const { before, from, to } = query
    const cursor = before === undefined ? lastId : parseRequestId(before)
    if (cursor === null || !canMatch(query)) return emptyPage
    const search: SearchState = {
      sql,
      query,
      low: from === undefined ? firstRequestIdAt(0) : firstRequestIdAt(from.getTime()),
      high: to === undefined ? cursor : smaller(cursor, firstRequestIdAt(to.getTime())),
      found: [],
      rowsLeft: query.fileHash === undefined ? rowsScannedMax : rowsScannedForHashMax
    }
    const id = query.text === undefined ? null : parseRequestId(query.text)
    // A search for a request ID reads only that row. Without criteria other than the time range, every row of the range
    // matches. Neither search needs to scan hours.
    const next = id !== null
      ? yield* Effect.as(collect(search, larger(id, search.low), smaller(`${id} `, search.high)), null)
      : hasRowCriteria(query)
      ? yield* scanHours(search)
      : yield* collect(search, search.low, search.high)
    return { items: search.found, next }
  })

/** Reads the rows of an ID range, newest first. */
const rowsOf = ({ query, sql }: SearchState, low: string, high: string, limit: number) =>
  sql`SELECT * FROM request_history WHERE account_id = ${query.accountId} AND request_id >= ${low}
    AND request_id < ${high} ${sql.join(" ", false)(rowConditions(sql, query))} ORDER BY request_id DESC LIMIT ${limit}`

/**
 * Adds the matches of an ID range to the results. Returns the cursor if the page is full, or null if the range ended.
 */
const collect = Effect.fnUntraced(function*(search: SearchState, low: string, high: string) {
  const wanted = search.query.limit - search.found.length
  const rows = yield* rowsOf(search, low, high, wanted)
  search.found.push(...rows.map(readRequestRecord).filter((record) => matchesFilter(record, search.query)))
  const last = rows.at(-1)
  return last === undefined || rows.length < wanted ? null : readText(last, "request_id")
})

/** Returns the ID that is `rowsPerStatementMax` rows below `high`, or `low` if the range has fewer rows. */
const stepBelow = ({ query, sql }: SearchState, low: string, high: string) =>
  Effect.map(
    sql`SELECT request_id FROM request_history WHERE account_id = ${query.accountId} AND request_id >= ${low}
      AND request_id < ${high} ORDER BY request_id DESC LIMIT 1 OFFSET ${rowsPerStatementMax - 1}`,
    ([row]) => row === undefined ? low : readText(row, "request_id")
  )

/** Scans a range. Returns the cursor if the page is full or the row limit is reached, or null if the range ended. */
const scanRange = Effect.fnUntraced(function*(search: SearchState, { from, requests, to }: Range) {
  const low = larger(search.low, firstRequestIdAt(from))
  let high = smaller(search.high, firstRequestIdAt(to))
  while (low < high) {
    if (search.rowsLeft <= 0) return high
    const step = requests <= rowsPerStatementMax ? low : yield* stepBelow(search, low, high)
    search.rowsLeft -= Math.min(requests, rowsPerStatementMax)
    const stopped = yield* collect(search, step, high)
    if (stopped !== null) return stopped
    high = step
    yield* Effect.yieldNow
  }
  return null
})

const scanHours = Effect.fnUntraced(function*(search: SearchState) {
  const { query: { accountId }, sql } = search
  const first = hourOf(millisOf(search.low))
  let top = hourOf(millisOf(search.high))
  for (let scanned = 0; scanned < hoursScannedMax; scanned += hoursPerStatementMax) {
    const rows = yield* sql`SELECT MAX(hour) AS hour FROM request_hours WHERE account_id = ${accountId}
      AND hour >= ${first} AND hour <= ${top}`
    const newest = readNumberOrNull(requireRow(rows), "hour")
    if (newest === null) return null
    const oldest = Math.max(first, newest - (hoursPerStatementMax - 1) * hourMillis)
    const hours = yield* hoursWith(sql, search.query, oldest, newest)
    for (const range of rangesOf(hours, rowsPerStatementMax)) {
      const stopped = yield* scanRange(search, range)
      if (stopped !== null) return stopped
    }
    top = oldest - hourMillis
    yield* Effect.yieldNow
  }
  return firstRequestIdAt(top + hourMillis)
})

const canMatch = ({ keyId, operation, verdict }: RequestFilter): boolean =>
  [keyId, operation, verdict].every((name) => name === undefined || namePattern.test(name))

const larger = (one: string, other: string): string => one > other ? one : other
const smaller = (one: string, other: string): string => one < other ? one : other

const millisOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** Returns SQL conditions that every match meets. `matchesFilter` then checks the rows exactly. */
const rowConditions = (sql: SqlClient.SqlClient, filter: RequestFilter): ReadonlyArray<Statement.Fragment> => {
  const { fileHash, keyId, masked, operation, status, text: wanted, verdict } = filter
  const [first, last] = statusRange(status ?? "")
  return [
    ...operation === undefined ? [] : [sql`AND operation = ${operation}`],
    ...status === undefined ? [] : [sql`AND status >= ${first} AND status <= ${last}`],
    ...keyId === undefined ? [] : [sql`AND key_id = ${keyId}`],
    ...verdict === undefined ? [] : [sql`AND ${contains(sql, "verdict", verdict)}`],
    ...wanted === undefined || parseRequestId(wanted) !== null
      ? []
      : [sql`AND ${sql.or([contains(sql, foldedSubject(sql), foldCase(wanted)), ...equalsMasked(sql, masked)])}`],
    ...fileHash === undefined ? [] : [sql`AND operation = ${hashedOperation} AND ${hasHash(sql, fileHash)}`]
  ]
}

const equalsMasked = (sql: SqlClient.SqlClient, masked: string | undefined): ReadonlyArray<Statement.Fragment> =>
  masked === undefined ? [] : [sql`${sql.literal(foldedSubject(sql))} = ${foldCase(masked)}`]

/** Returns the condition that the details contain a file hash. It reads the details of each examined row by key. */
const hasHash = (sql: SqlClient.SqlClient, fileHash: string): Statement.Fragment =>
  sql`EXISTS (SELECT 1 FROM request_details WHERE request_details.account_id = request_history.account_id
    AND request_details.request_id = request_history.request_id
    AND ${contains(sql, "request_details.details", storedFileHash(fileHash))})`

/** Returns an SQL expression for the subject that lowercases only A to Z, in every database and locale. */
const foldedSubject = (sql: SqlClient.SqlClient): string =>
  sql.onDialectOrElse({ pg: () => "lower(subject COLLATE \"C\")", orElse: () => "lower(subject)" })

const contains = (sql: SqlClient.SqlClient, expression: string, part: string): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`strpos(${sql.literal(expression)}, ${part}) > 0`,
    orElse: () => sql`instr(${sql.literal(expression)}, ${part}) > 0`
  })

/** Returns the hours that can contain a match, newest first, with the number of requests in each hour. */
const hoursWith = (sql: SqlClient.SqlClient, filter: RequestQuery, oldest: number, newest: number) => {
  const { accountId, fileHash, keyId, status = "%", verdict } = filter
  const { operation = fileHash === undefined ? "%" : hashedOperation } = filter
  // Wildcard characters in these values can only add hours, whose rows are then checked exactly.
  const patterns = [
    `requests:${operation}:${status.replace("xx", "__")}`,
    ...keyId === undefined ? [] : [`key:${keyId}`],
    ...verdict === undefined ? [] : [`verdict:${operation}:${verdict}`]
  ]
  const counted = patterns.map((pattern) => sql`SUM(CASE WHEN name LIKE ${pattern} THEN count ELSE 0 END) > 0`)
  const scanned = ["requests:%", ...patterns.slice(1)].map((pattern) => sql`name LIKE ${pattern}`)
  return Effect.map(
    sql`SELECT hour, SUM(CASE WHEN name LIKE 'requests:%' THEN count ELSE 0 END) AS requests FROM request_hours
      WHERE account_id = ${accountId} AND hour >= ${oldest} AND hour <= ${newest} AND ${sql.or(scanned)}
      GROUP BY hour HAVING ${sql.and(counted)} ORDER BY hour DESC`,
    (rows) =>
      rows.map((row: Row): HourTotal => ({ hour: readInteger(row, "hour"), requests: readInteger(row, "requests") }))
  )
}

interface HourTotal {
  readonly hour: number
  readonly requests: number
}

/** Consecutive hours, from `from` (inclusive) to `to` (exclusive). */
interface Range {
  readonly from: number
  readonly to: number
  readonly requests: number
}

/** Merges consecutive hours into ranges of at most `requestsMax` requests. A busier hour is a separate range. */
function* rangesOf(newestFirst: ReadonlyArray<HourTotal>, requestsMax: number): Generator<Range> {
  let range: Range | undefined
  for (const { hour, requests } of newestFirst) {
    if (range !== undefined && range.from === hour + hourMillis && range.requests + requests <= requestsMax) {
      range = { from: hour, to: range.to, requests: range.requests + requests }
      continue
    }
    if (range !== undefined) yield range
    range = { from: hour, to: hour + hourMillis, requests }
  }
  if (range !== undefined) yield range
}
