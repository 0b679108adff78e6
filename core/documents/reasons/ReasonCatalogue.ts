import { fileReasons } from "./FileReasons.ts"
import { linkReasons } from "./LinkReasons.ts"
import { officeReasons } from "./OfficeReasons.ts"
import { pdfReasons } from "./PdfReasons.ts"
import type { ReasonEntry } from "./ReasonEntry.ts"

/** Penalties from here on lead to `warn`, for a score of 85 is still `ok`. */
export const warnPenaltyMin = 16
/** Penalties from here on lead to `block`, for a score of 70 is still `warn`. */
export const blockPenaltyMin = 31

/**
 * Every reason that a document's score can have: the one place where points and messages are written. The answer, `docs/`, the
 * OpenAPI document, the dashboard and the sample data are made from it. Points up to 15 leave a document `ok`, 16 to 30 make it
 * `warn`, from 31 on `block`.
 */
export const reasonCatalogue = {
  ...pdfReasons,
  ...officeReasons,
  ...fileReasons,
  ...linkReasons
} satisfies Record<string, ReasonEntry>

export type ReasonCode = keyof typeof reasonCatalogue

type Catalogue = typeof reasonCatalogue

/** Names of the cases of a code. */
export type CaseOf<Code extends ReasonCode> = keyof Catalogue[Code]["cases"] & string

/** The message of a case, as it is written in the catalogue. */
export type MessageOf<Code extends ReasonCode, Case extends CaseOf<Code>> = Catalogue[Code]["cases"][Case] extends
  readonly [number, infer Message extends string] ? Message : never
