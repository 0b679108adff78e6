import { hourMillis } from "../../../core/shield/traffic/ShieldCounts.ts"

/** How many requests an hour has. */
export interface HourTotal {
  readonly hour: number
  readonly requests: number
}

/** Hours that follow each other, from `from` on and before `to`. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly requests: number
}

/** Neighbouring hours as one range, while it holds no more than so many requests. */
export function* rangesOf(newestFirst: ReadonlyArray<HourTotal>, requestsMax: number): Generator<Range> {
  let range: Range | undefined
  for (const { hour, requests } of newestFirst) {
    if (range !== undefined && range.from === hour + hourMillis && range.requests + requests <= requestsMax) {
      range = { from: hour, to: range.to, requests: range.requests + requests }
      continue
    }
    if (range !== undefined) yield range
    range = { from: hour, to: hour + hourMillis, requests }
  }
  if (range !== undefined) yield range
}
