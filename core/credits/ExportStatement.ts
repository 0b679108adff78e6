import { Effect } from "effect"
import { exportFile, formatHeader, formatLine, type LineFormat } from "../kernel/ExportFile.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Ledger } from "./Ledger.ts"
import type { LedgerLine, MovementKind } from "./Movement.ts"

/** Filter of a statement. An absent field matches everything. */
export interface StatementFilter {
  readonly kind?: MovementKind
}

/** Streams an account's movements as lines of a file, newest first. Movements are read on demand. */
export const exportStatement = Effect.fn("exportStatement")(
  function*(accountId: AccountId, filter: StatementFilter, format: LineFormat, rowsMax: number) {
    const ledger = yield* Ledger
    return exportFile<number, never, never>(
      headerLine(format),
      rowsMax,
      (page) =>
        Effect.map(ledger.statement(accountId, { ...filter, ...page }), (movements) => ({
          lines: movements.map((movement) => statementLine(movement, format)),
          next: movements.length < page.limit ? null : movements.at(-1)?.version ?? null
        }))
    )
  }
)

const columns = [
  "version",
  "at",
  "kind",
  "from",
  "to",
  "amount",
  "available_after",
  "held_after",
  "request_id",
  "note"
] as const

/** Returns the columns of a movement: `amount` credits move from `from` to `to`. Times are ISO 8601. */
const fieldsOf = (line: LedgerLine) => ({
  version: line.version,
  at: line.at.toISOString(),
  kind: line.kind,
  from: line.from,
  to: line.to,
  amount: line.amount,
  available_after: line.availableAfter,
  held_after: line.heldAfter,
  request_id: line.requestId,
  note: line.note
})

const headerLine = (format: LineFormat): string => formatHeader(columns, format)

export const statementLine = (line: LedgerLine, format: LineFormat): string =>
  formatLine(columns, fieldsOf(line), format)
