import { Effect } from "effect"
import type { AccountId, SiteId } from "../../kernel/Ids.ts"
import { Sites } from "../../sites/Sites.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"
import { checkStretch, InvalidStretch } from "./Stretch.ts"

/** Stretches that are told of each site at once. */
export const stretchesMax = 31

interface Stretch {
  /** Its start. */
  readonly at: Date
  readonly human: number
  readonly degraded: number
  readonly rejected: number
}

export interface SiteRecently {
  readonly siteId: SiteId
  /** Oldest first, each of them, whether something happened or not. */
  readonly days: ReadonlyArray<Stretch>
}

/**
 * What verifications said on every site of an account, by stretches of time: days of whoever asks, which are not all of one length.
 * Each goes from its start to the next one's, the last to `to`; all are milliseconds since 1970.
 */
export const recentTraffic = Effect.fn("recentTraffic")(
  function*(accountId: AccountId, { starts, to }: { readonly starts: ReadonlyArray<number>; readonly to: number }) {
    if (starts.length === 0 || starts.length > stretchesMax) {
      return yield* new InvalidStretch({ message: `Ask for 1 to ${stretchesMax} days.` })
    }
    if (starts.some((start, at) => at > 0 && start <= starts[at - 1]!)) {
      return yield* new InvalidStretch({ message: "Each day must begin after the one before it." })
    }
    yield* checkStretch({ from: starts[0]!, to })
    if (starts.at(-1)! > to) return yield* new InvalidStretch({ message: "The last day must end after it begins." })
    const siteIds = (yield* (yield* Sites).list(accountId)).map(({ id }) => id)
    const found = yield* (yield* ShieldTraffic).verifications({
      siteIds,
      starts: starts.map((at) => new Date(at)),
      to: new Date(to)
    })
    const known = new Map(found.map(({ siteId, ...day }) => [`${siteId} ${day.at.getTime()}`, day]))
    return siteIds.map((siteId): SiteRecently => ({
      siteId,
      days: starts.map((at) => known.get(`${siteId} ${at}`) ?? { at: new Date(at), human: 0, degraded: 0, rejected: 0 })
    }))
  }
)
