import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { folded } from "../../../core/history/RequestQuery.ts"
import type { BlocklistFound, BlocklistPage } from "../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistEntry } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import type { BlocklistSearch } from "../../../core/threats/blocklist/BlocklistSearch.ts"
import { entryOf, isOneOfTargets } from "./BlocklistRows.ts"
import { integer } from "./Row.ts"

/** Entries that one statement looks at: a few milliseconds, during which SQLite answers nobody else. */
export const entriesAtOnce = 10_000
/** Entries that one call looks at; who wants more asks for the next page. */
export const entriesLookedMax = 100_000

/** Looks through the entries from the newest on, as no index finds a part of a text, as far as one call's bound reaches. */
export const searchBlocklist = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { action, before = Number.MAX_SAFE_INTEGER, limit, source, targets, text }: BlocklistPage & BlocklistSearch
): Effect.fn.Return<BlocklistFound, SqlError.SqlError> {
  const part = folded(text)
  const conditions = sql.and([
    // No plain column: an index of it would lead out of the part that is looked at, and have all that matches sorted.
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
  for (let looked = 0; looked < entriesLookedMax; looked += entriesAtOnce) {
    const [end] = yield* sql`SELECT id FROM blocklist WHERE id < ${high} ORDER BY id DESC LIMIT 1
      OFFSET ${entriesAtOnce - 1}`
    const low = end === undefined ? 0 : integer(end, "id")
    // One more than is wanted: whether there are more.
    const rows = yield* sql`SELECT * FROM blocklist WHERE id >= ${low} AND id < ${high} AND ${conditions}
      ORDER BY id DESC LIMIT ${limit + 1 - items.length}`
    items.push(...rows.map(entryOf))
    if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]!.id }
    if (end === undefined) return { items, next: null }
    high = low
    yield* Effect.yieldNow
  }
  return { items, next: high }
})
