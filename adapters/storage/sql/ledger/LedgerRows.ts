import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { LedgerAudit } from "../../../../core/credits/Ledger.ts"
import { type Balance, emptyBalance, type RequestMovements } from "../../../../core/credits/LedgerRules.ts"
import type { Bucket, LedgerLine, Movement, MovementKind } from "../../../../core/credits/Movement.ts"
import type { AccountId, RequestId } from "../../../../core/kernel/Ids.ts"
import { forUpdate, type InsertTarget, isOneOf } from "../statements/Dialect.ts"
import {
  membersOf,
  oneOfReader,
  readInstant,
  readInteger,
  readText,
  readTextOrNull,
  requireRow,
  tableReader
} from "../statements/Row.ts"

/** Ledger state of an account within a transaction. */
export interface AccountState {
  readonly accountId: AccountId
  balance: Balance
  version: number
  /** Whether the balance must be written back. */
  hasMoved: boolean
}

const movementKind = oneOfReader(membersOf<MovementKind>()(["grant", "adjust", "reserve", "settle", "refund"]))
const bucket = oneOfReader(membersOf<Bucket>()(["issued", "available", "held", "revenue"]))

const movementOf = tableReader("ledger_movements", (row): Movement => ({
  accountId: readText(row, "account_id"),
  requestId: readText(row, "request_id"),
  kind: movementKind(row, "kind"),
  from: bucket(row, "from_bucket"),
  to: bucket(row, "to_bucket"),
  amount: readInteger(row, "amount"),
  note: readText(row, "note"),
  keyId: readTextOrNull(row, "key_id")
}))

const lineOf = tableReader("ledger_movements", (row): LedgerLine => ({
  ...movementOf(row),
  version: readInteger(row, "version"),
  availableAfter: readInteger(row, "available_after"),
  heldAfter: readInteger(row, "held_after"),
  at: readInstant(row, "at")
}))

/** Returns an account's lines, newest first. Movements other than `settle` are rare and have a separate index. */
export const readAccountLines = (
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  { before, kind, limit }: { readonly kind?: MovementKind; readonly before?: number; readonly limit: number }
) => {
  const ofKind = kind === undefined
    ? sql``
    : kind === "settle"
    ? sql`AND kind = 'settle'`
    : sql`AND kind <> 'settle' AND kind = ${kind}`
  // Names the index. Without statistics, SQLite would instead scan all movements of the account.
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

/**
 * Returns a request's lines, oldest first. The query omits the account, because SQLite would scan the whole account.
 */
export const readRequestLines = (sql: SqlClient.SqlClient, accountId: AccountId, requestId: RequestId) =>
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
    const id = readText(row, "account_id")
    for (const bucket of ["available", "held"]) {
      if (readInteger(row, bucket) !== readInteger(row, `entries_${bucket}`)) {
        found.push(
          `${id}: ${bucket} is ${readInteger(row, bucket)}, but its entries sum to ${
            readInteger(row, `entries_${bucket}`)
          }`
        )
      }
    }
    if (readInteger(row, "version") !== readInteger(row, "movements")) {
      found.push(
        `${id}: the version is ${readInteger(row, "version")}, but there are ${readInteger(row, "movements")} movements`
      )
    }
    return found
  })
  const sum = readInteger(total, "sum")
  const audit: LedgerAudit = {
    movements: readInteger(total, "entries") / 2,
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
  // Locks the rows in one order, so that two servers with the same accounts cannot deadlock.
  const rows = yield* sql`SELECT account_id, available, held, version FROM ledger_balances
    WHERE ${isOneOf(sql, "account_id", ids)} ORDER BY account_id ${forUpdate(sql)}`
  const accounts = new Map<string, AccountState>()
  for (const account of rows.map(accountStateOf)) accounts.set(account.accountId, account)
  return accounts
})

/** Reads the ledger movements of requests. The result has no entry for a request without movements. */
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
  available: readInteger(row, "available"),
  held: readInteger(row, "held")
}))

const accountStateOf = tableReader("ledger_balances", (row): AccountState => ({
  accountId: readText(row, "account_id"),
  balance: balanceOf(row),
  version: readInteger(row, "version"),
  hasMoved: false
}))
