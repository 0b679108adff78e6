import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"

/** Maximum characters of a lead's source label that are stored. */
export const leadSourceCharsMax = 100

/** Mark that a person sets. Ham is a wanted message. */
export type LeadMark = "spam" | "ham"

/** Stored result of an analysis. Reasons are not stored, because they may quote the message. */
export interface LeadOutcome {
  readonly verdict: LeadVerdict
  /** Risk score from 0 to 100, where 100 is the highest risk. */
  readonly riskScore: number
  readonly categories: ReadonlyArray<string>
  /** ISO 639 code of the language; null if unknown. */
  readonly language: string | null
  /** Spam probability of the message text, from 0 to 1. Null if there is no message. */
  readonly spamProbability: number | null
}

/** Stored lead. It has no fields for the person's address, name, company or website. */
export interface LeadRecord extends LeadOutcome {
  /** UUID of the request, which is also in the X-Request-Id header and the response. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly at: Date
  /** Shortened label that the caller gave to the lead's origin, or null. */
  readonly source: string | null
  /** Message text. Null if the message is blank or the operator does not store messages. */
  readonly message: string | null
  /** Mark that a person has set, or null. */
  readonly mark: LeadMark | null
  readonly markedAt: Date | null
}

/** Data of a lead at its arrival, before the analysis. */
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

/**
 * Replaces NUL and lone surrogates. PostgreSQL's text does not accept NUL, and its JSON does not accept lone
 * surrogates.
 */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed()
