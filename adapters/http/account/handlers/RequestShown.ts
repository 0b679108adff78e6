import type { RequestRecord } from "../../../../core/history/RequestHistory.ts"
import type { RequestFilter } from "../../../../core/history/RequestQuery.ts"
import { searchedText } from "../../../../core/requests/SearchedText.ts"
import { apiKeyOf } from "../../../../core/requests/TriedBy.ts"
import type { RequestsNarrowed } from "../api/Requests.ts"

/** A request as the pages get it. */
export const requestShown = (record: RequestRecord) => ({
  requestId: record.requestId,
  keyId: apiKeyOf(record.keyId),
  operation: record.operation,
  status: record.status,
  credits: record.credits,
  at: record.at.getTime(),
  millis: record.durationMicros / 1_000,
  verdict: record.verdict,
  subject: record.subject
})

/** Beyond them no `Date` holds an instant (ECMA-262, section 21.4.1.1). */
const instantMax = 8_640_000_000_000_000

export const instantWithin = (millis: number): Date => new Date(Math.min(Math.max(millis, 0), instantMax))

/** What is left blank does not narrow. */
export const filterOf = (sent: RequestsNarrowed): RequestFilter => {
  const { from, keyId, operation, status, text = "", to, verdict } = sent
  const texts = Object.entries({ keyId, operation, status, verdict })
    .filter(([, value]) => value !== undefined && value.trim() !== "")
  return {
    ...Object.fromEntries(texts),
    ...text.trim() === "" ? {} : searchedText(text),
    ...from === undefined ? {} : { from: instantWithin(from) },
    ...to === undefined ? {} : { to: instantWithin(to) }
  }
}
