import { Effect } from "effect"
import { expect, it } from "vitest"
import { checkTimeRange } from "../../../../core/shield/traffic/SiteTraffic.ts"

const day = 86_400_000
const latest = 8_640_000_000_000_000
const isBackwards = "The time range must not end before it begins."
const isLong = "The time range must not exceed 92 days."

it.each([
  [0, 0, null],
  [1, 0, isBackwards],
  [0, 92 * day, null],
  [0, 92 * day + 1, isLong],
  [latest, latest, null],
  [latest, latest + 1, isBackwards],
  [latest + 1, latest + 1, isBackwards],
  [-latest, -latest, null],
  [-latest - 1, -latest, isBackwards],
  [-latest - 1, -latest - 1, isBackwards]
])("the period from %d to %d: %s", (from, to, refusal) => {
  const outcome = Effect.match(checkTimeRange({ from, to }), {
    onFailure: ({ message }) => message,
    onSuccess: () => null
  })
  expect(Effect.runSync(outcome)).toBe(refusal)
})
