import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentMember } from "../api/SessionAuth.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { signedInBy } from "./SessionAuth.ts"

/** Whether who asked is signed in still, and as what they were then: to be looked at while a long answer is sent. */
export const stillSignedIn = Effect.gen(function*() {
  const { memberId, role } = yield* CurrentMember
  const { publicUrl } = yield* DashboardOptions
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const now = signedInBy(headers["cookie"], publicUrl, () => "").pipe(
    Effect.map((current) => current.memberId === memberId && current.role === role),
    Effect.catchTag("SignInNeeded", () => Effect.succeed(false))
  )
  return Effect.provideContext(now, yield* Effect.context<Effect.Services<typeof now>>())
})
