import { Effect } from "effect"
import { RequestHistory, type RequestRecord } from "../history/RequestHistory.ts"
import type { RequestFilter } from "../history/RequestQuery.ts"
import { exportFile, formatHeader, formatLine, type LineFormat } from "../kernel/ExportFile.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { apiKeyIdOf } from "./MemberKeyId.ts"

/** Streams the matching requests as lines of a file, newest first. Requests are read on demand. */
export const exportRequests = Effect.fn("exportRequests")(
  function*(accountId: AccountId, filter: RequestFilter, format: LineFormat, rowsMax: number) {
    const history = yield* RequestHistory
    return exportFile<string, never, never>(
      headerLine(format),
      rowsMax,
      (page) =>
        Effect.map(history.search({ accountId, ...filter, ...page }), ({ items, next }) => ({
          lines: items.map((record) => requestLine(record, format)),
          next
        }))
    )
  }
)

const columns = [
  "request_id",
  "at",
  "operation",
  "status",
  "credits",
  "millis",
  "verdict",
  "subject",
  "key_id"
] as const

/** Returns the columns of a request, with the field names of the API's JSON. Times are in ISO 8601. */
const fieldsOf = (record: RequestRecord) => ({
  request_id: record.requestId,
  at: record.at.toISOString(),
  operation: record.operation,
  status: record.status,
  credits: record.credits,
  millis: record.durationMicros / 1_000,
  verdict: record.verdict,
  subject: record.subject,
  key_id: apiKeyIdOf(record.keyId)
})

export const headerLine = (format: LineFormat): string => formatHeader(columns, format)

export const requestLine = (record: RequestRecord, format: LineFormat): string =>
  formatLine(columns, fieldsOf(record), format)
