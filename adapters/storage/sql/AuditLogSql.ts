import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type AuditAction,
  auditActions,
  type AuditEntry,
  type NewAuditEntry
} from "../../../core/members/AuditEntry.ts"
import { makeLater } from "../../../core/members/Later.ts"
import { AuditLog, erasedActor } from "../../../core/ports/AuditLog.ts"
import { newestOf } from "./NewestOf.ts"
import { instant, integer, type Row, text, textOrNull } from "./Row.ts"

export const layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
  AuditLog,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const later = yield* makeLater
    const append = (entry: NewAuditEntry) =>
      sql`INSERT INTO audit_log (account_id, at, actor, member_id, action, target, detail, address)
        VALUES (${entry.accountId}, ${entry.at.getTime()}, ${entry.actor}, ${entry.memberId}, ${entry.action},
          ${entry.target}, ${entry.detail}, ${entry.address})`.pipe(Effect.asVoid, Effect.orDie)
    return AuditLog.of({
      append,
      appendLater: (entry, millis) => later(append(entry), millis),
      list: ({ accountId, action, before = Number.MAX_SAFE_INTEGER, limit, memberId }) => {
        const ofActions = action === undefined ? [undefined] : actionsOf(action)
        if (ofActions.length === 0) return Effect.succeed([])
        const branches = ofActions.map((one) => [
          sql`account_id = ${accountId}`,
          ...(memberId === undefined ? [] : [sql`member_id = ${memberId}`]),
          ...(one === undefined ? [] : [sql`action = ${one}`]),
          sql`id < ${before}`
        ])
        return newestOf(sql, { table: "audit_log", branches, order: "id DESC", limit }).pipe(
          Effect.map((rows) => rows.map(entryOf)),
          Effect.orDie
        )
      },
      count: (accountId) =>
        sql`SELECT count(*) AS entries FROM audit_log WHERE account_id = ${accountId}`.pipe(
          Effect.map(([row]) => integer(row!, "entries")),
          Effect.orDie
        ),
      blank: (accountId, ids) =>
        sql`UPDATE audit_log SET actor = ${erasedActor}, member_id = NULL, target = '', detail = '', address = ''
          WHERE account_id = ${accountId} AND ${isAmong(sql, ids)}`.pipe(
          Effect.asVoid,
          Effect.orDie
        ),
      sweep: (before) =>
        sql`DELETE FROM audit_log WHERE at < ${before.getTime()} RETURNING id`.pipe(
          Effect.map((rows) => rows.length),
          Effect.orDie
        )
    })
  })
)

/** By whole words: `key` is no beginning of `keyboard.change`. */
const actionsOf = (named: string): ReadonlyArray<AuditAction> =>
  auditActions.filter((action) => `${action}.`.startsWith(`${named}.`))

/** Ids are numbers, and `isOneOf` is for texts. */
const isAmong = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  sql.onDialectOrElse({
    pg: () => sql`id IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::json)::bigint)`,
    orElse: () => sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  })

const entryOf = (row: Row): AuditEntry => ({
  id: integer(row, "id"),
  accountId: text(row, "account_id"),
  at: instant(row, "at"),
  actor: text(row, "actor"),
  memberId: textOrNull(row, "member_id"),
  action: text(row, "action") as AuditAction,
  target: text(row, "target"),
  detail: text(row, "detail"),
  address: text(row, "address")
})
