import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Bucket, LedgerLine, Movement, MovementKind } from "../../../core/credits/Movement.ts"
import type { LedgerAudit } from "../../../core/ports/Ledger.ts"
import { instant, integer, type Row, text, textOrNull } from "./Row.ts"

export const movementOf = (row: Row): Movement => ({
  accountId: text(row, "account_id"),
  requestId: text(row, "request_id"),
  kind: text(row, "kind") as MovementKind,
  from: text(row, "from_bucket") as Bucket,
  to: text(row, "to_bucket") as Bucket,
  amount: integer(row, "amount"),
  note: text(row, "note"),
  keyId: textOrNull(row, "key_id")
})

export const lineOf = (row: Row): LedgerLine => ({
  ...movementOf(row),
  version: integer(row, "version"),
  availableAfter: integer(row, "available_after"),
  heldAfter: integer(row, "held_after"),
  at: instant(row, "at")
})

/** Recomputes every balance from the entries, and looks for versions that are missing. */
export const auditLedger = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const [total] = yield* sql`SELECT COALESCE(SUM(amount), 0) AS sum, COUNT(*) AS entries FROM ledger_entries`
  const wrong = yield* sql`
    SELECT b.account_id, b.available, b.held, b.version,
      COALESCE(SUM(CASE WHEN e.bucket = 'available' THEN e.amount ELSE 0 END), 0) AS entries_available,
      COALESCE(SUM(CASE WHEN e.bucket = 'held' THEN e.amount ELSE 0 END), 0) AS entries_held,
      COUNT(DISTINCT e.version) AS movements
    FROM ledger_balances b LEFT JOIN ledger_entries e ON e.account_id = b.account_id
    GROUP BY b.account_id, b.available, b.held, b.version`
  const faults = wrong.flatMap((row) => {
    const found: Array<string> = []
    const id = text(row, "account_id")
    for (const bucket of ["available", "held"]) {
      if (integer(row, bucket) !== integer(row, `entries_${bucket}`)) {
        found.push(
          `${id}: ${bucket} is ${integer(row, bucket)}, its entries sum to ${integer(row, `entries_${bucket}`)}`
        )
      }
    }
    if (integer(row, "version") !== integer(row, "movements")) {
      found.push(`${id}: version ${integer(row, "version")} after ${integer(row, "movements")} movements`)
    }
    return found
  })
  const sum = integer(total!, "sum")
  const audit: LedgerAudit = {
    movements: integer(total!, "entries") / 2,
    sum,
    faults: sum === 0 ? faults : [`the sum of all entries is ${sum}`, ...faults]
  }
  return audit
})
