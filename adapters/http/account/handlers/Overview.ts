import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accountOverview } from "../../../../core/requests/AccountOverview.ts"
import { apiKeyIdOf } from "../../../../core/requests/MemberKeyId.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { overviewDaysMax } from "../api/Overview.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { invalidField } from "./Failures.ts"
import { clampInstant } from "./Requests.ts"

export const overview = HttpApiBuilder.group(
  AccountApi,
  "overview",
  (handlers) => handlers.handle("overview", ({ query }) => readOverview(query.from, query.to))
)

const readOverview = Effect.fnUntraced(function*(from: number, to: number) {
  const { accountId } = yield* CurrentMember
  const range = { from: clampInstant(from).getTime(), to: clampInstant(to).getTime(), daysMax: overviewDaysMax }
  const { hours, keys, ...rest } = yield* Effect.catchTag(
    accountOverview(accountId, range),
    "InvalidRange",
    (refusal) => Effect.fail(invalidField("from")(refusal))
  )
  return {
    ...rest,
    hours: hours.map(({ at, ...sums }) => ({ at: at.getTime(), ...sums })),
    keys: keys.filter(({ keyId }) => apiKeyIdOf(keyId) !== null),
    // The response does not name the members behind these requests.
    triedRequests: keys.reduce((sum, { keyId, requests }) => apiKeyIdOf(keyId) === null ? sum + requests : sum, 0)
  }
})
