import type { ReasonCases } from "../../core/scoring/ReasonCase.ts"

/** Escapes text for Markdown, except for code in backticks. */
export const escapeMarkdown = (text: string): string =>
  text.split(/(`[^`]*`)/).map((part, at) =>
    at % 2 === 1 ? part : part.replaceAll("\\", "\\\\").replaceAll("<", "&lt;").replaceAll("*", "\\*")
  ).join("")

/** Escapes text for a cell of a Markdown table. */
export const tableCell = (text: string): string => escapeMarkdown(text).replaceAll("|", "\\|")

/** Returns a table of the points and messages of a reason's cases. */
export const casesTable = (cases: ReasonCases): ReadonlyArray<string> => [
  "| Points | Message |",
  "|---|---|",
  ...Object.values(cases).map(([points, message]) => `| ${points} | ${tableCell(message)} |`)
]
