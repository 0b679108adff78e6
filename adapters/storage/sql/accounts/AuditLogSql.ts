import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { commandLinePrefix } from "../../../../core/audit/ActorName.ts"
import {
  type AuditAction,
  auditActions,
  type AuditEntry,
  type NewAuditEntry
} from "../../../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { makeTaskScheduler } from "../../../../core/members/TaskScheduler.ts"
import { orDie } from "../statements/Outage.ts"
import {
  oneOfReader,
  readInstant,
  readInteger,
  readText,
  readTextOrNull,
  requireRow,
  tableReader
} from "../statements/Row.ts"
import { selectMerged } from "../statements/TableScans.ts"

export const layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const later = yield* makeTaskScheduler
    const append = (entry: NewAuditEntry) =>
      sql`INSERT INTO audit_log (account_id, at, actor, member_id, action, target, detail, address)
        VALUES (${entry.accountId}, ${entry.at.getTime()}, ${entry.actor}, ${entry.memberId}, ${entry.action},
          ${entry.target}, ${entry.detail}, ${entry.address})`.pipe(Effect.asVoid, orDie)
    return AuditLog.of({
      append,
      appendAfterDelay: (entry, millis) => later(append(entry), millis),
      list: ({ accountId, action, before = Number.MAX_SAFE_INTEGER, limit, memberId, onCommandLine = false }) => {
        const ofActions = action === undefined ? [undefined] : actionsOf(action)
        if (ofActions.length === 0) return Effect.succeed([])
        const branches = ofActions.map((one) => [
          sql`account_id = ${accountId}`,
          ...(memberId === undefined ? [] : [sql`member_id = ${memberId}`]),
          ...(onCommandLine ? [sql`member_id IS NULL`, sql.literal(isByCommandLine)] : []),
          ...(one === undefined ? [] : [sql`action = ${one}`]),
          sql`id < ${before}`
        ])
        return selectMerged(sql, { table: "audit_log", branches, order: "id DESC", limit }).pipe(
          Effect.map((rows) => rows.map(entryOf)),
          orDie
        )
      },
      count: (accountId) =>
        sql`SELECT count(*) AS entries FROM audit_log WHERE account_id = ${accountId}`.pipe(
          Effect.map((rows) => readInteger(requireRow(rows), "entries")),
          orDie
        ),
      rewrite: (accountId, entries) =>
        sql`UPDATE audit_log SET actor = anew.actor, member_id = anew.member_id, target = anew.target, detail = anew.detail,
            address = anew.address
          FROM ${entriesTable(sql, entries)} WHERE audit_log.account_id = ${accountId} AND audit_log.id = anew.id`.pipe(
          Effect.asVoid,
          orDie
        ),
      sweep: (before) =>
        sql`DELETE FROM audit_log WHERE at < ${before.getTime()} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          orDie
        )
    })
  })
)

/** Condition for entries of the command line. Its text must equal the condition of the index. */
const isByCommandLine = `substr(actor, 1, ${commandLinePrefix.length}) = '${commandLinePrefix}'`

/** Returns the actions that match a prefix of whole words: `key` does not match `keyboard.change`. */
const actionsOf = (named: string): ReadonlyArray<AuditAction> =>
  auditActions.filter((action) => `${action}.`.startsWith(`${named}.`))

/** Returns a table expression `anew` with any number of entries, which are passed as one parameter. */
const entriesTable = (sql: SqlClient.SqlClient, entries: ReadonlyArray<AuditEntry>) => {
  const list = JSON.stringify(entries.map(({ actor, address, detail, id, memberId, target }) => ({
    id,
    actor,
    member_id: memberId,
    target,
    detail,
    address
  })))
  return sql.onDialectOrElse({
    pg: () =>
      sql`json_to_recordset(${list}::json)
        AS anew (id bigint, actor text, member_id text, target text, detail text, address text)`,
    orElse: () =>
      sql`(SELECT value ->> 'id' AS id, value ->> 'actor' AS actor, value ->> 'member_id' AS member_id,
        value ->> 'target' AS target, value ->> 'detail' AS detail, value ->> 'address' AS address
        FROM json_each(${list})) AS anew`
  })
}

const auditAction = oneOfReader(auditActions)

const entryOf = tableReader("audit_log", (row): AuditEntry => ({
  id: readInteger(row, "id"),
  accountId: readText(row, "account_id"),
  at: readInstant(row, "at"),
  actor: readText(row, "actor"),
  memberId: readTextOrNull(row, "member_id"),
  action: auditAction(row, "action"),
  target: readText(row, "target"),
  detail: readText(row, "detail"),
  address: readText(row, "address")
}))
