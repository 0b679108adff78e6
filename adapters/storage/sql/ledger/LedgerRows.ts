import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LedgerAudit } from "../../../../core/credits/Ledger.ts"
import { type Balance, emptyBalance, type RequestMovements } from "../../../../core/credits/LedgerRules.ts"
import type { Bucket, LedgerLine, Movement, MovementKind } from "../../../../core/credits/Movement.ts"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"
import { forUpdate, type InsertTarget, isOneOf } from "../statements/Dialect.ts"
import { instant, integer, membersOf, oneOf, requireRow, tableReader, text, textOrNull } from "../statements/Row.ts"

/** State of an account within a transaction. */
export interface AccountState {
  readonly accountId: AccountId
  balance: Balance
  version: number
  /** Whether the balance has to be written back. */
  hasMoved: boolean
}

const movementKind = oneOf(membersOf<MovementKind>()(["grant", "adjust", "reserve", "settle", "refund"]))
const bucket = oneOf(membersOf<Bucket>()(["issued", "available", "held", "revenue"]))

const movementOf = tableReader("ledger_movements", (row): Movement => ({
  accountId: text(row, "account_id"),
  requestId: text(row, "request_id"),
  kind: movementKind(row, "kind"),
  from: bucket(row, "from_bucket"),
  to: bucket(row, "to_bucket"),
  amount: integer(row, "amount"),
  note: text(row, "note"),
  keyId: textOrNull(row, "key_id")
}))

const lineOf = tableReader("ledger_movements", (row): LedgerLine => ({
  ...movementOf(row),
  version: integer(row, "version"),
  availableAfter: integer(row, "available_after"),
  heldAfter: integer(row, "held_after"),
  at: instant(row, "at")
}))

/** Returns lines newest first. Movements other than charges are rare and have a separate index. */
export const linesOfAccount = (
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  { before, kind, limit }: { readonly kind?: MovementKind; readonly before?: number; readonly limit: number }
) => {
  const ofKind = kind === undefined
    ? sql``
    : kind === "settle"
    ? sql`AND kind = 'settle'`
    : sql`AND kind <> 'settle' AND kind = ${kind}`
  // Names the index, because SQLite without statistics would scan in the order of versions.
  const index = sql.onDialectOrElse({
    pg: () => sql``,
    orElse: () => kind === undefined || kind === "settle" ? sql`` : sql`INDEXED BY ledger_movements_rare`
  })
  return Effect.map(
    sql`SELECT * FROM ledger_movements ${index} WHERE account_id = ${accountId} AND version < ${
      before ?? Number.MAX_SAFE_INTEGER
    }
      ${ofKind} ORDER BY version DESC LIMIT ${limit}`,
    (rows) => rows.map(lineOf)
  )
}

/** Returns lines oldest first. The query uses the request index alone: with more conditions, SQLite scans the whole account. */
export const linesOfRequest = (sql: SqlClient.SqlClient, accountId: AccountId, requestId: RequestId) =>
  Effect.map(
    sql`SELECT * FROM ledger_movements WHERE request_id = ${requestId}`,
    (rows) =>
      rows.map(lineOf).filter((line) => line.accountId === accountId)
        .toSorted((one, other) => one.version - other.version)
  )

/** Recomputes every balance from the entries and checks for missing versions. */
export const auditLedger = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const total = requireRow(yield* sql`SELECT COALESCE(SUM(amount), 0) AS sum, COUNT(*) AS entries FROM ledger_entries`)
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
          `${id}: ${bucket} is ${integer(row, bucket)}, but its entries sum to ${integer(row, `entries_${bucket}`)}`
        )
      }
    }
    if (integer(row, "version") !== integer(row, "movements")) {
      found.push(
        `${id}: the version is ${integer(row, "version")}, but there are ${integer(row, "movements")} movements`
      )
    }
    return found
  })
  const sum = integer(total, "sum")
  const audit: LedgerAudit = {
    movements: integer(total, "entries") / 2,
    sum,
    faults: sum === 0 ? faults : [`the sum of all entries is ${sum}`, ...faults]
  }
  return audit
})

export const movementsTarget: InsertTarget<LedgerLine> = {
  table: "ledger_movements",
  columns: {
    account_id: "text",
    version: "integer",
    request_id: "text",
    kind: "text",
    from_bucket: "text",
    to_bucket: "text",
    amount: "integer",
    note: "text",
    key_id: "text",
    available_after: "integer",
    held_after: "integer",
    at: "integer"
  },
  cells: (line) => [
    line.accountId,
    line.version,
    line.requestId,
    line.kind,
    line.from,
    line.to,
    line.amount,
    line.note,
    line.keyId,
    line.availableAfter,
    line.heldAfter,
    line.at.getTime()
  ]
}

/** Reads the accounts of a group and locks them if other servers can write them. */
export const loadAccountStates = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, ids: ReadonlyArray<AccountId>) {
  if (ids.length === 0) return new Map<string, AccountState>()
  // Locks in one order, so that two servers with the same accounts cannot deadlock.
  const rows = yield* sql`SELECT account_id, available, held, version FROM ledger_balances
    WHERE ${isOneOf(sql, "account_id", ids)} ORDER BY account_id ${forUpdate(sql)}`
  const accounts = new Map<string, AccountState>()
  for (const account of rows.map(accountStateOf)) accounts.set(account.accountId, account)
  return accounts
})

/** Reads the ledger movements of requests. */
export const loadRequestMovements = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, ids: ReadonlyArray<RequestId>) {
    const requests = new Map<string, RequestMovements>()
    if (ids.length === 0) return requests
    const rows = yield* sql`SELECT * FROM ledger_movements WHERE ${isOneOf(sql, "request_id", ids)}`
    for (const movement of rows.map(movementOf)) {
      requests.set(movement.requestId, { ...requests.get(movement.requestId), [movement.kind]: movement })
    }
    return requests
  }
)

export const balancesTarget: InsertTarget<AccountState> = {
  table: "ledger_balances",
  columns: { account_id: "text", available: "integer", held: "integer", version: "integer" },
  cells: ({ accountId, balance, version }) => [accountId, balance.available, balance.held, version],
  conflict:
    "(account_id) DO UPDATE SET available = excluded.available, held = excluded.held, version = excluded.version"
}

export const readBalance = (sql: SqlClient.SqlClient, accountId: AccountId) =>
  Effect.map(
    sql`SELECT available, held FROM ledger_balances WHERE account_id = ${accountId}`,
    ([row]) => row === undefined ? emptyBalance : balanceOf(row)
  )

const balanceOf = tableReader("ledger_balances", (row): Balance => ({
  available: integer(row, "available"),
  held: integer(row, "held")
}))

const accountStateOf = tableReader("ledger_balances", (row): AccountState => ({
  accountId: text(row, "account_id"),
  balance: balanceOf(row),
  version: integer(row, "version"),
  hasMoved: false
}))
