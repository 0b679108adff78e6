import type { RequestRecord } from "../history/RequestHistory.ts"
import { headOf, type LineFormat, lineOf } from "../kernel/ExportFile.ts"
import { apiKeyOf } from "./TriedBy.ts"

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

/** As in the other JSON of the API: instants are ISO 8601. */
const fieldsOf = (record: RequestRecord) => ({
  request_id: record.requestId,
  at: record.at.toISOString(),
  operation: record.operation,
  status: record.status,
  credits: record.credits,
  millis: record.durationMicros / 1_000,
  verdict: record.verdict,
  subject: record.subject,
  key_id: apiKeyOf(record.keyId)
})

/** What stands before the first line. */
export const headLine = (format: LineFormat): string => headOf(columns, format)

/** One request as a line. */
export const requestLine = (record: RequestRecord, format: LineFormat): string =>
  lineOf(columns, fieldsOf(record), format)
