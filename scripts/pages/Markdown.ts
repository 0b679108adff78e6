import type { Cases } from "../../core/scoring/Case.ts"

/** Returns a text in which only code in backticks is markup. */
export const escapeMarkdown = (text: string): string =>
  text.split(/(`[^`]*`)/).map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll("\\", "\\\\").replaceAll("<", "&lt;").replaceAll("*", "\\*")
  ).join("")

/** Returns a text as one cell of a table. */
export const tableCell = (text: string): string => escapeMarkdown(text).replaceAll("|", "\\|")

/** Returns a table of the points and messages of a reason's cases. */
export const casesTable = (cases: Cases): ReadonlyArray<string> => [
  "| Points | Message |",
  "|---|---|",
  ...Object.values(cases).map(([points, message]) => `| ${points} | ${tableCell(message)} |`)
]
