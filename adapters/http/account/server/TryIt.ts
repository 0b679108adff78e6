import { Context, Effect } from "effect"
import type { authenticateSession } from "../../../../core/members/sessions/AuthenticateSession.ts"
import { triedBy } from "../../../../core/requests/TriedBy.ts"
import type { Admission } from "../../server/Admission.ts"
import { accountApiPath } from "../api/AccountApi.ts"
import { NotAllowed } from "../api/AccountFailures.ts"
import { staff } from "../api/SessionAuth.ts"
import { DashboardOptions } from "./DashboardOptions.ts"
import { whyForeign } from "./OwnPages.ts"
import { mayNot, signedInBy } from "./SessionAuth.ts"

/** Where the pages try the endpoints of the public API. */
export const tryPath = `${accountApiPath}/try`
/** Of one member. */
export const triesPerMinuteMax = 60

/** By session, from this server's own pages, in place of a key: their account pays. */
export const bySession = Effect.gen(function*() {
  const context = yield* Effect.context<DashboardOptions | Effect.Services<ReturnType<typeof authenticateSession>>>()
  const { publicUrl } = Context.get(context, DashboardOptions)
  const admission: Admission = {
    admit: (exchange) =>
      Effect.gen(function*() {
        const foreign = whyForeign(exchange, publicUrl)
        if (foreign !== null) return yield* new NotAllowed({ message: foreign })
        const { accountId, memberId, role } = yield* signedInBy(
          exchange.header("cookie"),
          publicUrl,
          () => exchange.clientAddress
        )
        if (!staff.includes(role)) return yield* new NotAllowed({ message: mayNot })
        return { accountId, id: triedBy(memberId), requestsPerMinute: triesPerMinuteMax }
      }).pipe(Effect.provideContext(context)),
    used: () => {}
  }
  return admission
})
