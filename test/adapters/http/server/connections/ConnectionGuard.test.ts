import { expect, it } from "vitest"
import { effectiveLimits } from "../../../../../adapters/http/server/connections/ConnectionGuard.ts"

it.each([
  [10_000, 1_000, null, 10_000, 1_000],
  [10_000, 1_000, 20_000, 10_000, 1_000],
  [10_000, 1_000, 1_024, 896, 448],
  [10_000, 1_000, 100, 50, 25],
  [10, 1_000, 1_024, 10, 5],
  [1, 1, 1_024, 1, 1]
])(
  "with %s connections, %s for one address and %s files, the limits are %s and %s",
  (connectionsMax, perAddressMax, files, all, one) => {
    expect(effectiveLimits({ connectionsMax, perAddressMax }, files)).toEqual({
      connectionsMax: all,
      perAddressMax: one
    })
  }
)
