import type { RequestSums } from "../history/RequestHistory.ts"
import type { RequestCount } from "./RequestTally.ts"

/** Sums of what `RequestTally` counted for one account. */
export const sumsOf = (counted: ReadonlyArray<RequestCount>): RequestSums => {
  const hours = new Map<number, { requests: number; refused: number; credits: number }>()
  const counts = new Map<string, number>()
  for (const { count, hour, name } of counted) {
    counts.set(name, (counts.get(name) ?? 0) + count)
    const [kind, , status] = name.split(":")
    if (kind !== "requests" && kind !== "credits") continue
    let sum = hours.get(hour)
    if (sum === undefined) hours.set(hour, sum = { requests: 0, refused: 0, credits: 0 })
    if (kind === "credits") sum.credits += count
    else {
      sum.requests += count
      if (Number(status) >= 400) sum.refused += count
    }
  }
  return {
    hours: [...hours].toSorted(([one], [other]) => one - other).map(([hour, sum]) => ({ at: new Date(hour), ...sum })),
    counts
  }
}
