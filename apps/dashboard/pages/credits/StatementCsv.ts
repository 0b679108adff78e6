import { csvText } from "../try/CsvText.ts"
import type { Line } from "./ByRequest.ts"

/** Movements with both their entries, for a spreadsheet; amounts are credits, instants ISO 8601. */
export const statementCsv = (lines: ReadonlyArray<Line>): string =>
  csvText(
    ["version", "at", "kind", "from", "to", "amount", "available_after", "held_after", "request_id", "note"],
    lines.map((line) => [
      line.version,
      new Date(line.at).toISOString(),
      line.kind,
      line.from,
      line.to,
      line.amount,
      line.availableAfter,
      line.heldAfter,
      line.requestId,
      line.note
    ])
  )
