import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { operatorAccountId } from "../../../../core/accounts/ManageAccounts.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotAllowed } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { addEntry, blocklistPage, removeEntry, visibleEngine, visibleSources } from "./ThreatLists.ts"
import { acceptSubmission, findVisibleSubmission, rejectSubmission, submissionsPage } from "./ThreatReviews.ts"

export const threats = HttpApiBuilder.group(AccountApi, "threats", (handlers) =>
  handlers
    .handle("sources", () => Effect.flatMap(isOperatorMember, visibleSources))
    .handle("engine", () => Effect.flatMap(isOperatorMember, visibleEngine))
    .handle("blocklist", ({ query }) => Effect.flatMap(isOperatorMember, (showsAll) => blocklistPage(query, showsAll)))
    .handle("addEntry", ({ payload }) => Effect.andThen(operatorsOnly, addEntry(payload)))
    .handle("removeEntry", ({ params }) => Effect.andThen(operatorsOnly, removeEntry(params.id)))
    .handle("submissions", ({ query }) =>
      Effect.flatMap(isOperatorMember, (showsAll) => submissionsPage(query, showsAll)))
    .handle("submission", ({ params }) =>
      Effect.flatMap(isOperatorMember, (showsAll) =>
        findVisibleSubmission(params.id, showsAll)))
    .handle("accept", ({ params, payload }) =>
      Effect.andThen(operatorsOnly, acceptSubmission(params.id, payload)))
    .handle("reject", ({ params, payload }) =>
      Effect.andThen(operatorsOnly, rejectSubmission(params.id, payload.reason))))

/** Reports whether the signed-in member belongs to the operator's account. */
const isOperatorMember = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* operatorAccountId) === accountId
})

/**
 * Fails for members of accounts other than the operator's. Runs before any lookup, so that refusals reveal nothing
 * about existing data.
 */
const operatorsOnly = Effect.flatMap(
  isOperatorMember,
  (is): Effect.Effect<void, NotAllowed> =>
    is ? Effect.void : Effect.fail(new NotAllowed({ message: operatorOnlyMessage }))
)

const operatorOnlyMessage = "All accounts share the threat data. Only members of the operator's account can change it."
