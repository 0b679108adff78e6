import { Effect, Schema } from "effect"
import { ShieldTraffic } from "../ports/ShieldTraffic.ts"
import { Sites } from "../ports/Sites.ts"

/** Longest stretch whose hours are told at once. */
export const trafficDaysMax = 92

const dayMillis = 86_400_000
/** The latest instant that a `Date` can hold (ECMA-262, section 21.4.1.1). */
const instantMax = 8_640_000_000_000_000

export class InvalidStretch extends Schema.TaggedError<InvalidStretch>()("InvalidStretch", {
  message: Schema.String
}) {}

/** What was counted of a site of this account, hour by hour. Both ends are milliseconds since 1970. */
export const siteTraffic = Effect.fn("siteTraffic")(
  function*(accountId: string, id: string, { from, to }: { readonly from: number; readonly to: number }) {
    const site = yield* (yield* Sites).get(accountId, id)
    if (Math.abs(from) > instantMax || Math.abs(to) > instantMax || from > to) {
      return yield* new InvalidStretch({ message: "The stretch must end after it begins." })
    }
    if (to - from > trafficDaysMax * dayMillis) {
      return yield* new InvalidStretch({ message: `At most ${trafficDaysMax} days can be told at once.` })
    }
    return yield* (yield* ShieldTraffic).hours({ siteId: site.id, from: new Date(from), to: new Date(to) })
  }
)
