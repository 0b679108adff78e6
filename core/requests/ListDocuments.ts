import { Effect } from "effect"
import { RequestHistory } from "../history/RequestHistory.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { DocumentRating } from "../scoring/Bands.ts"

/** Scanned documents with what was found in them, newest first; those that could not be read have no rating. */
export const listDocuments = Effect.fn("listDocuments")(function*(
  accountId: AccountId,
  page: { readonly rating?: DocumentRating; readonly before?: string; readonly limit: number }
) {
  const { rating, ...rest } = page
  const history = yield* RequestHistory
  const narrowed = rating === undefined ? { status: "2xx" } : { verdict: rating }
  const { items, next } = yield* history.search({ accountId, operation: "scan", ...narrowed, ...rest })
  const details = yield* history.details(accountId, items.map(({ requestId }) => requestId))
  return { items: items.map((request) => ({ request, details: details.get(request.requestId) ?? null })), next }
})
