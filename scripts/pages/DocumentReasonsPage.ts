import { blockPenaltyMin, reasonCatalogue, warnPenaltyMin } from "../../core/documents/reasons/ReasonCatalogue.ts"
import type { ReasonEntry } from "../../core/documents/reasons/ReasonEntry.ts"

/** Returns `docs/reference/document-reasons.md`: the catalog of reasons, for users. */
export const documentReasonsPage = (): string =>
  [
    "# Why a document is rated as it is",
    "",
    "Every reason of a document's score, with the points of each case. Of one code the worst finding counts, and its message says " +
    "how many more there are. The score is 100 less the worst points and a quarter of those of every other code. Points below " +
    `${warnPenaltyMin} leave a document \`ok\`, those below ${blockPenaltyMin} make it \`warn\`, the others \`block\`: small ` +
    "findings never add up to a warning, nor warnings to a block. In a message `…` stands for something of the document.",
    "",
    "This page is made from the tables in `core/documents/reasons` (`npm run docs`).",
    "",
    "| Code | What it means | Points and message of each case | Source |",
    "|---|---|---|---|",
    ...Object.entries<ReasonEntry>(reasonCatalogue).map(([code, { about, cases, source }]) => {
      const points = Object.values(cases).map(([points, message]) => `${points}: ${cell(message)}`)
      return `| \`${code}\` | ${cell(about)} | ${points.join("<br>")} | ${cell(source)} |`
    }),
    ""
  ].join("\n")

const cell = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")
