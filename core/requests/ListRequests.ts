import { Effect } from "effect"
import type { RequestDetails } from "../history/RequestDetails.ts"
import { RequestHistory } from "../history/RequestHistory.ts"
import { hashedOperation, type RequestQuery } from "../history/RequestQuery.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { DocumentRating } from "../scoring/Bands.ts"

const storedHash = /^sha256:([0-9a-f]{64})$/

/** Returns the SHA-256 of a scanned file in hex, from the request's details, or null. */
const fileHashOf = (details: RequestDetails | undefined): string | null =>
  storedHash.exec(String(details?.facts["file_hash"] ?? ""))?.[1] ?? null

/** Lists requests, newest first, with the reason of a refusal and the hash of a scanned file. */
export const listRequests = Effect.fn("listRequests")(function*(query: RequestQuery) {
  const history = yield* RequestHistory
  const { items, next } = yield* history.search(query)
  // Details are read only for these requests. Most requests in a list are shown without details.
  const needed = items.filter(({ operation, status }) => status >= 400 || operation === hashedOperation)
  const details = needed.length === 0
    ? new Map<string, RequestDetails>()
    : yield* history.getDetails(query.accountId, needed.map(({ requestId }) => requestId))
  return {
    items: items.map((request) => {
      const its = details.get(request.requestId)
      return { request, refusal: its?.refusal?.message ?? null, fileHash: fileHashOf(its) }
    }),
    next
  }
})

/** Lists scanned documents with their findings, newest first. Documents that could not be read have no rating. */
export const listDocuments = Effect.fn("listDocuments")(function*(
  accountId: AccountId,
  page: { readonly rating?: DocumentRating; readonly before?: string; readonly limit: number }
) {
  const { rating, ...rest } = page
  const history = yield* RequestHistory
  const narrowed = rating === undefined ? { status: "2xx" } : { verdict: rating }
  const { items, next } = yield* history.search({ accountId, operation: "scan", ...narrowed, ...rest })
  const details = yield* history.getDetails(accountId, items.map(({ requestId }) => requestId))
  return { items: items.map((request) => ({ request, details: details.get(request.requestId) ?? null })), next }
})
