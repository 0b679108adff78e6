import { describe, expect, it } from "vitest"
import { isSuspicious } from "../../../../adapters/webrisk/google/ListChecks.ts"

describe("a suspicious list size", () => {
  it.each<[number | null, number, boolean]>([
    [null, 0, true],
    [null, 5, false],
    [0, 0, false],
    [0, 5, false],
    [4_000_000, 0, true],
    [4_000_000, 1_999_999, true],
    [4_000_000, 2_000_000, false],
    [999, 1, false],
    [1_000, 499, true]
  ])("had %j entries and has %i: %j", (before, after, suspicious) => {
    expect(isSuspicious(before, after)).toBe(suspicious)
  })
})
