import { Data, Effect } from "effect"
import type { SiteOptions } from "./Site.ts"

export class InvalidSiteOption extends Data.TaggedError("InvalidSiteOption")<{ readonly message: string }> {}

export const siteScoreMinLimit = 100
export const degradedPerMinuteLimit = 100_000

/** Checks that a site's options are within their ranges. */
export const checkSiteOptions = (options: SiteOptions): Effect.Effect<SiteOptions, InvalidSiteOption> => {
  if (!isWithin(options.scoreMin, 0, siteScoreMinLimit)) {
    return Effect.fail(
      new InvalidSiteOption({ message: `The minimum score must be a whole number from 0 to ${siteScoreMinLimit}.` })
    )
  }
  if (!isWithin(options.degradedPerMinuteMax, 1, degradedPerMinuteLimit)) {
    const message = `Degraded tokens per minute must be a whole number from 1 to ${degradedPerMinuteLimit}.`
    return Effect.fail(new InvalidSiteOption({ message }))
  }
  return Effect.succeed(options)
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
