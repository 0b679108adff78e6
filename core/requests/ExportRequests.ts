import { Effect } from "effect"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { RequestFilter } from "../history/RequestQuery.ts"
import { exportFile, type LineFormat } from "../kernel/ExportFile.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { headLine, requestLine } from "./RequestLines.ts"

/** The requests that a filter leaves, newest first, as the lines of a file; read while they are taken. */
export const exportRequests = Effect.fn("exportRequests")(
  function*(accountId: AccountId, filter: RequestFilter, format: LineFormat, rowsMax: number) {
    const history = yield* RequestHistory
    return exportFile<string, never, never>(
      headLine(format),
      rowsMax,
      (page) =>
        Effect.map(history.search({ accountId, ...filter, ...page }), ({ items, next }) => ({
          lines: items.map((record) => requestLine(record, format)),
          next
        }))
    )
  }
)
