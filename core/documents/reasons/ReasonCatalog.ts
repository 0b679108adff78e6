import { fileReasons } from "./FileReasons.ts"
import { linkReasons } from "./LinkReasons.ts"
import { officeReasons } from "./OfficeReasons.ts"
import { pdfReasons } from "./PdfReasons.ts"
import type { ReasonEntry } from "./ReasonEntry.ts"

/** Minimum penalty for `warn`: a score of 85 is still `ok`. */
export const warnPenaltyMin = 16
/** Minimum penalty for `block`: a score of 70 is still `warn`. */
export const blockPenaltyMin = 31

/**
 * Catalog of all reasons that lower a document's score, with their points and messages. The response, `docs/`, the
 * OpenAPI document, the dashboard and the sample data derive from it. Up to 15 points leave a document `ok`, 16 to 30
 * make it `warn`, and 31 or more `block`.
 */
export const reasonCatalog = {
  ...pdfReasons,
  ...officeReasons,
  ...fileReasons,
  ...linkReasons
} satisfies Record<string, ReasonEntry>

export type ReasonCode = keyof typeof reasonCatalog

/** Cases of a reason code, by case name. */
export type CasesOf<Code extends ReasonCode> = (typeof reasonCatalog)[Code]["cases"]
