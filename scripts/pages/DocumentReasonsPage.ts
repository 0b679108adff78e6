import { blockPenaltyMin, reasonCatalog, warnPenaltyMin } from "../../core/documents/reasons/ReasonCatalog.ts"
import type { ReasonEntry } from "../../core/documents/reasons/ReasonEntry.ts"
import { casesTable, escapeMarkdown } from "./Markdown.ts"

/** Returns `docs/reference/document-reasons.md`: the catalog of reasons, for users. */
export const documentReasonsPage = (): string =>
  [
    "# Document reasons",
    "",
    "This page explains every code in the `reasons` of `POST /scan`, with its points and messages.",
    "",
    "## How the score is computed",
    "",
    "The score starts at 100. The finding with the most points is subtracted in full. Of every other code, a quarter of its points is " +
    "subtracted. If a code has several findings, the worst one counts, and its message names the number of the others.",
    "",
    "The worst finding alone decides the rating, so small findings never add up to a warning, and warnings never to a block:",
    "",
    "| Points of the worst finding | `rating` |",
    "|---|---|",
    `| Below ${warnPenaltyMin} | \`ok\` |`,
    `| ${warnPenaltyMin} to ${blockPenaltyMin - 1} | \`warn\` |`,
    `| ${blockPenaltyMin} and above | \`block\` |`,
    "",
    "In a message, `…` stands for a part of the document.",
    "",
    "## Codes",
    "",
    ...Object.entries<ReasonEntry>(reasonCatalog).flatMap(([code, { about, cases, source }]) => [
      `### ${code}`,
      "",
      escapeMarkdown(about),
      "",
      ...casesTable(cases),
      "",
      `Source: ${escapeMarkdown(source)}`,
      ""
    ]),
    "<!-- Generated from the tables in core/documents/reasons by `npm run docs`. -->",
    ""
  ].join("\n")
