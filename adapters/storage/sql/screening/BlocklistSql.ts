import { Effect, Layer } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { foldCase } from "../../../../core/history/RequestQuery.ts"
import {
  Blocklist,
  BlocklistEntryNotFound,
  type BlocklistPage,
  type BlocklistSearchResult
} from "../../../../core/threats/blocklist/Blocklist.ts"
import {
  type BlocklistEntry,
  type BlocklistTarget,
  type ListingAction,
  type NewBlocklistEntry,
  targetKinds
} from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import type { BlocklistSearch } from "../../../../core/threats/blocklist/BlocklistSearch.ts"
import { insertRows, type InsertTarget, isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import {
  membersOf,
  oneOfReader,
  readInstant,
  readInstantOrNull,
  readInteger,
  readText,
  requireRow,
  tableReader
} from "../statements/Row.ts"
import { countWhere, forEachBatch, selectMerged } from "../statements/TableScans.ts"

/** Maximum number of entries that one statement writes. */
export const entriesWrittenMax = 1_000
/** Maximum number of entries that one statement reads. It takes a few milliseconds, which block SQLite's connection. */
const entriesPerScan = 10_000
/** Maximum number of entries that one call reads. The next page continues from there. */
const entriesScannedMax = 100_000

const actions = membersOf<ListingAction>()(["block", "allow"])

const blocklist: InsertTarget<NewBlocklistEntry> = {
  table: "blocklist",
  columns: {
    kind: "text",
    expression: "text",
    action: "text",
    reason: "text",
    source: "text",
    author: "text",
    forced: "integer",
    created_at: "integer",
    expires_at: "integer"
  },
  cells: (entry) => [
    entry.kind,
    entry.expression,
    entry.action,
    entry.reason,
    entry.source,
    entry.author,
    entry.forced ? 1 : 0,
    entry.createdAt.getTime(),
    entry.expiresAt?.getTime() ?? null
  ],
  // The entry that was created later wins. Importing a backup again therefore does not undo later changes.
  conflict: `(kind, expression, action, source) DO UPDATE SET reason = excluded.reason, author = excluded.author,
    forced = excluded.forced, created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE excluded.created_at >= blocklist.created_at`
}

export const layer: Layer.Layer<Blocklist, never, SqlClient.SqlClient> = Layer.effect(
  Blocklist,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return Blocklist.of({
      find: (targets, now) =>
        sql`SELECT * FROM blocklist WHERE ${isOneOfTargets(sql, targets)}
          AND (expires_at IS NULL OR expires_at > ${now.getTime()})`.pipe(
          Effect.map((rows) => rows.map(entryOf)),
          orDie
        ),
      put: (entry) => orDie(put(sql, entry)),
      putAll: (entries) => orDie(sql.withTransaction(putAll(sql, entries))),
      list: (page) => orDie(listEntries(sql, page)),
      search: (query) => orDie(searchBlocklist(sql, query)),
      remove: Effect.fnUntraced(function*(id) {
        const removed = yield* orDie(sql`DELETE FROM blocklist WHERE id = ${id} RETURNING id`)
        if (removed.length === 0) return yield* new BlocklistEntryNotFound({ id })
      }),
      removeSource: (source) => removed(sql`DELETE FROM blocklist WHERE source = ${source} RETURNING id`),
      sweep: (now) => removed(sql`DELETE FROM blocklist WHERE expires_at <= ${now.getTime()} RETURNING id`),
      count: orDie(count(sql)),
      countBy: (authors) => orDie(countWhere(sql, "blocklist", isOneOf(sql, "author", authors))),
      renameAuthors: (authors, to) => orDie(renameAuthors(sql, authors, to))
    })
  })
)

const count = (sql: SqlClient.SqlClient) =>
  Effect.map(sql`SELECT COUNT(*) AS entries FROM blocklist`, (rows) => readInteger(requireRow(rows), "entries"))

const put = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, entry: NewBlocklistEntry) {
  yield* insertRows(sql, blocklist, [entry])
  const rows = yield* sql`SELECT * FROM blocklist WHERE kind = ${entry.kind}
    AND expression = ${entry.expression} AND action = ${entry.action} AND source = ${entry.source}`
  return entryOf(requireRow(rows))
})

/** Writes entries. Returns the number of new entries. */
const putAll = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, entries: ReadonlyArray<NewBlocklistEntry>) {
  const before = yield* count(sql)
  for (let at = 0; at < entries.length; at += entriesWrittenMax) {
    yield* insertRows(sql, blocklist, latestByIdentity(entries.slice(at, at + entriesWrittenMax)))
  }
  return (yield* count(sql)) - before
})

const listEntries = (
  sql: SqlClient.SqlClient,
  { action, before = Number.MAX_SAFE_INTEGER, limit, source }: BlocklistPage
) => {
  const older = sql`id < ${before}`
  const ofActions = action === undefined && source !== undefined ? actions : [action]
  const branches = ofActions.map((one) => [
    ...(source === undefined ? [] : [sql`source = ${source}`]),
    ...(one === undefined ? [] : [sql`action = ${one}`]),
    older
  ])
  return Effect.map(
    selectMerged(sql, { table: "blocklist", branches, order: "id DESC", limit }),
    (rows) => rows.map(entryOf)
  )
}

const renameAuthors = (sql: SqlClient.SqlClient, authors: ReadonlyArray<string>, to: string) => {
  const isByPerson = isOneOf(sql, "author", authors)
  return Effect.asVoid(forEachBatch(
    sql,
    "blocklist",
    (batch) => Effect.as(sql`UPDATE blocklist SET author = ${to} WHERE ${batch} AND ${isByPerson}`, 0)
  ))
}

const removed = (deletion: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  orDie(Effect.map(deletion, ({ length }) => length))

/** Keeps only the latest entry for each row. PostgreSQL does not let one statement write a row twice. */
const latestByIdentity = (entries: ReadonlyArray<NewBlocklistEntry>): ReadonlyArray<NewBlocklistEntry> => {
  const latest = new Map<string, NewBlocklistEntry>()
  for (const entry of entries) {
    const name = `${entry.kind} ${entry.action} ${entry.expression} ${entry.source}`
    const other = latest.get(name)
    if (other === undefined || entry.createdAt >= other.createdAt) latest.set(name, entry)
  }
  return [...latest.values()]
}

/** Returns the condition for entries of any of the targets, which are passed as one JSON parameter. */
const isOneOfTargets = (
  sql: SqlClient.SqlClient,
  targets: ReadonlyArray<BlocklistTarget>
): Statement.Fragment => {
  const list = JSON.stringify(targets.map(({ expression, kind }) => [kind, expression]))
  const pairs = sql.onDialectOrElse({
    pg: () => sql`SELECT value->>0, value->>1 FROM json_array_elements(${list}::json)`,
    orElse: () => sql`SELECT value->>0, value->>1 FROM json_each(${list})`
  })
  return sql`(kind, expression) IN (${pairs})`
}

const kind = oneOfReader(targetKinds)
const action = oneOfReader(actions)

/** Reads an entry. A database that was opened read-only, without a migration, may lack newer columns. */
const entryOf = tableReader("blocklist", (row): BlocklistEntry => ({
  id: readInteger(row, "id"),
  kind: kind(row, "kind"),
  expression: readText(row, "expression"),
  action: row["action"] === undefined ? "block" : action(row, "action"),
  reason: readText(row, "reason"),
  source: readText(row, "source"),
  author: row["author"] === undefined ? "operator" : readText(row, "author"),
  forced: row["forced"] !== undefined && readInteger(row, "forced") === 1,
  createdAt: readInstant(row, "created_at"),
  expiresAt: readInstantOrNull(row, "expires_at")
}))

/** Scans at most `entriesScannedMax` entries, newest first, because no index finds a substring. */
export const searchBlocklist = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { action, before = Number.MAX_SAFE_INTEGER, limit, source, targets, text }: BlocklistPage & BlocklistSearch
): Effect.fn.Return<BlocklistSearchResult, SqlError.SqlError> {
  const part = foldCase(text)
  const conditions = sql.and([
    // Appending `''` keeps the database from using an index with which it would read beyond the range and sort all
    // matches.
    ...action === undefined ? [] : [sql`action || '' = ${action}`],
    ...source === undefined ? [] : [sql`source || '' = ${source}`],
    sql.or([
      sql.onDialectOrElse({
        pg: () => sql`strpos(lower(expression COLLATE "C"), ${part}) > 0`,
        orElse: () => sql`instr(lower(expression), ${part}) > 0`
      }),
      ...targets.length === 0 ? [] : [isOneOfTargets(sql, targets)]
    ])
  ])
  const items: Array<BlocklistEntry> = []
  let high = before
  for (let scanned = 0; scanned < entriesScannedMax; scanned += entriesPerScan) {
    const [end] = yield* sql`SELECT id FROM blocklist WHERE id < ${high} ORDER BY id DESC LIMIT 1
      OFFSET ${entriesPerScan - 1}`
    const low = end === undefined ? 0 : readInteger(end, "id")
    // Reads one entry more than requested, to detect whether there is a next page.
    const rows = yield* sql`SELECT * FROM blocklist WHERE id >= ${low} AND id < ${high} AND ${conditions}
      ORDER BY id DESC LIMIT ${limit + 1 - items.length}`
    items.push(...rows.map(entryOf))
    const lastOfPage = items.length > limit ? items[limit - 1] : undefined
    if (lastOfPage !== undefined) return { items: items.slice(0, limit), next: lastOfPage.id }
    if (end === undefined) return { items, next: null }
    high = low
    yield* Effect.yieldNow
  }
  return { items, next: high }
})
