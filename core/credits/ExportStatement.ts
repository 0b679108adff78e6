import { Effect } from "effect"
import { exportFile } from "../kernel/ExportFile.ts"
import type { LineFormat } from "../kernel/FileLines.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Ledger } from "./LedgerPort.ts"
import type { MovementKind } from "./Movement.ts"
import { headLine, statementLine } from "./StatementLines.ts"

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
          next: movements.length < page.limit ? null : movements.at(-1)!.version
        }))
    )
  }
)
