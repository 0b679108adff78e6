import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { LedgerLine } from "../../../../core/credits/Movement.ts"
import type { RequestRecord } from "../../../../core/history/RequestHistory.ts"
import type { RequestFilter } from "../../../../core/history/RequestQuery.ts"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"
import { explainRequest } from "../../../../core/requests/ExplainRequest.ts"
import { exportRequests } from "../../../../core/requests/ExportRequests.ts"
import { listDocuments } from "../../../../core/requests/ListRequests.ts"
import { listRequests } from "../../../../core/requests/ListRequests.ts"
import { apiKeyIdOf } from "../../../../core/requests/MemberKeyId.ts"
import { parseSearch } from "../../../../core/requests/ParseSearch.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { exportRowsMax } from "../api/Exports.ts"
import { pageLimitDefault } from "../api/Page.ts"
import type { RequestsQuery } from "../api/Requests.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { sendExport } from "../exports/SendExport.ts"
import { failNotFound } from "./Failures.ts"

export const requests = HttpApiBuilder.group(AccountApi, "requests", (handlers) =>
  handlers
    .handle("list", ({ query }) => list(filterOf(query), query))
    .handle("get", ({ params }) => Effect.catchTag(get(params.id), "RequestNotFound", failNotFound))
    .handle("exported", ({ query }) => exportFile(filterOf(query), query.format))
    .handle("documents", ({ query }) => documents(query)))

interface PageQuery {
  readonly before?: string
  readonly limit?: number
}

const list = Effect.fnUntraced(function*(filter: RequestFilter, { before, limit = pageLimitDefault }: PageQuery) {
  const { accountId } = yield* CurrentMember
  const { items, next } = yield* listRequests({
    accountId,
    limit,
    ...filter,
    ...before === undefined ? {} : { before }
  })
  return { items: items.map(({ request, ...beside }) => ({ ...toRequestView(request), ...beside })), next }
})

const get = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  const { details, movements, request } = yield* explainRequest(accountId, id)
  return { request: toRequestView(request), details, movements: movements.map(toMovementView) }
})

const toMovementView = ({ amount, at, kind, note }: LedgerLine) => ({ kind, amount, note, at: at.getTime() })

const exportFile = (filter: RequestFilter, format: LineFormat) =>
  sendExport({
    name: "requests",
    format,
    filter,
    read: (accountId) => exportRequests(accountId, filter, format, exportRowsMax)
  })

const documents = Effect.fnUntraced(function*(
  { limit = pageLimitDefault, ...page }: PageQuery & { readonly rating?: "ok" | "warn" | "block" }
) {
  const { accountId } = yield* CurrentMember
  const { items, next } = yield* listDocuments(accountId, { ...page, limit })
  return { items: items.map(({ details, request }) => ({ request: toRequestView(request), details })), next }
})

const toRequestView = (record: RequestRecord) => ({
  requestId: record.requestId,
  keyId: apiKeyIdOf(record.keyId),
  operation: record.operation,
  status: record.status,
  credits: record.credits,
  at: record.at.getTime(),
  millis: record.durationMicros / 1_000,
  verdict: record.verdict,
  subject: record.subject
})

/** Largest time value of a `Date`, in milliseconds (ECMA-262, section 21.4.1.1). */
const instantMax = 8_640_000_000_000_000

export const clampInstant = (millis: number): Date => new Date(Math.min(Math.max(millis, 0), instantMax))

/** Converts the query of the list to a filter. Blank fields do not filter. */
const filterOf = (sent: RequestsQuery): RequestFilter => {
  const { from, keyId, operation, status, text = "", to, verdict } = sent
  const texts = Object.entries({ keyId, operation, status, verdict })
    .filter(([, value]) => value !== undefined && value.trim() !== "")
  return {
    ...Object.fromEntries(texts),
    ...text.trim() === "" ? {} : parseSearch(text),
    ...from === undefined ? {} : { from: clampInstant(from) },
    ...to === undefined ? {} : { to: clampInstant(to) }
  }
}
