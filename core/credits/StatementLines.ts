import { headOf, type LineFormat, lineOf } from "../kernel/FileLines.ts"
import type { LedgerLine } from "./Movement.ts"

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
export const headLine = (format: LineFormat): string => headOf(columns, format)

/** One movement as a line. */
export const statementLine = (line: LedgerLine, format: LineFormat): string => lineOf(columns, fieldsOf(line), format)
