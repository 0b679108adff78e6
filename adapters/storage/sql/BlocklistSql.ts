import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Blocklist, BlocklistEntryNotFound } from "../../../core/threats/blocklist/Blocklist.ts"
import type { ListingAction, NewBlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { entryOf, isOneOfTargets } from "./BlocklistRows.ts"
import { searchBlocklist } from "./BlocklistSearchSql.ts"
import { insertRows, isOneOf, type Target } from "./Dialect.ts"
import { newestOf } from "./NewestOf.ts"
import { orDie } from "./Outage.ts"
import { byPortions, countOf } from "./Portions.ts"
import { integer } from "./Row.ts"

/** Entries written with one statement. */
export const entriesWrittenMax = 1_000

const actions: ReadonlyArray<ListingAction> = ["block", "allow"]

const blocklist: Target<NewBlocklistEntry> = {
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
  // What was said later stands, in whichever order it is read: a backup that is read again takes nothing back.
  conflict: `(kind, expression, action, source) DO UPDATE SET reason = excluded.reason, author = excluded.author,
    forced = excluded.forced, created_at = excluded.created_at, expires_at = excluded.expires_at
    WHERE excluded.created_at >= blocklist.created_at`
}

export const layer: Layer.Layer<Blocklist, never, SqlClient.SqlClient> = Layer.effect(
  Blocklist,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const count = sql`SELECT COUNT(*) AS entries FROM blocklist`.pipe(Effect.map(([row]) => integer(row!, "entries")))

    return Blocklist.of({
      find: (targets, now) =>
        sql`SELECT * FROM blocklist WHERE ${isOneOfTargets(sql, targets)}
          AND (expires_at IS NULL OR expires_at > ${now.getTime()})`.pipe(
          Effect.map((rows) => rows.map(entryOf)),
          orDie
        ),
      put: Effect.fnUntraced(function*(entry) {
        yield* insertRows(sql, blocklist, [entry])
        const [row] = yield* sql`SELECT * FROM blocklist WHERE kind = ${entry.kind}
          AND expression = ${entry.expression} AND action = ${entry.action} AND source = ${entry.source}`
        return entryOf(row!)
      }, orDie),
      putAll: (entries) =>
        sql.withTransaction(Effect.gen(function*() {
          const before = yield* count
          for (let at = 0; at < entries.length; at += entriesWrittenMax) {
            yield* insertRows(sql, blocklist, latestOfEach(entries.slice(at, at + entriesWrittenMax)))
          }
          return (yield* count) - before
        })).pipe(orDie),
      list: ({ action, before = Number.MAX_SAFE_INTEGER, limit, source }) => {
        const older = sql`id < ${before}`
        const ofActions = action === undefined && source !== undefined ? actions : [action]
        const branches = ofActions.map((one) => [
          ...(source === undefined ? [] : [sql`source = ${source}`]),
          ...(one === undefined ? [] : [sql`action = ${one}`]),
          older
        ])
        return newestOf(sql, { table: "blocklist", branches, order: "id DESC", limit }).pipe(
          Effect.map((rows) => rows.map(entryOf)),
          orDie
        )
      },
      search: (query) => orDie(searchBlocklist(sql, query)),
      remove: Effect.fnUntraced(function*(id) {
        const removed = yield* orDie(sql`DELETE FROM blocklist WHERE id = ${id} RETURNING id`)
        if (removed.length === 0) return yield* new BlocklistEntryNotFound({ id })
      }),
      removeSource: (source) => removed(sql`DELETE FROM blocklist WHERE source = ${source} RETURNING id`),
      sweep: (now) => removed(sql`DELETE FROM blocklist WHERE expires_at <= ${now.getTime()} RETURNING id`),
      count: orDie(count),
      countBy: (authors) => orDie(countOf(sql, "blocklist", isOneOf(sql, "author", authors))),
      renameAuthors: (authors, to) => {
        const isTheirs = isOneOf(sql, "author", authors)
        return byPortions(
          sql,
          "blocklist",
          (portion) => Effect.as(sql`UPDATE blocklist SET author = ${to} WHERE ${portion} AND ${isTheirs}`, 0)
        ).pipe(
          Effect.asVoid,
          orDie
        )
      }
    })
  })
)

const removed = (deletion: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  orDie(Effect.map(deletion, ({ length }) => length))

/** PostgreSQL does not let one statement write a row twice. */
const latestOfEach = (entries: ReadonlyArray<NewBlocklistEntry>): ReadonlyArray<NewBlocklistEntry> => {
  const latest = new Map<string, NewBlocklistEntry>()
  for (const entry of entries) {
    const name = `${entry.kind} ${entry.action} ${entry.expression} ${entry.source}`
    const other = latest.get(name)
    if (other === undefined || entry.createdAt >= other.createdAt) latest.set(name, entry)
  }
  return [...latest.values()]
}
