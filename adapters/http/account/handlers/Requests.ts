import { Effect, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { LedgerLine } from "../../../../core/credits/Movement.ts"
import { explainRequest } from "../../../../core/requests/ExplainRequest.ts"
import { exportRequests } from "../../../../core/requests/ExportRequests.ts"
import { listDocuments } from "../../../../core/requests/ListDocuments.ts"
import { listRequests } from "../../../../core/requests/ListRequests.ts"
import type { LineFormat } from "../../../../core/requests/RequestLines.ts"
import type { RequestFilter } from "../../../../core/requests/RequestQuery.ts"
import { isHeadOnly } from "../../server/HeadOnly.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { exportRowsMax } from "../api/Requests.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { takeChange } from "../server/ChangeLimit.ts"
import { ExportSlots } from "../server/ExportSlots.ts"
import { stillSignedIn } from "../server/StillSignedIn.ts"
import { whileRead } from "../server/WhileRead.ts"
import { audited } from "./Audited.ts"
import { asNotThere } from "./Failures.ts"
import { filterOf, requestShown } from "./RequestShown.ts"

export const requests = HttpApiBuilder.group(AccountApi, "requests", (handlers) =>
  handlers
    .handle("list", ({ query }) => list(filterOf(query), query))
    .handle("get", ({ params }) => Effect.catchTag(get(params.id), "RequestNotFound", asNotThere))
    .handle("exported", ({ query }) => exported(filterOf(query), query.format))
    .handle("documents", ({ query }) => documents(query)))

interface Page {
  readonly before?: string
  readonly limit?: number
}

const list = Effect.fnUntraced(function*(filter: RequestFilter, { before, limit = pageLimitDefault }: Page) {
  const { accountId } = yield* CurrentMember
  const { items, next } = yield* listRequests({
    accountId,
    limit,
    ...filter,
    ...before === undefined ? {} : { before }
  })
  return { items: items.map(({ request, ...beside }) => ({ ...requestShown(request), ...beside })), next }
})

const get = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  const { details, movements, request } = yield* explainRequest(accountId, id)
  return { request: requestShown(request), details, movements: movements.map(movementShown) }
})

const movementShown = ({ amount, at, kind, note }: LedgerLine) => ({ kind, amount, note, at: at.getTime() })

/** As a file that browsers save. */
const exported = Effect.fnUntraced(function*(filter: RequestFilter, format: LineFormat) {
  const member = yield* CurrentMember
  yield* (yield* ExportSlots).take("requests", member)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, {
      "content-disposition": `attachment; filename="requests.${format}"`,
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson"
    }))
  )
  yield* takeChange(member.memberId)
  // Whoever asks for the head alone is handed nothing: nothing is read, and nothing to be noted.
  if (isHeadOnly((yield* HttpServerRequest.HttpServerRequest).source)) return Stream.empty
  yield* audited("requests.export", "", [format, ...Object.keys(filter).map((name) => `by ${name}`)].join(", "))
  return whileRead(yield* exportRequests(member.accountId, filter, format, exportRowsMax), yield* stillSignedIn)
})

const documents = Effect.fnUntraced(function*(
  { limit = pageLimitDefault, ...page }: Page & { readonly rating?: "ok" | "warn" | "block" }
) {
  const { accountId } = yield* CurrentMember
  const { items, next } = yield* listDocuments(accountId, { ...page, limit })
  return { items: items.map(({ details, request }) => ({ request: requestShown(request), details })), next }
})
