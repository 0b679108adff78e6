import { Effect } from "effect"
import type { LimitedRequest } from "../../../core/history/RequestHistory.ts"
import { limitedName } from "../../../core/requests/RequestTally.ts"
import { hourOf } from "../../../core/shield/traffic/ShieldCounts.ts"
import type { GroupCommit } from "./GroupCommit.ts"
import type { RequestRows } from "./RequestRows.ts"

/** Alike requests that wait for one commit. */
interface Counted {
  readonly name: string
  readonly request: LimitedRequest
  count: number
}

/**
 * Counts requests over the limit of a key: the first posts an item, and those that are like it until it is written only add to it.
 * A flood so costs one row at most every `postedMillisMax`, for each key and operation.
 */
export const countLimited = (groups: GroupCommit["Service"], rows: RequestRows["Service"]) => {
  const waiting = new Map<string, Counted>()
  const lane = groups.lane<Counted, void>({
    write: (items) =>
      Effect.sync(() => {
        for (const item of items) {
          // A group that fails is written again: what comes from here on is counted by another.
          if (waiting.get(item.name) === item) waiting.delete(item.name)
          rows.countLimited(item.request, item.count)
        }
        return items.map(() => undefined)
      })
  })
  return (request: LimitedRequest): void => {
    const { accountId, at, keyId, operation } = request
    const name = `${accountId} ${hourOf(at.getTime())} ${limitedName(operation, keyId)}`
    const counted = waiting.get(name)
    if (counted !== undefined) counted.count++
    else {
      const item = { name, request, count: 1 }
      waiting.set(name, item)
      lane.post(item)
    }
  }
}
