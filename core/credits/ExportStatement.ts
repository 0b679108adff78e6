import { Effect } from "effect"
import { exportFile, headOf, type LineFormat, lineOf } from "../kernel/ExportFile.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Ledger } from "./LedgerPort.ts"
import type { LedgerLine, MovementKind } from "./Movement.ts"

/** What narrows a statement; absent does not. */
export interface StatementFilter {
  readonly kind?: MovementKind
}

/** The movements of an account, newest first, as the lines of a file; read while they are taken. */
export const exportStatement = Effect.fn("exportStatement")(
  function*(accountId: AccountId, filter: StatementFilter, format: LineFormat, rowsMax: number) {
    const ledger = yield* Ledger
    return exportFile<number, never, never>(
      headLine(format),
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

/** With both entries: what leaves `from` arrives in `to`. Amounts are credits, instants ISO 8601. */
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

/** What stands before the first movement. */
const headLine = (format: LineFormat): string => headOf(columns, format)

/** One movement as a line. */
export const statementLine = (line: LedgerLine, format: LineFormat): string => lineOf(columns, fieldsOf(line), format)
