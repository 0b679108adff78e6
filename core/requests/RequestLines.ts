import type { RequestRecord } from "../ports/RequestHistory.ts"
import { apiKeyOf } from "./TriedBy.ts"

export type LineFormat = "csv" | "ndjson"

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
export const headLine = (format: LineFormat): string => format === "csv" ? `${columns.join(",")}\r\n` : ""

/** One request as a line (RFC 4180, or one object of JSON). */
export const requestLine = (record: RequestRecord, format: LineFormat): string => {
  const fields = fieldsOf(record)
  return format === "ndjson"
    ? `${JSON.stringify(fields)}\n`
    : `${columns.map((column) => csvCell(fields[column])).join(",")}\r\n`
}

/**
 * A cell that a spreadsheet takes as text: subjects and verdicts come from outside, and what begins with one of these signs would
 * be run as a formula (OWASP, CSV Injection).
 */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ""
  const text = String(value)
  const defused = typeof value === "string" && /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",\r\n;]|^\s|\s$|^'/.test(defused) ? `"${defused.replaceAll("\"", "\"\"")}"` : defused
}
