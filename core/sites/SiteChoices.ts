import { Data, Effect } from "effect"
import type { SiteOptions } from "./Site.ts"

export class InvalidSiteOption extends Data.TaggedError("InvalidSiteOption")<{ readonly message: string }> {}

export const scoreMinMax = 100
export const degradedPerMinuteMaxMax = 100_000

/** Checks the ranges of a site's options. */
export const checkSiteOptions = (options: SiteOptions): Effect.Effect<SiteOptions, InvalidSiteOption> => {
  if (!isWithin(options.scoreMin, 0, scoreMinMax)) {
    return Effect.fail(
      new InvalidSiteOption({ message: `The least score must be a whole number, 0 to ${scoreMinMax}.` })
    )
  }
  if (!isWithin(options.degradedPerMinuteMax, 1, degradedPerMinuteMaxMax)) {
    const message = `Degraded tokens a minute must be a whole number, 1 to ${degradedPerMinuteMaxMax}.`
    return Effect.fail(new InvalidSiteOption({ message }))
  }
  return Effect.succeed(options)
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
