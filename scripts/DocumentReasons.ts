import { blockPenaltyMin, reasonCatalogue, warnPenaltyMin } from "../core/documents/facts/ReasonCatalogue.ts"

/** `docs/document-reasons.md`: the catalogue of reasons, for users. */
export const documentReasonsPage = (): string =>
  [
    "# Why a document is rated as it is",
    "",
    "Every reason of a document's score, with the points that it may take: by how bad it is, the worst finding of a code counts, " +
    "and its message says how many more there are. The score is 100 less the worst penalty and a quarter of every other " +
    `code's. Penalties below ${warnPenaltyMin} leave a document \`ok\`, those below ${blockPenaltyMin} make it \`warn\`, the ` +
    "others `block`: trifles never add up to a warning, nor warnings to a block.",
    "",
    "This page is made of `core/documents/facts/ReasonCatalogue.ts` (`npm run docs`).",
    "",
    "| Code | Points | What it says | Source |",
    "|---|---|---|---|",
    ...Object.entries(reasonCatalogue).map(([code, { about, penalties, source }]) =>
      `| \`${code}\` | ${penalties.join(", ")} | ${cell(about)} | ${cell(source)} |`
    ),
    ""
  ].join("\n")

const cell = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")
