import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"

/** Characters of a lead's source that are kept: it is a label. */
export const sourceCharsKept = 100

/** What a person says of a lead: wanted is ham. */
export type LeadMark = "spam" | "ham"

/** Of an analysis, what is kept. Its reasons are not: they may quote the message. */
export interface LeadOutcome {
  readonly verdict: LeadVerdict
  /** 0 to 100. */
  readonly riskScore: number
  readonly categories: ReadonlyArray<string>
  /** ISO 639; null when it could not be told. */
  readonly language: string | null
  /** What the text of the message alone came to, 0 to 1; null without one. */
  readonly spamProbability: number | null
}

/** An analysed lead as it is kept. Who it was is not: neither address nor name, company or website. */
export interface LeadRecord extends LeadOutcome {
  /** UUID, as in the X-Request-Id header and in the answer. */
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly at: Date
  /** The caller's label of where it came from, shortened; null when there was none. */
  readonly source: string | null
  /** Null unless the operator wants messages kept, and when there was none or a blank one. */
  readonly message: string | null
  /** What a person said of it; null when nobody did. */
  readonly mark: LeadMark | null
  readonly markedAt: Date | null
}

/** What is known of a lead beside its analysis. */
export interface LeadArrival {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly at: Date
  readonly source: string | undefined
  readonly message: string | undefined
}

/** @param keepsMessage whether the operator turned that on */
export const leadRecordOf = (arrival: LeadArrival, outcome: LeadOutcome, keepsMessage: boolean): LeadRecord => {
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

/** On one line. */
const labelOf = (text: string): string => text.slice(0, sourceCharsKept).toWellFormed().replace(/\p{Cc}+/gu, " ").trim()

/** PostgreSQL's text holds no NUL, and its JSON no surrogate that stands alone. */
const storable = (text: string): string => text.replaceAll("\0", "\ufffd").toWellFormed()
