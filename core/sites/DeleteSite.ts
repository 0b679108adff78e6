import { Clock, Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { Sites } from "./Sites.ts"

/**
 * Deletes a site: its key and its secrets end, at once in this process and within `siteStaleMillisMax` in others. What was counted
 * of it goes in its time, with the history.
 */
export const deleteSite = Effect.fn("deleteSite")(function*(accountId: AccountId, id: string) {
  const sites = yield* Sites
  const site = yield* sites.get(accountId, id)
  yield* sites.remove(accountId, id, new Date(yield* Clock.currentTimeMillis))
  return site
})
