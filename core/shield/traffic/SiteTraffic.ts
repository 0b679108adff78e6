import { Effect } from "effect"
import type { AccountId } from "../../kernel/Ids.ts"
import { Sites } from "../../sites/Sites.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"
import { checkStretch } from "./Stretch.ts"

/** What was counted of a site of this account, hour by hour. Both ends are milliseconds since 1970. */
export const siteTraffic = Effect.fn("siteTraffic")(
  function*(accountId: AccountId, id: string, { from, to }: { readonly from: number; readonly to: number }) {
    const site = yield* (yield* Sites).get(accountId, id)
    yield* checkStretch({ from, to })
    return yield* (yield* ShieldTraffic).hours({ siteId: site.id, from: new Date(from), to: new Date(to) })
  }
)
