import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"

/** Characters stored of a lead's source, which is a label. */
export const leadSourceCharsMax = 100

/** Mark set by a person. Ham is a wanted message. */
export type LeadMark = "spam" | "ham"

/** Stored result of an analysis. Reasons are not stored, because they may quote the message. */
export interface LeadOutcome {
  readonly verdict: LeadVerdict
  /** 0 to 100. */
  readonly riskScore: number
  readonly categories: ReadonlyArray<string>
  /** ISO 639. Null if unknown. */
  readonly language: string | null
  /** Spam probability of the message text, 0 to 1. Null without a message. */
  readonly spamProbability: number | null
}

/** Stored lead. Contains no personal data: no address, name, company or website. */
export interface LeadRecord extends LeadOutcome {
  /** UUID, also in the X-Request-Id header and the response. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly at: Date
  /** The caller's label of the origin, shortened. Null without one. */
  readonly source: string | null
  /** Null unless the operator stores messages and the message is not blank. */
  readonly message: string | null
  /** Mark set by a person. Null without one. */
  readonly mark: LeadMark | null
  readonly markedAt: Date | null
}

/** Data of a lead other than its analysis. */
export interface LeadArrival {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly at: Date
  readonly source: string | undefined
  readonly message: string | undefined
}

/** @param keepsMessage whether the operator has enabled storing messages */
export const makeLeadRecord = (arrival: LeadArrival, outcome: LeadOutcome, keepsMessage: boolean): LeadRecord => {
  const { accountId, at, message, requestId, source } = arrival
  const { categories, language, riskScore, spamProbability, verdict } = outcome
  const label = source === undefined ? "" : labelOf(source)
  const isKept = keepsMessage && message !== undefined && message.trim() !== ""
  return {
    requestId,
    accountId,
    at,
    verdict,
    riskScore,
    categories,
    language,
    spamProbability,
    source: label === "" ? null : label,
    message: isKept ? storable(message) : null,
    mark: null,
    markedAt: null
  }
}

/** Shortens a label to one line. */
const labelOf = (text: string): string =>
  text.slice(0, leadSourceCharsMax).toWellFormed().replace(/\p{Cc}+/gu, " ").trim()

/** PostgreSQL's text does not accept NUL, and its JSON no lone surrogates. */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed()
